/**
 * The HTML that staff may use in disclaimers and feedback e-mails. The server sanitises what it stores with this allow-list, the
 * console what it displays (PRV-12). No zod here: the console bundles this file.
 */

/** What the editor produces, and what pasted text may keep: no images, styles, forms or scripts. */
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

/** Allowed attributes by tag; other tags have none. */
export const HTML_ATTRIBUTES = { a: ['href', 'title'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] } as const;

/** Allowed URL schemes of links. */
export const HTML_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

/**
 * Placeholders in disclaimers, written like `{{.PrivacyName}}`, and the field each is filled with: the reseller's privacy fields and the
 * hotspot's business fields.
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
