import sanitizeHtml from 'sanitize-html';
import { HTML_ATTRIBUTES, HTML_SCHEMES, HTML_TAGS } from '../../contract/html';

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

/** Reduces HTML written by staff to what contract/html.ts allows. Placeholders (`{{.X}}`, `$$URL$$`) are text and stay. */
export function sanitized(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
