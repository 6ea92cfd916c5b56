/** HTTP requests of simulated units and guests' browsers. */

/** Milliseconds to wait for an answer per attempt. */
export const HTTP_WAITS: readonly number[] = [5000, 5000];

interface HttpAnswer {
  status: number;
  text: string;
  /** The absolute URL of a redirect, which is not followed; otherwise null. */
  location: string | null;
}

/** Sends a request, and again if there is no answer in time; null if there is none at all. */
export async function request(url: string, init: RequestInit, waits: readonly number[] = HTTP_WAITS): Promise<HttpAnswer | null> {
  for (const wait of waits) {
    try {
      const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(wait) });
      const location = answer.headers.get('location');
      return { status: answer.status, text: await answer.text(), location: location === null ? null : new URL(location, url).href };
    } catch {
      // No connection, or too late.
    }
  }
  return null;
}
