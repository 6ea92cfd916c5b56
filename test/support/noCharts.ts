/** What `@ant-design/charts` is where nothing can be drawn: jsdom has no canvas. */
export const Base = (): null => null;
