import { expect, test } from '@jest/globals';
import { addressesIn, describeDatabase, isDatabaseUrl } from '../../../src/server/database/databaseUrl';

test.each([
  ['postgres://portico:secret@db.example.com/portico', ['postgres://portico:secret@db.example.com/portico']],
  [
    'postgresql://a,b:5433/portico?sslmode=require',
    ['postgresql://a/portico?sslmode=require', 'postgresql://b:5433/portico?sslmode=require'],
  ],
  ['postgres://portico:p@w@db/x?application_name=a@b', ['postgres://portico:p@w@db/x?application_name=a@b']],
  ['postgres://u:p,w%40@[::1]:5432,[::2]/x', ['postgres://u:p,w%40@[::1]:5432/x', 'postgres://u:p,w%40@[::2]/x']],
])('reads the servers of %s', (url, addresses) => {
  expect(isDatabaseUrl(url)).toBe(true);
  expect(addressesIn(url)).toEqual(addresses);
});

test.each([
  'http://db.example.com/portico',
  'postgres://a,,b/portico',
  'postgres://a:1,b:port/portico',
  'postgres://a,b/portico?target_session_attrs=read-only',
  'postgres://portico:12/34@db.example.com/portico',
  'postgres://portico:12?34@db.example.com/portico',
  'postgres://portico:12#34@db.example.com/portico',
  'postgres://portico:secret@db.example.com/portico#34',
  'a,b',
  '',
])('refuses %s as the address of a database', (url) => expect(isDatabaseUrl(url)).toBe(false));

test.each(['read-write', 'primary'])('accepts target_session_attrs=%s', (target) =>
  expect(isDatabaseUrl(`postgres://a,b/portico?target_session_attrs=${target}`)).toBe(true),
);

test('describes a database without user and password', () =>
  expect(describeDatabase('postgres://portico:secret@a:5432,b/wifi?sslmode=require')).toBe('wifi on a:5432, b'));
