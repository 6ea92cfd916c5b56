import type { SendTestMail } from '../../contract/marketing';
import { COLOUR } from '../../contract/wire';
import type { Mail } from '../mailer';
import { escaped, sanitized } from '../sanitize';
import { plainTextOf } from './plainText';
import type { MailLook } from './queries';

/** Where `$$URL$$` leads in a test: nobody is asked anything there. */
const SAMPLE = { feedback: 'https://example.com/feedback', review: 'https://example.com/review' } as const;

/**
 * A feedback or review mail as a guest would get it: in the colours of the hotspot's captive portal, with its title and who it comes
 * from; placeholders filled in. Null when nothing is left of the body once it is clean.
 */
export function testMailOf(look: MailLook, kind: keyof typeof SAMPLE, { body, to, subject }: SendTestMail): Mail | null {
  const clean = sanitized(body).trim();
  if (clean === '') return null;
  const content = linked(clean, SAMPLE[kind]).replaceAll('$$HOTSPOT$$', () => escaped(look.name));
  const { dress } = look;
  const own = kind === 'feedback' ? dress.marketing_15_feedback_subject_text : dress.marketing_16_review_subject_text;
  const from = [look.business_name, look.business_address, look.business_email].filter((line) => line !== '');
  return {
    to,
    subject: (subject || own).replaceAll('$$HOTSPOT$$', () => look.name).replaceAll('$$URL$$', () => SAMPLE[kind]),
    text: [dress.captive_2_title, '', plainTextOf(content), '', '--', ...from].join('\n'),
    html: dressed(content, from, dress),
  };
}

/** `$$URL$$` as a link, or as the address of one; inside of a link it is its text. */
function linked(html: string, url: string): string {
  return html
    .replace(/href="[^"]*\$\$URL\$\$[^"]*"/g, () => `href="${url}"`)
    .split(/(<a\b[^>]*>[\s\S]*?<\/a>)/)
    .map((part) => part.replaceAll('$$URL$$', () => (part.startsWith('<a') ? url : `<a href="${url}">${url}</a>`)))
    .join('');
}

/** Styles stand at each element, and a table in the middle: mail programs know no better. */
function dressed(content: string, from: string[], dress: MailLook['dress']): string {
  const text = `color:${opaque(dress.captive_84_text_color)};font-family:'${dress.captive_85_text_style.replace(/[^\w ]/g, '')}',Arial,sans-serif`;
  return [
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
    `<body style="margin:0;padding:24px;background-color:${opaque(dress.captive_7_background)}">`,
    `<table role="presentation" align="center" width="100%" cellpadding="24" style="max-width:600px;margin:0 auto;background-color:${opaque(dress.captive_82_container_bg_color)}">`,
    `<tr><td style="${text};font-size:16px;line-height:1.5">`,
    `<h1 style="margin:0 0 16px;font-size:24px;color:${opaque(dress.captive_83_title_color)}">${escaped(dress.captive_2_title)}</h1>`,
    content,
    `<p style="margin:24px 0 0;font-size:13px">${from.map(escaped).join('<br>')}</p>`,
    `</td></tr></table></body></html>`,
  ].join('\n');
}

/** A colour as mail programs know it: six digits, without the opacity that a captive portal's may have. */
function opaque(colour: string): string {
  if (!COLOUR.test(colour)) return '#000000';
  const digits = colour.slice(1);
  return digits.length < 6 ? `#${digits.slice(0, 3).replace(/./g, '$&$&')}` : `#${digits.slice(0, 6)}`;
}
