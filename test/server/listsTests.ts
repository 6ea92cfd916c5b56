import { expect } from '@jest/globals';
import { z } from 'zod';
import { guest } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import { session } from '../../src/contract/sessions';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

export const server = serve();

/** Unicode's order of texts, in which lists are sorted. */
export const ICU = new Intl.Collator('en');

export async function list<R extends z.ZodType>(row: R, path: string, as = 'admin') {
  const { status, body } = await server.as(as).get(`/api/${path}`);
  expect({ path, status }).toEqual({ path, status: 200 });
  return pageOf(row).parse(body);
}

export const guests = (query: string, as?: string) => list(guest, `users?${query}`, as);
export const running = (query: string, as?: string) => list(session, `sessions?${query}`, as);

const parameter = z.object({ name: z.string(), schema: z.object({ enum: z.array(z.string()).optional() }) });
export const documentation = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ parameters: z.array(parameter).optional() }).optional() })),
});

/** PostgreSQL sorts null last. */
export function keyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : '\uffff';
}

/** A guest with letters of another alphabet, and numbers to be found by. */
export const SOREN = {
  hotspot_id: 2,
  name: 'Søren Kierkegaard',
  username: '+4512345678',
  email: 'sk@example.dk',
  account_type: 'sms',
  kbps_down: 7171,
  kbps_up: 8282,
  max_navigation_traffic: 9_393_000_000_000,
  max_navigation_time: 6464,
  valid_until: new Date(RECORDED_AT.getTime() + 1000),
  created: RECORDED_AT,
};
