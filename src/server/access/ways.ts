/** How a guest identifies: by a voucher's code, by the device alone, or on the log-in page, which has checked it already. */
export const ACCESS_WAYS = ['voucher', 'mac', 'portal'] as const;
export type AccessWay = (typeof ACCESS_WAYS)[number];

/** How a guest logs in on the log-in page; `mac` is a known device, `short` some minutes for reading an e-mail, or for another site. */
export const LOGIN_WAYS = ['voucher', 'mac', 'email', 'sms', 'facebook', 'linkedin', 'short'] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** Log-ins at another site. */
export const SOCIAL_WAYS = ['facebook', 'linkedin'] as const;
export type SocialWay = (typeof SOCIAL_WAYS)[number];

/** How a guest shows who it is: by a code that was sent, or at another site. */
export const CODE_WAYS = ['email', 'sms', ...SOCIAL_WAYS] as const;
export type CodeWay = (typeof CODE_WAYS)[number];

/** What guests agree to, each by itself. */
export const CONSENT_PURPOSES = ['terms', 'privacy', 'marketing', 'survey'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];
