import { expect } from '@jest/globals';
import { codeAt, stepAt } from '../../../src/server/second-factor/totp';
import { passwordOf } from '../backEnd/recordings';
import type { Caller, TestServer } from './server';

/** What the app of an owner shows now, or some steps of 30 seconds later. */
export type App = (later?: number) => string;

/** What `PUT /api/second_factor/setup` answers. */
export interface Prepared {
  secret: string;
  recovery_codes: string[];
  setup: string;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret as an app is given it. */
export function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app with this secret. */
export const appWith =
  ({ clock }: Pick<TestServer, 'clock'>, secret: string): App =>
  (later = 0) =>
    codeAt(bytesOf(secret), stepAt(clock.now) + later);

/** Prepares a second factor. */
export const prepare = (here: Caller, username: string) => here.put('/api/second_factor/setup', { current_password: passwordOf(username) });

/** Turns a second factor on, in a session of its owner. */
export async function turnOn(server: Pick<TestServer, 'clock'>, here: Caller, username: string): Promise<Prepared & { app: App }> {
  const prepared = (await prepare(here, username)).body as Prepared;
  const app = appWith(server, prepared.secret);
  expect(await here.put('/api/second_factor', { setup: prepared.setup, factor_code: app() })).toMatchObject({ status: 200 });
  return { ...prepared, app };
}
