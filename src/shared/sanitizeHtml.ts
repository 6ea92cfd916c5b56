import DOMPurify from 'dompurify';
import { HTML_ATTRIBUTES, HTML_SCHEMES, HTML_TAGS } from '../contract/html';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = HTML_ATTRIBUTES;

/** An address with one of the schemes, or a relative one on this very server: what server/http/sanitizeHtml.ts lets through. */
const ADDRESS = new RegExp(`^(?:(?:${HTML_SCHEMES.join('|')}):|(?!//)[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i');

/** Two slashes, however written, are another server; a placeholder could be filled with any scheme. */
const ELSEWHERE = /^(?:[\\/]{2}|\{\{)/;
const leadsElsewhere = (address: string) => ELSEWHERE.test(address.replace(/[\s\p{Cc}]/gu, ''));

const purify = DOMPurify(window);
purify.addHook('uponSanitizeAttribute', (element, attribute) => {
  const allowed = ATTRIBUTES[element.nodeName.toLowerCase()] ?? [];
  attribute.keepAttr = allowed.includes(attribute.attrName) && !(attribute.attrName === 'href' && leadsElsewhere(attribute.attrValue));
});
// A link leads to a page of its own: this one may hold what nobody has saved yet.
purify.addHook('afterSanitizeAttributes', (element) => {
  if (!element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/** HTML of staff with nothing in it but what contract/html.ts allows, as the server cleans it too, for `dangerouslySetInnerHTML`. */
export function sanitizeHtml(html: string): string {
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ATTRIBUTES).flat())],
    ALLOWED_URI_REGEXP: ADDRESS,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
}
