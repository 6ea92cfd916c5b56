/** How a guest identifies: by voucher code, by device alone, or on the log-in page, which has already identified the guest. */
export const ACCESS_METHODS = ['voucher', 'mac', 'portal'] as const;
export type AccessMethod = (typeof ACCESS_METHODS)[number];

/**
 * How a guest logs in on the log-in page; `mac` is a known device, `short` temporary access to read an e-mail or sign in at another site.
 */
export const LOGIN_METHODS = ['voucher', 'mac', 'email', 'sms', 'facebook', 'linkedin', 'short'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

/** Log-ins at another site (OAuth). */
export const SOCIAL_METHODS = ['facebook', 'linkedin'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];

/** How a guest proves who they are: by a code that was sent, or a log-in at another site. */
export const CODE_METHODS = ['email', 'sms', ...SOCIAL_METHODS] as const;
export type CodeMethod = (typeof CODE_METHODS)[number];

/** What guests consent to, each separately. */
export const CONSENT_PURPOSES = ['terms', 'privacy', 'marketing', 'survey'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Who requests a code: a guest known to the hotspot, a new guest on the hotspot's network, or anybody else. */
export const REQUEST_ORIGINS = ['known', 'here', 'elsewhere'] as const;
export type RequestOrigin = (typeof REQUEST_ORIGINS)[number];
