/** A subset of the messages, see vite.config.ts. */
declare module '*.json?sign-in' {
  const messages: Record<string, string>;
  export default messages;
}
