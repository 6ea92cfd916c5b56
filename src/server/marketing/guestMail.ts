import {
  renderMail,
  filledBody,
  filledSubject,
  backgroundOf,
  logoOf,
  sendersOf,
  MAIL_TOKENS,
  type MailLook,
} from '../../contract/plain/mail';
import { escaped } from '../../contract/plain/htmlText';
import { sanitized } from '../http/sanitizeHtml';
import { LOGO_CID, type Mail } from '../messages/mailer';
import { plainTextOf } from './plainText';

interface GuestMail {
  subject: string;
  /** HTML as staff wrote it, with placeholders. */
  body: string;
  /** Where the guest answers. */
  url: string;
  /** How the guest can end such mails; absent in test mails. */
  ending?: { text: string; url: string };
}

/**
 * A mail to a guest, styled like the captive portal, with its title and sender, and with placeholders filled in. A guest's mail always
 * contains the link, even if the text lacks it. Null if nothing is left of the body after sanitising.
 */
export function guestMailOf(look: MailLook, { subject, body, url, ending }: GuestMail): Omit<Mail, 'to'> | null {
  const clean = sanitized(body).trim();
  if (clean === '') return null;
  const isLinked = ending === undefined || clean.includes(MAIL_TOKENS.url);
  const content = filledBody(isLinked ? clean : `${clean}<p>${MAIL_TOKENS.url}</p>`, look, url);
  const end = ending && `<p style="margin:24px 0 0;font-size:13px"><a href="${escaped(ending.url)}">${escaped(ending.text)}</a></p>`;
  return {
    subject: filledSubject(subject, look, url),
    text: [
      look.style.captive_2_title,
      '',
      plainTextOf(content),
      '',
      '--',
      ...sendersOf(look),
      ...(ending ? ['', `${ending.text}: ${ending.url}`] : []),
    ].join('\n'),
    html: [
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background-color:${backgroundOf(look)}">`,
      renderMail(content + (end ?? ''), look, logoOf(look) && `cid:${LOGO_CID}`),
      `</body></html>`,
    ].join('\n'),
  };
}

/** The attachments of a hotspot's mails: the captive portal's logo, if it has one. */
export function attachmentsOf(look: MailLook): Mail['attachments'] {
  const logo = logoOf(look);
  return logo ? [{ cid: LOGO_CID, filename: 'logo', contentType: logo.type, content: Buffer.from(logo.base64, 'base64') }] : undefined;
}
