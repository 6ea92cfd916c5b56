/**
 * What a feedback e-mail looks like: the server sends it, and the console's preview shows the very same. This file has no zod in it, because
 * the browser bundle has none.
 */
import { escaped } from './html';
import { COLOUR, HOTSPOT_PREFERENCE_DEFAULTS } from './wire';

/** Which preferences a mail is dressed in, with what holds where a hotspot has none of them. */
export const MAIL_DRESS = {
  captive_2_title: HOTSPOT_PREFERENCE_DEFAULTS.captive_2_title,
  captive_3_logo: HOTSPOT_PREFERENCE_DEFAULTS.captive_3_logo,
  captive_7_background: HOTSPOT_PREFERENCE_DEFAULTS.captive_7_background,
  captive_82_container_bg_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_82_container_bg_color,
  captive_83_title_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_83_title_color,
  captive_84_text_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_84_text_color,
  captive_85_text_style: HOTSPOT_PREFERENCE_DEFAULTS.captive_85_text_style,
} as const;

/** What of a hotspot a mail shows. */
export interface MailLook {
  name: string;
  business_name: string;
  business_address: string;
  business_email: string;
  dress: Record<keyof typeof MAIL_DRESS, string>;
}

/** What a mail is dressed in, of a hotspot's preferences by key. */
export function dressOf(preferences: Readonly<Partial<Record<string, string>>>): MailLook['dress'] {
  const keys = Object.keys(MAIL_DRESS) as (keyof typeof MAIL_DRESS)[];
  return { ...MAIL_DRESS, ...Object.fromEntries(keys.flatMap((key) => (preferences[key] === undefined ? [] : [[key, preferences[key]]]))) };
}

/** What is filled into a mail: `$$URL$$` where the guest answers, `$$HOTSPOT$$` the hotspot's name. */
export const MAIL_TOKENS = { url: '$$URL$$', hotspot: '$$HOTSPOT$$' } as const;

/** Where `$$URL$$` leads in a test and in the preview: nobody is asked anything there. */
export const SAMPLE_URL = { feedback: 'https://example.com/feedback', review: 'https://example.com/review' } as const;

/** A subject with its placeholders filled in. */
export function filledSubject(subject: string, { name }: MailLook, url: string): string {
  return subject.replaceAll(MAIL_TOKENS.hotspot, () => name).replaceAll(MAIL_TOKENS.url, () => url);
}

/** A body with its placeholders filled in; `clean` is HTML of which only what contract/html.ts allows is left. */
export function filledBody(clean: string, { name }: MailLook, url: string): string {
  return sized(linked(clean, url)).replaceAll(MAIL_TOKENS.hotspot, () => escaped(name));
}

/** Pixels of a text's own headings: the mail's title stays the largest. */
const HEADINGS = { h1: 21, h2: 19, h3: 17, h4: 16 } as const;

function sized(html: string): string {
  return Object.entries(HEADINGS).reduce(
    (text, [tag, size]) => text.replaceAll(`<${tag}>`, `<${tag} style="margin:0 0 12px;font-size:${size}px;line-height:1.3">`),
    html,
  );
}

/** `$$URL$$` as a link, or as the address of one; inside of a link it is its text. */
function linked(html: string, url: string): string {
  return html
    .replace(/href="[^"]*\$\$URL\$\$[^"]*"/g, () => `href="${url}"`)
    .split(/(<a\b[^>]*>[\s\S]*?<\/a>)/)
    .map((part) => part.replaceAll(MAIL_TOKENS.url, () => (part.startsWith('<a') ? url : `<a href="${url}">${url}</a>`)))
    .join('');
}

/** Who a mail comes from, a line each. */
export function sendersOf({ business_name, business_address, business_email }: MailLook): string[] {
  return [business_name, business_address, business_email].filter((line) => line !== '');
}

/** The colour behind a mail's page. */
export const groundOf = ({ dress }: MailLook): string => opaque(dress.captive_7_background);

/** The captive portal's logo as a picture of its own; null where there is none, or what a hotspot has before it gets one. */
export function logoOf({ dress: { captive_3_logo } }: MailLook): { type: string; base64: string } | null {
  const [, type, base64] = /^data:(image\/(?:png|jpe?g));base64,([A-Za-z0-9+/=]+)$/.exec(captive_3_logo) ?? [];
  return type === undefined || base64 === undefined || captive_3_logo === MAIL_DRESS.captive_3_logo ? null : { type, base64 };
}

/**
 * A mail's page around its filled body, in the colours of the captive portal. Styles stand at each element, and a table in the middle: mail
 * programs know no better. `logo` is the address of the portal's logo, which goes along with a mail: pictures in an address are shown by few.
 */
export function dressedMail(filled: string, look: MailLook, logo: string | null): string {
  const { dress } = look;
  const text = `color:${opaque(dress.captive_84_text_color)};font-family:'${dress.captive_85_text_style.replace(/[^\w ]/g, '')}',Arial,sans-serif`;
  const title = dress.captive_2_title.trim();
  const senders = sendersOf(look);
  return [
    `<div style="padding:24px;background-color:${groundOf(look)}">`,
    `<table role="presentation" align="center" width="100%" cellpadding="24" cellspacing="0" style="max-width:600px;margin:0 auto;background-color:${opaque(dress.captive_82_container_bg_color)}">`,
    `<tr><td style="${text};font-size:16px;line-height:1.5;overflow-wrap:anywhere">`,
    ...(logo === null ? [] : [`<img src="${logo}" alt="" style="display:block;max-width:200px;max-height:96px;margin:0 0 16px">`]),
    ...(title === ''
      ? []
      : [
          `<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25;color:${opaque(dress.captive_83_title_color)}">${escaped(title)}</h1>`,
        ]),
    filled,
    ...(senders.length === 0 ? [] : [`<p style="margin:24px 0 0;font-size:13px">${senders.map(escaped).join('<br>')}</p>`]),
    `</td></tr></table></div>`,
  ].join('\n');
}

/** A colour as mail programs know it: six digits, without the opacity that a captive portal's may have. */
function opaque(colour: string): string {
  if (!COLOUR.test(colour)) return '#000000';
  const digits = colour.slice(1);
  return digits.length < 6 ? `#${digits.slice(0, 3).replace(/./g, '$&$&')}` : `#${digits.slice(0, 6)}`;
}
