import { expect } from '@jest/globals';
import { z } from 'zod';
import { guest } from '../../src/contract/guests';
import { pageOf } from '../../src/contract/lists';
import { session } from '../../src/contract/sessions';
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
