/** Replaces imported style sheets and pictures in tests. */
export default '';
