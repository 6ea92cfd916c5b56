/**
 * The HTML that staff may write: disclaimers and feedback e-mails. One allow-list for the server, which cleans what it stores,
 * and for the console, which cleans what it shows. This file has no zod in it, because the browser bundle has none.
 */

/** What the editor makes, and what a text pasted into it may keep: no pictures, styles, forms or scripts. */
export const HTML_TAGS = [
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'div',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'hr',
  'i',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
] as const;

/** Attributes by tag; no tag has others. */
export const HTML_ATTRIBUTES = { a: ['href', 'title'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] } as const;

/** Where a link may lead. */
export const HTML_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

/**
 * What the privacy page fills into a disclaimer, each written like `{{.PrivacyName}}`: the privacy fields of the reseller and the
 * business fields of the hotspot, and to which field each belongs.
 */
export const PLACEHOLDERS = {
  PrivacyName: 'privacy_name',
  PrivacyVat: 'privacy_vat',
  PrivacyAddress: 'privacy_address',
  PrivacyEmail: 'privacy_email',
  PrivacyDpo: 'privacy_dpo',
  PrivacyDpoMail: 'privacy_dpo_mail',
  BusinessName: 'business_name',
  BusinessVat: 'business_vat',
  BusinessAddress: 'business_address',
  BusinessEmail: 'business_email',
  BusinessDpo: 'business_dpo',
  BusinessDpoMail: 'business_dpo_mail',
} as const;

/** A text for a place in HTML, between tags or between quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
