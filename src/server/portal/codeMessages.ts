/** The messages with codes. */
import type { PortalLanguage } from '../../contract/plain/wire';
import { portalText } from '../../portal/texts';
import type { OutboxContent } from '../database/jsonColumns';
import type { UnitPortal } from './queries';

interface CodeMail {
  language: PortalLanguage;
  code: string;
  hotspotName: string;
  /** Confirms the address without entering the code. */
  link?: string | undefined;
}

/** A code by e-mail. */
export function mailWithCode({ language, code, hotspotName, link }: CodeMail): OutboxContent {
  const text = [
    portalText(language, 'email_mail_code', { code, hotspot: hotspotName }),
    ...(link === undefined ? [] : [portalText(language, 'email_mail_link', { link })]),
  ].join('\n\n');
  return { channel: 'mail', mail: { subject: portalText(language, 'email_mail_subject', { code }), text } };
}

interface CodeText {
  portal: Pick<UnitPortal, 'unitId' | 'hotspotName'>;
  language: PortalLanguage;
  code: string;
}

/** A code by SMS. Each SMS is counted against the quota before it is sent, because it costs money. */
export function textWithCode({ portal: { unitId, hotspotName }, language, code }: CodeText): OutboxContent {
  return { channel: 'sms', unitId, text: portalText(language, 'sms_text', { code, hotspot: hotspotName.slice(0, 40) }) };
}
