/** Layout of feedback e-mails, for the server and the console's preview. No zod here: the console bundles this file. */
import { escaped } from './htmlText';
import { COLOUR } from './wire';
import { HOTSPOT_PREFERENCE_DEFAULTS } from './hotspotPreferences';

/** Preferences that style a mail, with the defaults for hotspots that lack them. */
export const MAIL_STYLE = {
  captive_2_title: HOTSPOT_PREFERENCE_DEFAULTS.captive_2_title,
  captive_3_logo: HOTSPOT_PREFERENCE_DEFAULTS.captive_3_logo,
  captive_7_background: HOTSPOT_PREFERENCE_DEFAULTS.captive_7_background,
  captive_82_container_bg_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_82_container_bg_color,
  captive_83_title_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_83_title_color,
  captive_84_text_color: HOTSPOT_PREFERENCE_DEFAULTS.captive_84_text_color,
  captive_85_text_style: HOTSPOT_PREFERENCE_DEFAULTS.captive_85_text_style,
} as const;

/** What a mail shows about its hotspot. */
export interface MailLook {
  name: string;
  business_name: string;
  business_address: string;
  business_email: string;
  style: Record<keyof typeof MAIL_STYLE, string>;
}

/** Picks a mail's styling from a hotspot's preferences by key. */
export function mailStyleOf(preferences: Readonly<Partial<Record<string, string>>>): MailLook['style'] {
  const keys = Object.keys(MAIL_STYLE) as (keyof typeof MAIL_STYLE)[];
  return { ...MAIL_STYLE, ...Object.fromEntries(keys.flatMap((key) => (preferences[key] === undefined ? [] : [[key, preferences[key]]]))) };
}

/** Placeholders in a mail: `$$URL$$` is the survey's address, `$$HOTSPOT$$` the hotspot's name. */
export const MAIL_TOKENS = { url: '$$URL$$', hotspot: '$$HOTSPOT$$' } as const;

/** Replaces `$$URL$$` in test mails and in the preview, where there is no survey. */
export const SAMPLE_URL = { feedback: 'https://example.com/feedback', review: 'https://example.com/review' } as const;

/** A subject with its placeholders filled in. */
export function filledSubject(subject: string, { name }: MailLook, url: string): string {
  return subject.replaceAll(MAIL_TOKENS.hotspot, () => name).replaceAll(MAIL_TOKENS.url, () => url);
}

/** A body with its placeholders filled in; `clean` must already be sanitised to what contract/plain/html.ts allows. */
export function filledBody(clean: string, { name }: MailLook, url: string): string {
  return sized(linked(clean, url)).replaceAll(MAIL_TOKENS.hotspot, () => escaped(name));
}

/** Heading sizes in pixels, all smaller than the mail's title. */
const HEADINGS = { h1: 21, h2: 19, h3: 17, h4: 16 } as const;

function sized(html: string): string {
  return Object.entries(HEADINGS).reduce(
    (text, [tag, size]) => text.replaceAll(`<${tag}>`, `<${tag} style="margin:0 0 12px;font-size:${size}px;line-height:1.3">`),
    html,
  );
}

/** Replaces `$$URL$$` with a link; inside an `href` with the address, inside a link with plain text. */
function linked(html: string, url: string): string {
  return html
    .replace(/href="[^"]*\$\$URL\$\$[^"]*"/g, () => `href="${url}"`)
    .split(/(<a\b[^>]*>[\s\S]*?<\/a>)/)
    .map((part) => part.replaceAll(MAIL_TOKENS.url, () => (part.startsWith('<a') ? url : `<a href="${url}">${url}</a>`)))
    .join('');
}

/** Footer lines that identify the sender. */
export function sendersOf({ business_name, business_address, business_email }: MailLook): string[] {
  return [business_name, business_address, business_email].filter((line) => line !== '');
}

/** A mail's background colour. */
export const backgroundOf = ({ style }: MailLook): string => opaque(style.captive_7_background);

/** The captive portal's logo, split for attaching; null if there is none or it is the default one-pixel picture. */
export function logoOf({ style: { captive_3_logo } }: MailLook): { type: string; base64: string } | null {
  const [, type, base64] = /^data:(image\/(?:png|jpe?g));base64,([A-Za-z0-9+/=]+)$/.exec(captive_3_logo) ?? [];
  return type === undefined || base64 === undefined || captive_3_logo === MAIL_STYLE.captive_3_logo ? null : { type, base64 };
}

/**
 * Wraps a filled-in body in a page with the captive portal's colours. Inline styles and a layout table, because mail clients support
 * little else. `logo` is the address of the attached logo; few clients show images from data URLs.
 */
export function renderMail(filled: string, look: MailLook, logo: string | null): string {
  const { style } = look;
  const text = `color:${opaque(style.captive_84_text_color)};font-family:'${style.captive_85_text_style.replace(/[^\w ]/g, '')}',Arial,sans-serif`;
  const title = style.captive_2_title.trim();
  const senders = sendersOf(look);
  return [
    `<div style="padding:24px;background-color:${backgroundOf(look)}">`,
    `<table role="presentation" align="center" width="100%" cellpadding="24" cellspacing="0" style="max-width:600px;margin:0 auto;background-color:${opaque(style.captive_82_container_bg_color)}">`,
    `<tr><td style="${text};font-size:16px;line-height:1.5;overflow-wrap:anywhere">`,
    ...(logo === null ? [] : [`<img src="${logo}" alt="" style="display:block;max-width:200px;max-height:96px;margin:0 0 16px">`]),
    ...(title === ''
      ? []
      : [
          `<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25;color:${opaque(style.captive_83_title_color)}">${escaped(title)}</h1>`,
        ]),
    filled,
    ...(senders.length === 0 ? [] : [`<p style="margin:24px 0 0;font-size:13px">${senders.map(escaped).join('<br>')}</p>`]),
    `</td></tr></table></div>`,
  ].join('\n');
}

/** Six-digit colour without alpha, which mail clients don't support; black if it isn't a valid colour. */
function opaque(colour: string): string {
  if (!COLOUR.test(colour)) return '#000000';
  const digits = colour.slice(1);
  return digits.length < 6 ? `#${digits.slice(0, 3).replace(/./g, '$&$&')}` : `#${digits.slice(0, 6)}`;
}
