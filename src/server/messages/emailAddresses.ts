/** E-mail addresses typed by guests. One canonical form is stored, mailed and counted, so that another spelling isn't another guest. */
import { domainToASCII, domainToUnicode } from 'node:url';
import isEmail from 'validator/lib/isEmail.js';
import normalizeEmail from 'validator/lib/normalizeEmail.js';
import { EMAIL, MAX_LENGTH } from '../../contract/plain/wire';

/** Invisible characters, which pasted text may contain. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The address in lower case, without invisible characters, its domain in Unicode. Null for anything but a plain address: comments, groups
 * and quoted names would be other spellings of the same mailbox, because mail servers strip them.
 */
export function canonicalEmail(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
    .normalize('NFC');
  if (!EMAIL.test(text) || !isEmail(text)) return null;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  if (domain === '' || !isEmail(`${text.slice(0, at)}@${domain}`)) return null;
  const email = `${text.slice(0, at)}@${domainToUnicode(domain)}`;
  return email.length <= MAX_LENGTH.email ? email : null;
}

/** The mailbox of an address, for counting: without `+tag`, and without anything else that its provider ignores. */
export function mailboxOf(email: string): string {
  const normalized = normalizeEmail(email) || email;
  return normalized.replace(/(?!^)\+[^@]*/, '');
}

/** The canonical form of an address that a guest typed, or why a hotspot with these preferences doesn't accept it. */
export function acceptedEmail(
  typed: string,
  settings: Readonly<Record<string, string>>,
): { email: string } | { refusal: 'email_bad' | 'email_domain'; email?: string } {
  const email = canonicalEmail(typed);
  if (email === null) return { refusal: 'email_bad' };
  return isAllowedDomain(email, settings) ? { email } : { refusal: 'email_domain', email };
}

/** Whether the hotspot accepts e-mail addresses of this domain. */
export function isAllowedDomain(
  email: string,
  { check_email_domain, check_email_domain_list = '' }: Readonly<Record<string, string>>,
): boolean {
  if (check_email_domain !== 'true' || check_email_domain_list === '') return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return check_email_domain_list.split(',').some((one) => domainToUnicode(domainToASCII(one.trim())) === domain);
}
