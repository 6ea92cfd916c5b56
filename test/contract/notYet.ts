/** Why an endpoint doesn't answer as recorded yet. */
interface Waiting {
  exchanges: number;
  because: string;
}

/**
 * Recorded exchanges we don't answer yet, by endpoint. The list may only shrink: test/contract/recorded.test.ts fails when an endpoint
 * fails more often, or less often, than it says here.
 */
export const NOT_YET: Record<string, Waiting> = {};
