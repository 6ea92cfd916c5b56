import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { attribute, CODE, decodePacket } from '../../../src/server/radius/codec';
import { exchange } from '../../../src/server/radius/exchange';
import { hotspot_vouchers, unit_refusals, units } from '../../../src/server/database/schema';
import { radclient } from '../../support/radius/freeradius';
import { NOW, encoded, listening } from './listenerTests';

const { server, port, flush, voucher, contactOf, newUnit } = listening();

describe('a RADIUS unit', () => {
  const refusalsOf = async (uuid: string) => {
    await flush();
    const rows = await server
      .db()
      .select({ refusal: unit_refusals })
      .from(unit_refusals)
      .innerJoin(units, eq(units.id, unit_refusals.unit_id))
      .where(eq(units.uuid, uuid))
      .orderBy(asc(unit_refusals.outcome));
    return rows.map(({ refusal }) => refusal);
  };
  test('is not recorded by packets that it did not send, which are counted by sender', async () => {
    await newUnit('unheard');
    const lines = ['User-Name = "x"', 'User-Password = "x"', 'NAS-Identifier = "unheard"'];
    for (let time = 0; time < 2; time += 1) {
      await radclient('auth', port('authentication'), [...lines, 'Message-Authenticator = 0x00'], { secret: 'another', seconds: 1 });
    }
    await radclient('auth', port('authentication'), lines, { seconds: 1 });
    expect(await contactOf('unheard')).toBeUndefined();
    expect(await refusalsOf('unheard')).toMatchObject([
      { address: '127.0.0.1', outcome: 'not_signed', packets: 1, last: NOW },
      { address: '127.0.0.1', outcome: 'wrong_secret', packets: 2 },
    ]);
    await radclient('auth', port('authentication'), lines, { seconds: 1 });
    expect(await refusalsOf('unheard')).toMatchObject([{ packets: 2 }, { packets: 2 }]);
  });
});

test('a slow answer is sent once, and copies of the request get none of their own', async () => {
  await voucher('delayed');
  let isHeld: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holding = server.db().transaction(async (tx) => {
    await tx.select().from(hotspot_vouchers).where(eq(hotspot_vouchers.code, 'delayed')).for('update');
    isHeld();
    await pause(3500);
  });
  await held;
  const packet = encoded([attribute('User-Name', 'delayed'), attribute('Calling-Station-Id', '02-00-00-00-00-04')]);
  const requested = exchange(packet.bytes, { address: '127.0.0.1', port: port('authentication') }, [1000, 1000, 30_000], decodePacket);
  await holding;
  expect(await requested).toMatchObject({ code: CODE.accessReject });
});
