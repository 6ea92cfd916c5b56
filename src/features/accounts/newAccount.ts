import { ACCOUNT_FIELDS, type AccountField } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import type { CreateAccount } from '../../contract/accounts';
import type { Role } from '../../contract/plain/roles';

export type CreatedType = 'customer' | 'desk' | 'reseller';

/** `hotspotId` and `planId` 0: none chosen. */
export interface AccountForm extends Record<AccountField, string> {
  type: CreatedType;
  uuid: string;
  username: string;
  password: string;
  confirmation: string;
  /** Whether the password only lets its owner choose another. */
  isOneTime: boolean;
  hotspotId: number;
  planId: number;
}

/** Account types this role can create, the default first (ACL-11, ACL-12). */
export function offeredTypes(creator: Role): readonly [CreatedType, ...CreatedType[]] {
  return creator === 'admin' ? ['reseller', 'customer', 'desk'] : ['customer', 'desk'];
}

/** Without characters that are easily confused on paper. */
const PASSWORD_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Prescribed by ACL-10. */
const PASSWORD_LENGTH = 8;

/** A random initial password: 8 letters and digits, with at least one upper-case letter, lower-case letter and digit. */
export function generatedPassword(): string {
  const password = Array.from({ length: PASSWORD_LENGTH }, randomCharacter).join('');
  return [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(password)) ? password : generatedPassword();
}

/** Rejects bytes beyond the last full multiple of the alphabet's size, so that every character is equally likely. */
function randomCharacter(): string {
  const count = PASSWORD_ALPHABET.length;
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < Math.floor(256 / count) * count ? PASSWORD_ALPHABET.charAt(byte % count) : randomCharacter();
}

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts, and not every console has TLS. */
export function generatedUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The request body: customers and desks have a hotspot, resellers a plan; the other id is 0. */
export function toCreateAccount({ type, uuid, username, password, isOneTime, hotspotId, planId, ...texts }: AccountForm): CreateAccount {
  return {
    uuid: uuid.trim(),
    username: username.trim(),
    ...each(namesOf(ACCOUNT_FIELDS), (field) => texts[field].trim()),
    type,
    password,
    hotspot_id: type === 'reseller' ? 0 : hotspotId,
    subscription_plan_id: type === 'reseller' ? planId : 0,
    ...(isOneTime && { one_time_password: true }),
  };
}
