import { SAMPLE_URL } from '../../contract/plain/mail';
import type { SendTestMail } from '../../contract/marketing';
import type { Mail } from '../messages/mailer';
import { guestMailOf } from './guestMail';
import type { HotspotMails } from './queries';

/** A feedback or review mail as a guest would get it, with a sample link. Null if nothing is left of the body after sanitising. */
export function testMailOf(
  { look, subjects }: HotspotMails,
  kind: keyof typeof SAMPLE_URL,
  { body, subject }: Omit<SendTestMail, 'to'>,
): Omit<Mail, 'to'> | null {
  return guestMailOf(look, { subject: subject || subjects[kind], body, url: SAMPLE_URL[kind] });
}
