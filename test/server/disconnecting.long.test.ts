/**
 * Disconnecting a running session from the console: the unit's answer is shown, and only sessions that a unit reports can be disconnected.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { history, session } from '../../src/contract/sessions';
import type { DisconnectTarget } from '../../src/server/access/reachQueries';
import { recordReport } from '../../src/server/access/sessionQueries';
import { audit_entries, session_histories, sessions, unit_contacts, units } from '../../src/server/database/schema';
import type { CoaOutcome } from '../../src/server/radius/coa';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const requested: DisconnectTarget[] = [];
let says: CoaOutcome | Error = { outcome: 'acknowledged' };
const server = serve({
  endSession: async (one) => {
    requested.push(one);
    if (says instanceof Error) throw says;
    return says;
  },
});

const AT = RECORDED_AT.getTime();
const UNIT = 1;
let count = 0;

/** Stores what the unit reports about the last guest's session. */
const report = (key: string, event: Parameters<typeof recordReport>[2]['event']) =>
  recordReport(
    server.db(),
    { id: UNIT, mac: '', hotspotId: 1 },
    { key, username: `guest-${count}`, deviceMac: '02-00-00-00-00-01', guestId: null, event },
  );

/** A session of hotspot 1 that its unit reports. Returns its id while it is running, otherwise that of its history row. */
async function reported(kind: 'interim' | 'stop' = 'interim', cause = ''): Promise<number> {
  count += 1;
  const key = `reported-${count}`;
  await report(key, { kind, at: AT, seconds: 60, up: 1, down: 2, isWide: true, cause });
  const table = kind === 'stop' ? session_histories : sessions;
  const [row] = await server.db().select({ id: table.id }).from(table).where(eq(table.session_key, key));
  return row?.id ?? 0;
}

beforeEach(async () => {
  requested.length = 0;
  says = { outcome: 'acknowledged' };
  const contact = { unit_id: UNIT, heard: RECORDED_AT, address: '198.51.100.7', kind: 'generic' };
  await server.db().insert(unit_contacts).values(contact).onConflictDoNothing();
  await server.db().update(units).set({ secret: 'unit secret' }).where(eq(units.id, UNIT));
});

const end = (id: number, as = 'reseller1') => server.as(as).post(`/api/sessions/${id}/disconnect`, {});
const canEnd = async (id: number) => session.parse((await server.as('reseller1').get(`/api/sessions/${id}`)).body).can_disconnect;

describe('disconnecting a session', () => {
  test.each<[CoaOutcome | Error, object]>([
    [{ outcome: 'acknowledged' }, { outcome: 'acknowledged', cause: '' }],
    [{ outcome: 'unknown there' }, { outcome: 'ended', cause: '' }],
    [
      { outcome: 'refused', cause: 'administratively prohibited' },
      { outcome: 'refused', cause: 'administratively prohibited' },
    ],
    [{ outcome: 'no answer' }, { outcome: 'no_answer', cause: '' }],
    [new Error('no route to host'), { outcome: 'no_answer', cause: '' }],
  ])("identifies it as its unit does, and returns the unit's answer: %p", async (identity, answer) => {
    says = identity;
    const id = await reported();
    expect(await canEnd(id)).toBe(true);
    expect(await end(id)).toMatchObject({ status: 200, body: answer });
    expect(requested).toEqual([
      {
        sessionId: id,
        unitId: UNIT,
        address: '198.51.100.7',
        port: 3799,
        secret: 'unit secret',
        key: `reported-${count}`,
        username: `guest-${count}`,
        deviceMac: '02-00-00-00-00-01',
        nasIdentifier: '',
      },
    ]);
  });

  test('uses the fixed address and port of its unit, if set', async () => {
    const id = await reported();
    await server.db().update(units).set({ address: '192.0.2.44', coa_port: 4799 }).where(eq(units.id, UNIT));
    await end(id);
    await server.db().update(units).set({ address: '', coa_port: 3799 }).where(eq(units.id, UNIT));
    expect(requested).toMatchObject([{ address: '192.0.2.44', port: 4799 }]);
  });

  test('is allowed to all who see it, and to nobody else', async () => {
    const id = await reported();
    for (const as of ['admin', 'reseller1', 'customer11', 'desk11']) expect(await end(id, as)).toMatchObject({ status: 200 });
    expect(requested).toHaveLength(4);
    expect(await end(id, 'reseller2')).toMatchObject({ status: 404, body: { message: 'No session found!' } });
    expect(requested).toHaveLength(4);
  });

  test('happens once, however often the request is repeated', async () => {
    const id = await reported();
    const repeated = () => server.as('desk11').post(`/api/sessions/${id}/disconnect`, {}, { 'Idempotency-Key': `end-${id}` });
    expect([(await repeated()).body, (await repeated()).body]).toEqual([
      { outcome: 'acknowledged', cause: '' },
      { outcome: 'acknowledged', cause: '' },
    ]);
    expect(requested).toHaveLength(1);
  });
});

test('adds one audit entry with the person for each request to the unit', async () => {
  const entries = () => server.db().select().from(audit_entries).where(eq(audit_entries.action, 'sessions.disconnect'));
  const before = (await entries()).length;
  await end(await reported(), 'desk11');
  await end(1);
  expect(await entries()).toHaveLength(before + 1);
  const [latest] = await server.db().select().from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
  expect(latest).toMatchObject({
    account_name: 'desk11',
    action: 'sessions.disconnect',
    kind: 'unit',
    object_id: UNIT,
    hotspot_id: 1,
    changes: [
      { field: 'session_key', old: null, new: `reported-${count}` },
      { field: 'outcome', old: null, new: 'acknowledged' },
    ],
  });
});

test("returns with the session the unit's last answer and its cause", async () => {
  const id = await reported();
  const last = async () => session.parse((await server.as('desk11').get(`/api/sessions/${id}`)).body).last_request;
  expect(await last()).toBeUndefined();
  says = { outcome: 'no answer' };
  await end(id);
  expect(await last()).toMatchObject({ what: 'disconnect', outcome: 'no_answer', cause: '' });
  says = { outcome: 'refused', cause: 'session cannot be removed' };
  await end(id);
  expect(await last()).toMatchObject({ what: 'disconnect', outcome: 'refused', cause: 'session cannot be removed' });
});

test('the page of a session that has ended finds it by the id that it had, only within its scope', async () => {
  const running = await reported();
  const key = `reported-${count}`;
  await report(key, { kind: 'stop', at: AT + 60_000, seconds: 120, up: 1, down: 2, isWide: true, cause: '' });
  const read = (as: string) => server.as(as).get(`/api/histories/${running}?by=session_id`);
  expect((await server.as('customer11').get(`/api/sessions/${running}`)).status).toBe(404);
  expect(history.parse((await read('customer11')).body).session_key).toBe(key);
  expect((await read('reseller2')).status).toBe(404);
});

test('a session that no unit reports is not disconnected', async () => {
  expect(await canEnd(1)).toBe(false);
  expect(await end(1)).toMatchObject({ status: 200, body: { outcome: 'not_reported', cause: '' } });
  expect(requested).toEqual([]);
});

test('the reason why a session ended is in its history, where known', async () => {
  const [known, unknown] = [await reported('stop', 'idle_timeout'), await reported('stop')];
  const read = async (id: number) => history.parse((await server.as('reseller1').get(`/api/histories/${id}`)).body);
  expect(await read(known)).toMatchObject({ terminate_cause: 'idle_timeout' });
  expect(await read(unknown)).not.toHaveProperty('terminate_cause');
  const { body } = await server.as('reseller1').get('/api/histories?limit=25&hotspot=1');
  expect((body as { data: unknown[] }).data).toContainEqual(expect.objectContaining({ id: known, terminate_cause: 'idle_timeout' }));
});
