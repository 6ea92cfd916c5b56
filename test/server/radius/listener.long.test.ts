/** The real server, asked by radclient. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { attribute, encodePacket, CODE, decodePacket } from '../../../src/server/radius/codec';
import {
  consent_texts,
  consents,
  hotspot_preferences,
  session_histories,
  sessions,
  units,
  hotspot_vouchers,
  unit_refusals,
} from '../../../src/server/database/schema';
import { exchange } from '../../../src/server/radius/exchange';
import { radclient, exchanged } from '../../support/radius/freeradius';
import fc from '../../support/run/property';
import { insertGuest, insertUnit } from '../../factories/rows';
import { listening, failures, HOTSPOT, NOW, UNIT, encoded } from './listenerTests';
import { needing } from '../../support/run/needing';

const test = needing('PORTICO_TEST_FREERADIUS');

const { server, port, counted, flush, voucher, contactOf, newUnit } = listening();

const fromUnit = ['NAS-Identifier = "radius-unit"', 'Calling-Station-Id = "02-00-00-00-00-01"'];
const signed = [...fromUnit, 'Message-Authenticator = 0x00'];
const loginBy = (code: string, more: string[] = signed) =>
  radclient('auth', port('authentication'), [`User-Name = "${code}"`, `User-Password = "${code}"`, ...more]);

describe('a RADIUS login', () => {
  test('gets more attributes for units of known vendors', async () => {
    await voucher('vendors', { kbps_down: 2000, max_navigation_traffic: 5_000_000_000 });
    const mikrotik = await loginBy('vendors', [...signed, 'Mikrotik-Host-IP = 10.5.50.2']);
    for (const line of ['Mikrotik-Rate-Limit = "0/2000k"', 'Mikrotik-Total-Limit = 705032704', 'Mikrotik-Total-Limit-Gigawords = 1']) {
      expect(mikrotik.output).toContain(line);
    }
    const chilli = await loginBy('vendors', [...signed, 'ChilliSpot-Version = "1.6"']);
    for (const line of ['ChilliSpot-Bandwidth-Max-Down = 2000', 'ChilliSpot-Max-Total-Octets = 705032704'])
      expect(chilli.output).toContain(line);
  });

  test('is accepted by the device for a MAC entry in any notation', async () => {
    await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      username: '02-00-00-00-0A-01',
      account_type: 'mac',
      created: NOW,
      valid_until: new Date('2027-01-01T00:00:00Z'),
    });
    const own = ['NAS-Identifier = "radius-unit"', 'Message-Authenticator = 0x00'];
    const accepted = await loginBy('02:00:00:00:0a:01', [...own, 'Calling-Station-Id = "0200.0000.0a01"']);
    expect(accepted.output).toContain('Received Access-Accept');
    // A guest who enters the MAC address of another device.
    const typed = await loginBy('02:00:00:00:0a:01', [...own, 'Calling-Station-Id = "02-00-00-00-0A-02"']);
    expect(typed.output).toContain('Received Access-Reject');
  });

  test('is verified whether the unit sends its identifier, its name or its address', async () => {
    await voucher('anyname');
    const device = ['Calling-Station-Id = "02-00-00-00-00-01"', 'Message-Authenticator = 0x00'];
    for (const who of [
      'NAS-Identifier = "radius-unit"',
      'NAS-Identifier = "Lobby router"',
      'Called-Station-Id = "00-11-22-33-44-55:Guests"',
    ]) {
      expect((await loginBy('anyname', [...device, who])).output).toContain('Received Access-Accept');
    }
  });
});

describe('silence', () => {
  test('answers accounting with a wrong secret or without a session', async () => {
    const lines = ['Acct-Status-Type = Start', 'NAS-Identifier = "radius-unit"'];
    const forged = await radclient('acct', port('accounting'), [...lines, 'Acct-Session-Id = "forged"'], { secret: 'another', seconds: 1 });
    const nameless = await radclient('acct', port('accounting'), lines, { seconds: 1 });
    for (const { output } of [forged, nameless]) expect(output).not.toContain('Received');
    expect(await server.db().$count(sessions, eq(sessions.session_key, 'forged'))).toBe(0);
  });

  test('answers what belongs to the other port', async () => {
    const before = counted('malformed');
    const run = await radclient('acct', port('authentication'), ['Acct-Status-Type = Start', 'Acct-Session-Id = "x"', ...fromUnit], {
      seconds: 1,
    });
    expect(run.output).not.toContain('Received');
    expect(counted('malformed')).toBe(before + 1);
  });
});

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

  test('has sessions with their times of arrival when its clock starts in 1970', async () => {
    await newUnit('epoch');
    const lines = ['NAS-Identifier = "epoch"', 'Acct-Session-Id = "e-1"', 'Event-Timestamp = "Jan  1 1970 00:02:00 UTC"'];
    const report = (...more: string[]) => radclient('acct', port('accounting'), [...lines, ...more]);
    await report('Acct-Status-Type = Start');
    await report('Acct-Status-Type = Stop', 'Acct-Session-Time = 0', 'Acct-Input-Octets = 1', 'Acct-Output-Octets = 2');
    const [ended] = await server.db().select().from(session_histories).where(eq(session_histories.session_key, 'e-1'));
    expect(ended).toMatchObject({ start_time: NOW, stop_time: NOW, duration: 0, bytes_down: 2 });
    expect((await contactOf('epoch'))?.clock_ahead).toBe(Math.round((120_000 - NOW.getTime()) / 1000));
  });

  test('is distinguished by its address from another with the same name and secret', async () => {
    const twins = ['02-5E-00-00-01-01', '02-5E-00-00-01-02'];
    for (const mac_address of twins)
      await insertUnit(server.db(), { ...UNIT, uuid: `twin-${mac_address}`, mac_address, name: 'twin', hotspot_id: HOTSPOT, created: NOW });
    for (const mac of twins)
      await radclient('acct', port('accounting'), [
        'NAS-Identifier = "twin"',
        `Called-Station-Id = "${mac}:Guests"`,
        'Acct-Status-Type = Start',
        'Acct-Session-Id = "twins"',
      ]);
    const running = await server.db().select().from(sessions).where(eq(sessions.session_key, 'twins')).orderBy(asc(sessions.unit_mac));
    expect(running.map(({ unit_mac }) => unit_mac)).toEqual(twins);
    expect(new Set(running.map(({ unit_id }) => unit_id)).size).toBe(2);
  });

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

describe('the text of a refusal', () => {
  const words = async (code: string, password = code) => {
    const lines = [
      `User-Name = "${code}"`,
      `User-Password = "${password}"`,
      'NAS-Identifier = "radius-unit"',
      'Message-Authenticator = 0x00',
    ];
    const { output } = await radclient('auth', port('authentication'), lines);
    return /Reply-Message = "(.*)"/.exec(output)?.[1];
  };
  const agreeIn = async (guestId: number, language: string, at: Date) => {
    await server.db().insert(consent_texts).values({ hash: 'terms', body: 'Terms', created: NOW }).onConflictDoNothing();
    const about = { hotspot_id: HOTSPOT, user_id: guestId, unit_id: 0, purpose: 'terms' as const, is_given: true, text_hash: 'terms' };
    await server
      .db()
      .insert(consents)
      .values({ ...about, language, at });
  };

  test("is in the language of the guest's last consent, else in the hotspot’s, else in English", async () => {
    const guestId = await voucher('worded', { valid_until: new Date('2026-11-01T00:00:00Z') });
    expect(await words('worded')).toBe('Your access has expired.');
    await server.db().insert(hotspot_preferences).values({ hotspot_id: HOTSPOT, key: 'guest_language', value: 'it' });
    expect(await words('worded')).toBe('Il Suo accesso è scaduto.');
    await agreeIn(guestId, 'fr', NOW);
    await agreeIn(guestId, 'de', new Date(NOW.getTime() - 1000));
    expect(await words('worded')).toBe('Votre accès a expiré.');
    // The message's language doesn't reveal either whether there is such a guest.
    const unknown = 'Questo codice o questa password qui non è valida.';
    expect([await words('worded', 'guessed'), await words('no-such-code')]).toEqual([unknown, unknown]);
    await server.db().delete(hotspot_preferences).where(eq(hotspot_preferences.key, 'guest_language'));
  });
});

test('invalid packets are ignored, and valid ones among them are answered', async () => {
  await voucher('between');
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const junk = fc.sample(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .record({ code: fc.constantFrom(1, 4, 12, 40), id: fc.nat(255), type: fc.nat(255), value: fc.uint8Array({ maxLength: 50 }) })
        .map(({ code, id, type, value }) =>
          encodePacket({
            code,
            id,
            authenticator: Buffer.alloc(16, id),
            attributes: [attribute('NAS-Identifier', 'radius-unit'), { vendor: 0, type, value: Buffer.from(value) }],
          }),
        ),
    ),
    { numRuns: 500, seed: 5 },
  );
  for (const [nth, bytes] of junk.entries()) {
    for (const service of ['authentication', 'accounting'] as const) socket.send(bytes, port(service), '127.0.0.1');
    // Few enough at once that none is dropped.
    if (nth % 10 === 0) await exchanged(encoded([]).bytes, port('authentication'));
  }
  socket.close();
  expect((await loginBy('between')).output).toContain('Received Access-Accept');
  expect(failures).toEqual([]);
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
    await pause(2500);
  });
  await held;
  const packet = encoded([attribute('User-Name', 'delayed'), attribute('Calling-Station-Id', '02-00-00-00-00-04')]);
  const requested = exchange(packet.bytes, { address: '127.0.0.1', port: port('authentication') }, [1000, 1000, 30_000], decodePacket);
  await holding;
  expect(await requested).toMatchObject({ code: CODE.accessReject });
});
