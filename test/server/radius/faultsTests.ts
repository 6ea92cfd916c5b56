import { attribute, type Attribute } from '../../../src/server/radius/codec';

export const SECRET = 'a shared secret';

export const reportOf = (unit: string, key: string, status: number, seconds: number, bytes: number): Attribute[] => [
  attribute('NAS-Identifier', unit),
  attribute('Acct-Status-Type', status),
  attribute('Acct-Session-Id', key),
  attribute('User-Name', `guest of ${key}`),
  attribute('Acct-Session-Time', seconds),
  attribute('Acct-Input-Octets', bytes),
  attribute('Acct-Output-Octets', 2 * bytes),
];
