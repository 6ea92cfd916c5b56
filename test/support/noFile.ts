/** What an imported style sheet or picture is in tests. */
export default '';
