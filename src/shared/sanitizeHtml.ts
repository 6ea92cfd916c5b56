import DOMPurify from 'dompurify';
import { HTML_ATTRIBUTES, HTML_SCHEMES, HTML_TAGS } from '../contract/plain/html';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = HTML_ATTRIBUTES;

/** A URL with an allowed scheme, or a relative one on this server; the same as server/http/sanitizeHtml.ts allows. */
const ADDRESS = new RegExp(`^(?:(?:${HTML_SCHEMES.join('|')}):|(?!//)[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i');

/** Two slashes or backslashes lead to another server; a leading placeholder could expand to any scheme. */
const ELSEWHERE = /^(?:[\\/]{2}|\{\{)/;
const leadsElsewhere = (address: string) => ELSEWHERE.test(address.replace(/[\s\p{Cc}]/gu, ''));

const purify = DOMPurify(window);
purify.addHook('uponSanitizeAttribute', (element, attribute) => {
  const allowed = ATTRIBUTES[element.nodeName.toLowerCase()] ?? [];
  attribute.keepAttr = allowed.includes(attribute.attrName) && !(attribute.attrName === 'href' && leadsElsewhere(attribute.attrValue));
});
// Links open in a new tab: this page may hold unsaved changes.
purify.addHook('afterSanitizeAttributes', (element) => {
  if (!element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/** Reduces staff-written HTML to what contract/plain/html.ts allows, as the server does, for `dangerouslySetInnerHTML`. */
export function sanitizeHtml(html: string): string {
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ATTRIBUTES).flat())],
    ALLOWED_URI_REGEXP: ADDRESS,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
}
