/** What a recorded exchange waits for that our server does not answer as recorded. */
interface Waiting {
  exchanges: number;
  because: string;
}

/**
 * The recorded exchanges that are not answered yet, by endpoint. The list may only shrink: test/contract/recorded.test.ts fails
 * when an endpoint fails more often than it says, and when it fails less often.
 */
export const NOT_YET: Record<string, Waiting> = {};
