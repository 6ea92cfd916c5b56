import { renderMail, filledBody, filledSubject, backgroundOf, logoOf, SAMPLE_URL, sendersOf } from '../../contract/mail';
import type { SendTestMail } from '../../contract/marketing';
import type { Mail } from '../messages/mailer';
import { sanitized } from '../http/sanitizeHtml';
import { plainTextOf } from './plainText';
import type { HotspotMails } from './queries';

/**
 * A feedback or review mail as a guest would get it: styled like the captive portal, with its title and sender, and with placeholders
 * filled in. Null if nothing is left of the body after sanitising.
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
    text: [look.style.captive_2_title, '', plainTextOf(content), '', '--', ...sendersOf(look)].join('\n'),
    html: [
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background-color:${backgroundOf(look)}">`,
      renderMail(content, look, logo && `cid:${LOGO}`),
      `</body></html>`,
    ].join('\n'),
    ...(logo && {
      attachments: [{ cid: LOGO, filename: 'logo', contentType: logo.type, content: Buffer.from(logo.base64, 'base64') }],
    }),
  };
}

/** Content-ID of the attached logo. */
const LOGO = 'logo@portico';
