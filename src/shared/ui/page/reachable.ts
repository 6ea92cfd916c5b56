/** Properties of an element that scrolls, so that the keyboard reaches it and scrolls it. */
export const REACHABLE = { tabIndex: 0 };
