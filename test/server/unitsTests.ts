import { expect } from '@jest/globals';
import { z } from 'zod';
import { unit } from '../../src/contract/units';
import { CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

export const server = serve();
export const changesNothing = changesNothingOn(server);

let createdCount = 0;
export const fresh = (body: object = {}) => {
  createdCount += 1;
  const digits = createdCount.toString(16).padStart(2, '0');
  return {
    hotspot_id: 1,
    name: 'Lobby',
    mac_address: `02-0F-00-00-00-${digits}`,
    uuid: `lobby-${createdCount}`,
    secret: 'hush-a-long-secret',
    ...body,
  };
};

export async function created(body: object = {}): Promise<number> {
  const answer = await server.as('reseller1').post('/api/units', fresh(body));
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
  return z.object({ id: z.number() }).parse(answer.body).id;
}

/** The unit as a program reads it, with its secret; our own console gets the secret only on demand. */
export const read = async (id: number) =>
  unit.parse((await server.as('reseller1').call('GET', `/api/units/${id}`, undefined, { [CONSOLE_HEADER]: '' })).body);
