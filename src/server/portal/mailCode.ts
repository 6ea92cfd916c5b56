import type { PortalLanguage } from '../../contract/wire';
import { portalText } from '../../portal/texts';
import type { Deps } from '../deps';

interface CodeMail {
  email: string;
  language: PortalLanguage;
  code: string;
  hotspotName: string;
  /** That confirms the address without the code. */
  link?: string | undefined;
}

/** Sends a code by e-mail. False if it wasn't sent. */
export async function mailCode({ mailer }: Pick<Deps, 'mailer'>, { email, language, code, hotspotName, link }: CodeMail): Promise<boolean> {
  const text = [
    portalText(language, 'email_mail_code', { code, hotspot: hotspotName }),
    ...(link === undefined ? [] : [portalText(language, 'email_mail_link', { link })]),
  ].join('\n\n');
  return (await mailer.send({ to: email, subject: portalText(language, 'email_mail_subject', { code }), text })) === 'sent';
}
