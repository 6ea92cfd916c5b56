/** The page that a browser gets while the server is too busy; it reloads itself. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { escaped } from '../../contract/plain/htmlText';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../contract/plain/wire';
import { portalText, preferredLanguage } from '../../portal/texts';

const STYLE =
  'body{margin:0;min-height:90vh;display:grid;place-content:center;padding:1rem;background:#e2e8f0;color:#1e293b;' +
  'font:1rem/1.5 system-ui,sans-serif;text-align:center}';

/** `Content-Security-Policy` of the page, which allows nothing but its style. */
export const BUSY_PAGE_POLICY = `default-src 'none';style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}';base-uri 'none';frame-ancestors 'none'`;

const page = (language: PortalLanguage) => {
  const [title, help] = (['busy', 'busy_help'] as const).map((text) => escaped(portalText(language, text)));
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${help}</p></main></body></html>`
  );
};

const PAGES = new Map(PORTAL_LANGUAGES.map((language) => [language, page(language)]));

/**
 * The page in the visitor's language; null if a program made the request, or if it submitted a form, which must not be repeated
 * automatically.
 */
export function busyPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string | null {
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return null;
  return PAGES.get(preferredLanguage(headers['accept-language'] ?? '')) ?? null;
}
