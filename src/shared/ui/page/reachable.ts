/** Props that let a scrollable element be focused and scrolled by keyboard. */
export const REACHABLE = { tabIndex: 0 };
