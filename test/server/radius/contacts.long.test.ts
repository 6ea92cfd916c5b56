import { expect, test } from '@jest/globals';
import { asc, desc, eq } from 'drizzle-orm';
import { unitContactBuffer } from '../../../src/server/radius/contacts';
import { unit_contacts, unit_refusals, units } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';
import { contact } from '../../factories/contact';

const server = serve();
const DAY = 86_400_000;
const clock = { now: new Date('2026-11-22T09:30:00Z') };
const failures: unknown[] = [];
const contactsHere = () =>
  unitContactBuffer(
    server.db(),
    () => clock.now,
    (error) => void failures.push(error),
  );

async function firstUnit(): Promise<number> {
  const [unit] = await server.db().select().from(units).orderBy(asc(units.id)).limit(1);
  return unit?.id ?? 0;
}

test('the latest contact of each unit is stored, and collected ones are written on closing', async () => {
  const unitId = await firstUnit();
  const contacts = contactsHere();
  contacts.record(contact(unitId, { clockAhead: 5, software: '1.6', nasIdentifier: 'lobby' }));
  contacts.record(contact(unitId, { address: '192.0.2.2', kind: 'mikrotik' }));
  contacts.record(contact(999_999, { address: '192.0.2.3' }));
  await contacts.close();
  expect(await server.db().select().from(unit_contacts)).toEqual([
    {
      unit_id: unitId,
      heard: clock.now,
      address: '192.0.2.2',
      kind: 'mikrotik',
      clock_ahead: 5,
      software: '1.6',
      is_http_signed: null,
      nas_identifier: 'lobby',
    },
  ]);
});

test('forged senders fill neither memory nor table, and old ones are deleted', async () => {
  const unitId = await firstUnit();
  const contacts = contactsHere();
  for (let sender = 0; sender < 5000; sender += 1)
    contacts.refused([unitId, 999_999], `10.0.${sender >> 8}.${sender & 255}`, 'wrong_secret');
  await contacts.flush();
  const mine = server.db().select().from(unit_refusals).where(eq(unit_refusals.unit_id, unitId)).orderBy(desc(unit_refusals.last));
  expect(await mine).toHaveLength(20);

  clock.now = new Date(clock.now.getTime() + DAY);
  contacts.refused([unitId], '192.0.2.9', 'not_signed');
  await contacts.flush();
  const later = await mine;
  expect(later).toHaveLength(20);
  expect(later[0]).toMatchObject({ address: '192.0.2.9', outcome: 'not_signed', packets: 1 });

  clock.now = new Date(clock.now.getTime() + 7 * DAY - 1);
  contacts.refused([unitId], '192.0.2.9', 'not_signed');
  await contacts.close();
  expect(await mine).toMatchObject([{ address: '192.0.2.9', packets: 2 }]);
  expect(failures).toEqual([]);
});
