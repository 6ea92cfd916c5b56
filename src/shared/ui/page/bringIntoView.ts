/**
 * As a `ref`: scrolls to what has just appeared. It may be below the edge of the window, or of a dialog that scrolls, where nothing would
 * seem to have happened.
 */
export const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
