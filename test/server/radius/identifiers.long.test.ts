/** Units that send another name than the one they are registered with: who is accepted, and what staff read about the others. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { sessions, unit_other_names, units } from '../../../src/server/database/schema';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { ACCT_STATUS, ATTRIBUTES } from '../../../src/server/radius/dictionary';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { radiusService, type RadiusService } from '../../../src/server/radius/service';
import { serve } from '../../support/server/server';

let radius: RadiusService;
const failures: unknown[] = [];
// Before the database closes.
afterAll(async () => {
  await radius.close();
  expect(failures).toEqual([]);
});

const server = serve();

const NOW = new Date('2026-11-22T10:00:00Z');
const LATER = new Date('2026-11-22T10:05:00Z');
let now = NOW;

/** Hotspots 1 and 2 are of different resellers. */
const UNITS = [
  { uuid: 'ab12cd34-aaaa', name: 'Caffè Roma', secret: 'secret of the café', hotspot_id: 1 },
  { uuid: 'groesse', name: 'Größe', secret: 'secret of the size', hotspot_id: 1 },
  { uuid: 'twin-one', name: 'Twin', secret: 'secret of the twins', hotspot_id: 1 },
  { uuid: 'twin-two', name: 'TWIN', secret: 'secret of the twins', hotspot_id: 1 },
  { uuid: 'shared-1', name: 'Shared 1', secret: 'testing123', hotspot_id: 1 },
  { uuid: 'shared-2', name: 'Shared 2', secret: 'testing123', hotspot_id: 2 },
  { uuid: 'same-1', name: 'Same 1', secret: 'secret of one hotspot', hotspot_id: 1 },
  { uuid: 'same-2', name: 'Same 2', secret: 'secret of one hotspot', hotspot_id: 1 },
  { uuid: 'lobby', name: 'MikroTik', secret: 'secret of the lobby', hotspot_id: 1 },
  { uuid: 'moscow', name: 'Кафе Москва', secret: 'secret of Moscow', hotspot_id: 1 },
  { uuid: 'pool', name: 'Pool', secret: 'secret of the pool', hotspot_id: 2 },
];
const secretOf = (uuid: string) => UNITS.find((unit) => unit.uuid === uuid)?.secret ?? '';

beforeAll(async () => {
  const mac = (nth: number) => `02-1D-00-00-00-0${nth.toString(16).toUpperCase()}`;
  await server
    .db()
    .insert(units)
    .values(UNITS.map((unit, nth) => ({ ...unit, mac_address: mac(nth), created: NOW })));
  radius = radiusService({ db: server.db(), clock: () => now, zone: 'Europe/Rome', onFailure: (error) => void failures.push(error) });
});

let sent = 0;

/** Sends the start of a new session. Returns its key, and whether it was answered. */
async function start(
  name: Buffer,
  secret: string,
  { address = '192.0.2.1', location = '' } = {},
): Promise<{ key: string; isAnswered: boolean }> {
  sent += 1;
  const key = `named-${sent}`;
  const attributes = [
    { vendor: 0, type: ATTRIBUTES['NAS-Identifier'].type, value: name },
    attribute('Acct-Status-Type', ACCT_STATUS.start),
    attribute('Acct-Session-Id', key),
    ...(location === '' ? [] : [attribute('WISPr-Location-ID', location)]),
  ];
  const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: sent % 256, attributes }, secret);
  let isAnswered = false;
  await radius.receive('accounting', bytes, { address, port: sent, isReliable: false }, async () => {
    isAnswered = true;
  });
  return { key, isAnswered };
}

/** The uuid of the unit for which the start of a session is recorded, sent under this name. */
async function recordedFor(name: Buffer, secret: string, { location = '' } = {}): Promise<string | undefined> {
  const { key } = await start(name, secret, { location });
  const [found] = await server
    .db()
    .select({ uuid: units.uuid })
    .from(sessions)
    .innerJoin(units, eq(units.id, sessions.unit_id))
    .where(eq(sessions.session_key, key));
  return found?.uuid;
}

/** Sends starts that aren't answered, and waits until they have been recorded as refused. */
async function ignored(name: string, secret: string, { times = 1, address = '192.0.2.1' } = {}): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    expect((await start(Buffer.from(name), secret, { address })).isAnswered).toBe(false);
    await radius.flush();
  }
}

/** What the pages of these units show. */
async function otherNames(...uuids: string[]) {
  const { name, packets, since, last, address } = unit_other_names;
  return server
    .db()
    .select({ uuid: units.uuid, name, packets, since, last, address })
    .from(unit_other_names)
    .innerJoin(units, eq(units.id, unit_other_names.unit_id))
    .where(inArray(units.uuid, uuids))
    .orderBy(units.uuid, name);
}

describe('a unit', () => {
  const utf8 = (text: string) => Buffer.from(text, 'utf8');
  test.each([
    ['its uuid in capitals', utf8('AB12CD34-AAAA')],
    ['its uuid between spaces', utf8('  ab12cd34-aaaa ')],
    ['its uuid with a line break at the end', utf8('ab12cd34-aaaa\r\n')],
    ['its uuid in full-width characters', utf8('ａｂ12cd34-ａａａａ')],
    ['its name', utf8('Caffè Roma')],
    ['its name in capitals', utf8('CAFFÈ ROMA')],
    ['its name with a trailing space', utf8('Caffè Roma ')],
    ['its name with a no-break space', utf8('Caffè\u00a0Roma')],
    ['its name in Latin-1', Buffer.from('Caffè Roma', 'latin1')],
    ['its name with decomposed accents', utf8('Caffè Roma'.normalize('NFD'))],
    ['its name in Latin-1 with a NUL at the end', Buffer.from('Caffè Roma\0', 'latin1')],
  ])('is known by %s', async (_, name) => {
    expect(await recordedFor(name, secretOf('ab12cd34-aaaa'))).toBe('ab12cd34-aaaa');
  });

  test('is known by its name in Latin-1 and capitals', async () => {
    expect(await recordedFor(Buffer.from('GRÖßE', 'latin1'), secretOf('groesse'))).toBe('groesse');
  });

  test('is known by its name in another alphabet', async () => {
    expect(await recordedFor(utf8('Кафе Москва '), secretOf('moscow'))).toBe('moscow');
  });

  test('is known exactly, even if another differs only by capitals', async () => {
    expect(await recordedFor(utf8('TWIN'), secretOf('twin-two'))).toBe('twin-two');
    expect(await recordedFor(utf8('Twin'), secretOf('twin-one'))).toBe('twin-one');
  });

  describe('a unit with its uuid as WISPr-Location-ID', () => {
    test('is known by it if its own name is of no unit', async () => {
      expect(await recordedFor(utf8('router-of-the-lobby'), secretOf('lobby'), { location: 'lobby' })).toBe('lobby');
      expect(await otherNames('lobby')).toEqual([]);
    });

    test('is known by it if its own name is that of another unit with the same secret', async () => {
      expect(await recordedFor(utf8('Twin'), secretOf('twin-two'), { location: 'twin-two' })).toBe('twin-two');
      expect(await recordedFor(utf8('TWIN'), secretOf('twin-one'), { location: 'twin-one' })).toBe('twin-one');
    });

    test('is known by it only with its own secret', async () => {
      const { isAnswered } = await start(utf8('router'), secretOf('moscow'), { location: 'lobby' });
      expect(isAnswered).toBe(false);
    });

    test('is known by its name if the location is of no unit', async () => {
      expect(await recordedFor(utf8('groesse'), secretOf('groesse'), { location: 'isocc=it,cc=39' })).toBe('groesse');
    });
  });
});

describe('the page of a unit', () => {
  const since = NOW;

  test('says under which other name its secret was used, since when and how often', async () => {
    now = NOW;
    await ignored('router-17', secretOf('lobby'), { times: 2 });
    now = LATER;
    await ignored('router-17', secretOf('lobby'));
    expect(await otherNames('lobby')).toEqual([{ uuid: 'lobby', name: 'router-17', packets: 3, since, last: LATER, address: '192.0.2.1' }]);
    now = NOW;
  });

  test('says it although the name is that of another tenant’s unit, which learns nothing', async () => {
    await ignored('mikrotik', secretOf('pool'));
    expect(await otherNames('pool', 'lobby')).toMatchObject([
      { uuid: 'lobby', name: 'router-17' },
      { uuid: 'pool', name: 'mikrotik' },
    ]);
  });

  test('says it of each of the units that share a secret within a hotspot', async () => {
    await ignored('same', secretOf('same-1'));
    expect(await otherNames('same-1', 'same-2')).toMatchObject([
      { uuid: 'same-1', name: 'same' },
      { uuid: 'same-2', name: 'same' },
    ]);
  });

  test('says nothing if units of two hotspots have the secret', async () => {
    await ignored('shared', 'testing123');
    expect(await otherNames('shared-1', 'shared-2')).toEqual([]);
  });

  test('says it if several of its units have that name but for capitals', async () => {
    await ignored('twin ', secretOf('twin-one'));
    expect(await otherNames('twin-one', 'twin-two')).toMatchObject([
      { uuid: 'twin-one', name: 'twin' },
      { uuid: 'twin-two', name: 'twin' },
    ]);
  });

  test('says nothing of packets that no unit’s secret signed', async () => {
    const before = await server.db().$count(unit_other_names);
    await ignored('anybody', 'a wrong secret', { times: 3 });
    expect(await server.db().$count(unit_other_names)).toBe(before);
  });

  test('is reached beside an address that sends packets of invented names', async () => {
    for (let nth = 0; nth < 100; nth += 1) await start(Buffer.from(`invented-${nth}`), 'a wrong secret', { address: '198.51.100.66' });
    await ignored('swimming pool', secretOf('pool'), { address: '192.0.2.9' });
    expect(await otherNames('pool')).toMatchObject([{ name: 'mikrotik' }, { name: 'swimming pool', address: '192.0.2.9' }]);
  });

  test('lists few names, however many are sent with its secret', async () => {
    for (let nth = 0; nth < 60; nth += 1) await ignored(`name-${nth}`, secretOf('same-2'), { address: `203.0.113.${nth}` });
    expect((await otherNames('same-2')).length).toBeLessThanOrEqual(20);
  });

  test('cuts a name of any length, never inside a character', async () => {
    await ignored(`${'x'.repeat(99)}👩 and more`, secretOf('lobby'), { address: '192.0.2.77' });
    expect((await otherNames('lobby')).at(-1)?.name).toBe(`${'x'.repeat(99)}👩`);
  });
});
