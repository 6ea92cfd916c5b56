/** Replaces `@ant-design/charts` in tests, because jsdom has no canvas. */
export const Base = (): null => null;
