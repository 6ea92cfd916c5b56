/** A guest's browser at the portal, without JavaScript or cookies. */
import { HTTP_WAITS, request } from './httpRequest';
import type { PlayedGuest } from './playedUnit';

interface Page {
  url: string;
  html: string;
}

/** Where the portal sends the browser for the gateway to let it in. */
interface Passed {
  gatewayUrl: string;
}

const MOST_REDIRECTS = 10;

/**
 * Opens the portal at the URL to which the gateway redirects, accepts the terms and enters the guest's code; a known device is let in
 * without a code. `gateway`: origin of the gateway. Null if the portal doesn't answer.
 */
export async function logInAtPortal(
  url: string,
  { password }: PlayedGuest,
  gateway: string,
  waits: readonly number[] = HTTP_WAITS,
): Promise<Passed | 'refused' | null> {
  const load = async (address: string, init: RequestInit = {}): Promise<Page | Passed | null> => {
    let [next, sent] = [address, init];
    for (let redirects = 0; redirects < MOST_REDIRECTS; redirects += 1) {
      if (next.startsWith(`${gateway}/`)) return { gatewayUrl: next };
      const answer = await request(next, sent, waits);
      if (answer === null) return null;
      if (answer.location === null) return { url: next, html: answer.text };
      [next, sent] = [answer.location, {}];
    }
    return null;
  };
  let page = await load(url);
  const typed = [
    ['/start', { accept: 'yes' }],
    ['/code', { code: password ?? '' }],
  ] as const;
  for (const [action, fields] of typed) {
    if (page === null || 'gatewayUrl' in page) return page;
    const form = formIn(page, action);
    if (form === null || password === null) return 'refused';
    page = await load(form.url, { method: 'POST', body: new URLSearchParams({ ...form.hidden, ...fields }) });
  }
  return page === null || 'gatewayUrl' in page ? page : 'refused';
}

/** The form whose action ends with `action`, and its hidden fields; null if the page has none. */
function formIn({ url, html }: Page, action: string): { url: string; hidden: Record<string, string> } | null {
  for (const [, attributes = '', inside = ''] of html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)) {
    const [, target = ''] = /action="([^"]*)"/.exec(attributes) ?? [];
    if (!target.endsWith(action)) continue;
    const fields = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    return { url: new URL(target, url).href, hidden: Object.fromEntries(Array.from(fields, ([, name = '', value = '']) => [name, value])) };
  }
  return null;
}
