import { createHash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import { HTML_ATTRIBUTES, HTML_SCHEMES, HTML_TAGS } from '../../contract/plain/html';
import { ttlCache } from '../ttlCache';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...HTML_TAGS],
  allowedAttributes: Object.fromEntries(Object.entries(HTML_ATTRIBUTES).map(([tag, attributes]) => [tag, [...attributes]])),
  allowedSchemes: [...HTML_SCHEMES],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    // A leading placeholder could be filled with any scheme, including `javascript:`.
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(href !== undefined && !/^\s*\{\{/.test(href) && { href }) },
    }),
  },
};

/** Reduces HTML written by staff to what contract/plain/html.ts allows. Placeholders (`{{.X}}`, `$$URL$$`) are text and stay. */
export function sanitized(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}

/** Cache of sanitised texts: maximum number, of up to 200 KB each, and lifetime in milliseconds. */
const MOST_TEXTS = 50;
const CACHED_FOR = 3_600_000;

const texts = ttlCache<string>(MOST_TEXTS, CACHED_FOR);

/** As `sanitized`, with a cache: long terms take 50 ms, and anybody may request them again and again. */
export function sanitizedOnce(html: string): string {
  const key = createHash('sha256').update(html).digest('base64');
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = sanitized(html);
  texts.set(key, text);
  return text;
}
