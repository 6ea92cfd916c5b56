import { dressedMail, filledBody, filledSubject, groundOf, logoOf, SAMPLE_URL, sendersOf } from '../../contract/mail';
import type { SendTestMail } from '../../contract/marketing';
import type { Mail } from '../messages/mailer';
import { sanitized } from '../http/sanitizeHtml';
import { plainTextOf } from './plainText';
import type { HotspotMails } from './queries';

/**
 * A feedback or review mail as a guest would get it: in the colours of the hotspot's captive portal, with its title and who it comes
 * from; placeholders filled in. Null when nothing is left of the body once it is clean.
 */
export function testMailOf(
  { look, subjects }: HotspotMails,
  kind: keyof typeof SAMPLE_URL,
  { body, to, subject }: SendTestMail,
): Mail | null {
  const clean = sanitized(body).trim();
  if (clean === '') return null;
  const url = SAMPLE_URL[kind];
  const content = filledBody(clean, look, url);
  const logo = logoOf(look);
  return {
    to,
    subject: filledSubject(subject || subjects[kind], look, url),
    text: [look.dress.captive_2_title, '', plainTextOf(content), '', '--', ...sendersOf(look)].join('\n'),
    html: [
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background-color:${groundOf(look)}">`,
      dressedMail(content, look, logo && `cid:${LOGO}`),
      `</body></html>`,
    ].join('\n'),
    ...(logo && {
      attachments: [{ cid: LOGO, filename: 'logo', contentType: logo.type, content: Buffer.from(logo.base64, 'base64') }],
    }),
  };
}

/** How the page calls the logo that goes along. */
const LOGO = 'logo@portico';
