/** A command was used wrongly; the message says how to use it. Printed without a stack trace. */
export class UsageError extends Error {}
