/** How packets wait for the database among other calls, and what is reported about packets of unknown units. */
import { afterEach, expect, test } from '@jest/globals';
import type { Db } from '../../../src/server/database/db';
import { BusyError, QueryQueue, withPriority } from '../../../src/server/database/queryQueue';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { refusedPacketWarnings, type RefusedPacket } from '../../../src/server/radius/refusals';
import { radiusService } from '../../../src/server/radius/service';

const failures: unknown[] = [];
const FROM = { address: '192.0.2.1', port: 1024, isReliable: false };
const packet = (code: number) => encodeRequest({ code, id: 1, attributes: [attribute('NAS-Identifier', 'unknown')] }, 'secret').bytes;

interface Query {
  from: () => Query;
  /** Awaited directly, it returns no rows: that is how all secrets are read. */
  where: () => Query & never[];
  leftJoin: () => Query;
  orderBy: () => Query;
  limit: () => Query;
  prepare: () => { execute: () => Promise<never[]> };
}

/** A service whose database has no units; its query for a unit calls `run`. */
function serviceOn(run: () => Promise<never[]>, onRefused?: (packet: RefusedPacket) => void) {
  const query: Query = {
    from: () => query,
    leftJoin: () => query,
    orderBy: () => query,
    limit: () => query,
    prepare: () => ({ execute: run }),
    where: () => Object.assign<never[], Query>([], query),
  };
  return radiusService({
    db: { select: () => query } as unknown as Db,
    clock: () => new Date(),
    zone: 'UTC',
    onFailure: (error) => void failures.push(error),
    onRefused,
  });
}

afterEach(() => expect(failures).toEqual([]));

test.each([
  ['a log-in goes before a list', CODE.accessRequest, 'authentication', ['packet', 'list']],
  ['a report waits its turn', CODE.accountingRequest, 'accounting', ['list', 'packet']],
] as const)('%s', async (_, code, port, expected) => {
  const queue = new QueryQueue({ concurrency: 1 });
  const order: string[] = [];
  const service = serviceOn(() =>
    queue.run(async () => {
      order.push('packet');
      return [];
    }),
  );
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const occupied = queue.run(() => held);
  const list = withPriority('usual', () => queue.run(async () => void order.push('list')));
  const received = service.receive(port, packet(code), FROM, async () => undefined);
  free();
  await Promise.all([occupied, list, received]);
  expect(order).toEqual(expected);
  expect(service.counts().unknown_unit).toBe(1);
  await service.close();
});

test('packets of a kind that come together look up their unit once', async () => {
  let lookups = 0;
  const service = serviceOn(async () => {
    lookups += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return [];
  });
  const sent = (code: number, id: number) =>
    encodeRequest({ code, id, attributes: [attribute('NAS-Identifier', 'unknown')] }, 'secret').bytes;
  const logIns = [1, 2, 3].map((id) => service.receive('authentication', sent(CODE.accessRequest, id), FROM, async () => undefined));
  const reports = [4, 5].map((id) => service.receive('accounting', sent(CODE.accountingRequest, id), FROM, async () => undefined));
  expect(await Promise.all([...logIns, ...reports])).toEqual(Array(5).fill('unknown_unit'));
  expect(lookups).toBe(2);
  await service.close();
});

test('a packet without room at the database is dropped without an error', async () => {
  const service = serviceOn(() => Promise.reject(new Error('query failed', { cause: new BusyError() })));
  await service.receive('authentication', packet(CODE.accessRequest), FROM, async () => undefined);
  expect(service.counts()).toMatchObject({ dropped: 1, failed: 0 });
  await service.close();
});

test('packets of an unknown unit leave one line per sender and name, and few in all', async () => {
  const reported: RefusedPacket[] = [];
  const service = serviceOn(
    async () => [],
    refusedPacketWarnings((refused) => void reported.push(refused)),
  );
  const other = { ...FROM, address: '192.0.2.2' };
  for (let round = 0; round < 100; round += 1) {
    await service.receive('authentication', packet(CODE.accessRequest), FROM, async () => undefined);
    await service.receive('authentication', packet(CODE.accessRequest), other, async () => undefined);
  }
  expect(reported).toEqual([
    { address: '192.0.2.1', name: 'unknown' },
    { address: '192.0.2.2', name: 'unknown' },
  ]);
  await service.close();

  const warn = refusedPacketWarnings((refused) => void reported.push(refused));
  for (let at = 0; at < 1000; at += 1) warn({ address: '192.0.2.1', name: `invented ${at}` });
  expect(reported).toHaveLength(2 + 100);
});
