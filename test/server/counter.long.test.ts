/** The reception's counter: presets, batches, lost tickets, mailed vouchers, the day's summary. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { batch, type Batch } from '../../src/contract/batches';
import { MAX_GUEST_ROWS } from '../../src/contract/plain/guestRows';
import type { Mail } from '../../src/server/messages/mailer';
import { changesNothingOn } from '../support/server/changesNothing';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve, type Answer } from '../support/server/server';

const sent: Mail[] = [];
const server = serve({
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      if (mail.to.startsWith('refused')) return { refused: 'no such mailbox', isPermanent: true };
      sent.push(mail);
      return 'sent';
    },
  },
});
const changesNothing = changesNothingOn(server);
beforeEach(() => {
  server.clock.now = RECORDED_AT;
});

async function batchesOf(hotspot = 2, as = 'reseller1'): Promise<Batch[]> {
  const { status, body } = await server.as(as).get(`/api/voucher_batches/${hotspot}`);
  expect(status).toBe(200);
  return z.array(batch).parse(body);
}

describe('a file of guests', () => {
  const row = (name: string, more: object = {}) => ({ name, email: '', room: '', days: '', ...more });
  const send = (rows: object[], more: object = {}): Promise<Answer> =>
    server.as('reseller1').post('/api/voucher_batches', { hotspot_id: 2, name: 'File', duration: 3, rows, ...more });

  test('has at most ten thousand guests', async () => {
    const rows = Array.from({ length: MAX_GUEST_ROWS }, (_, at) => row(`Guest ${at}`));
    const { status, body } = await send(rows, { hotspot_id: 3 });
    expect({ status, body }).toMatchObject({ status: 201, body: { vouchers: 10_000 } });
    expect(await batchesOf(3)).toMatchObject([{ made: 10_000, left: 10_000 }]);
    expect((await changesNothing(() => send([...rows, row('One more')]))).status).toBe(400);
  });
});
