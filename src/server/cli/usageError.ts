/** A command is used in a way that can't work; the message says how to use it. Printed without a stack. */
export class UsageError extends Error {}
