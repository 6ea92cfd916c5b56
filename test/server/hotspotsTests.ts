import { beforeAll, expect } from '@jest/globals';
import { z } from 'zod';
import { hotspot as oneHotspot } from '../../src/contract/hotspots';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

export const server = serve();

export const NEW = {
  name: 'new-place.example',
  description: 'New Place',
  business_name: 'New srl',
  business_vat: 'IT1',
  business_address: 'Via 1',
  business_email: 'n@example.com',
};

/** In the fixture reseller2's privacy fields are missing, so it may not create hotspots. */
beforeAll(async () => {
  const privacy = { privacy_name: 'Reseller 2 srl', privacy_vat: '2', privacy_address: 'Via 2', privacy_email: 'p2@example.com' };
  expect((await server.as('reseller2').put(`/api/accounts/${accountIdOf('reseller2')}`, privacy)).status).toBe(200);
});

/** Creates a hotspot of reseller1 and returns its id. */
export async function created(body: object = {}): Promise<number> {
  const answer = await server.as('reseller1').post('/api/hotspots', { ...NEW, name: `place-${crypto.randomUUID()}`, ...body });
  expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
  return z.object({ id: z.number() }).parse(answer.body).id;
}

export const read = async (id: number) => oneHotspot.parse((await server.as('reseller1').get(`/api/hotspots/${id}`)).body);

export const changesNothing = changesNothingOn(server);
