/** What goes wrong in a night: the server starts again, the database is away, somebody floods the port. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { count, eq, isNull, sql, sum } from 'drizzle-orm';
import type { Config } from '../../../src/server/config';
import {
  accounts,
  hotspots,
  session_histories,
  session_reports,
  session_sums,
  sessions,
  units,
  users,
} from '../../../src/server/database/schema';
import { start, type Running } from '../../../src/server/main';
import { attribute, CODE, decodePacket, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import type { RadiusListener } from '../../../src/server/radius/listener';
import type { Outcome } from '../../../src/server/radius/service';
import { newPlace, type Place } from '../../support/server/database';
import { configWithRadius, listenOnFreePorts } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { thorough } from '../../support/run/long';

const SECRET = 'a shared secret';

/** A unit's accounting packets under way, each sent again until it is answered. */
function reporter(port: number) {
  const waiting = new Map<number, (answer: Buffer) => void>();
  let socket: Socket | undefined;
  const open = async () => {
    socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    socket.on('message', (answer) => waiting.get(answer[1] ?? -1)?.(answer));
  };
  const tell = async (id: number, attributes: Attribute[]) => {
    const { bytes, authenticator } = encodeRequest({ code: CODE.accountingRequest, id, attributes }, SECRET);
    const answered = new Promise<true>((resolve) => {
      waiting.set(id, (answer) => {
        const packet = decodePacket(answer);
        // Of a packet that was sent twice the second answer comes when the id is another one's.
        if (typeof packet !== 'string' && answerProof(packet, authenticator, SECRET) === 'proven') resolve(true);
      });
    });
    do socket?.send(bytes, port, '127.0.0.1');
    while (!(await Promise.race([answered, pause(2000, false)])));
  };
  return {
    open,
    close: () => void socket?.close(),
    /** Reports all, 64 at the same time, and calls `onAnswer` after each. */
    tellAll: async (all: readonly Attribute[][], onAnswer: (answers: number) => void = () => undefined) => {
      const left = [...all];
      let answers = 0;
      const each = async (id: number) => {
        for (let next = left.pop(); next; next = left.pop()) {
          await tell(id, next);
          onAnswer((answers += 1));
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, id) => each(id)));
    },
  };
}

const reportOf = (unit: string, key: string, status: number, seconds: number, bytes: number): Attribute[] => [
  ...[attribute('NAS-Identifier', unit), attribute('Acct-Status-Type', status), attribute('Acct-Session-Id', key)],
  ...[attribute('User-Name', `guest of ${key}`), attribute('Acct-Session-Time', seconds)],
  ...[attribute('Acct-Input-Octets', bytes), attribute('Acct-Output-Octets', 2 * bytes)],
];

thorough.describe('a restart during 2,000 running sessions', () => {
  const SESSIONS = 2000;
  const UNITS = ['north', 'east', 'south', 'west'];
  let place: Place;
  let config: Config;
  let running: Running;
  const db = () => running.database.db;

  beforeAll(async () => {
    place = await newPlace('nothing');
    config = await configWithRadius(place);
    running = await start(config);
    const created = new Date();
    const [account] = await db()
      .insert(accounts)
      .values({ uuid: 'owner', type: 'reseller', name: 'Owner', username: 'owner', password_hash: '', created })
      .returning({ id: accounts.id });
    const [hotspot] = await db()
      .insert(hotspots)
      .values({ uuid: 'hotspot', account_id: account?.id ?? 0, name: 'hotspot', created })
      .returning({ id: hotspots.id });
    const unit = { secret: SECRET, hotspot_id: hotspot?.id ?? 0, created };
    for (const uuid of UNITS)
      await db()
        .insert(units)
        .values({ ...unit, uuid, name: uuid, mac_address: uuid });
  });
  afterAll(async () => {
    await running.close();
    await place.remove();
  });

  test('loses none of them, as reports continue the same sessions with correct sums', async () => {
    const unit = reporter(config.radius?.ports.accounting ?? 0);
    await unit.open();
    const all = (status: number, seconds: number, bytes: number) =>
      Array.from({ length: SESSIONS }, (_, nth) => reportOf(UNITS[nth % 4] ?? '', `s-${nth}`, status, seconds, bytes));
    await unit.tellAll(all(ACCT_STATUS.interim, 60, 1000));
    const ids = async () =>
      new Map((await db().select({ key: sessions.session_key, id: sessions.id }).from(sessions)).map(({ key, id }) => [key, id]));
    const before = await ids();
    expect(before.size).toBe(SESSIONS);

    // Away in the middle of the next reports; units ask again.
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      await running.close();
      running = await start(config);
    };
    await unit.tellAll(all(ACCT_STATUS.interim, 360, 5000), (answers) => {
      if (answers === SESSIONS / 4) restarted = restart();
    });
    await restarted;
    expect(await ids()).toEqual(before);
    expect(await db().$count(session_histories)).toBe(0);
    const used = { sessions: count(), up: sum(sessions.bytes_up), down: sum(sessions.bytes_down), seconds: sum(sessions.duration) };
    expect(await db().select(used).from(sessions)).toEqual([
      { sessions: SESSIONS, up: String(SESSIONS * 5000), down: String(SESSIONS * 10_000), seconds: String(SESSIONS * 360) },
    ]);
    expect(await db().$count(session_reports, isNull(session_reports.ended))).toBe(SESSIONS);

    await unit.tellAll(UNITS.map((uuid) => [attribute('NAS-Identifier', uuid), attribute('Acct-Status-Type', ACCT_STATUS.off)]));
    expect(await db().$count(sessions)).toBe(0);
    const told = {
      sessions: sum(session_sums.connections),
      bytes: sum(sql<number>`${session_sums.bytes_up} + ${session_sums.bytes_down}`),
    };
    expect(await db().select(told).from(session_sums).where(eq(session_sums.account_id, 0))).toEqual([
      { sessions: String(SESSIONS), bytes: String(SESSIONS * 15_000) },
    ]);
    unit.close();
  }, 180_000);
});

describe('a single server', () => {
  const server = serve();
  const NOW = new Date('2026-11-22T09:30:00Z');
  let isAway = false;
  const failures: unknown[] = [];
  let radius: RadiusListener;
  const counted = (outcome: Outcome) => radius.counts()[outcome];

  beforeAll(async () => {
    const real = server.db();
    await real.insert(units).values({ uuid: 'night', name: 'night', mac_address: 'night', secret: SECRET, hotspot_id: 1, created: NOW });
    const entry = { hotspot_id: 1, username: '02-00-00-00-0C-01', account_type: 'mac', auto_login: true, created: NOW };
    await real.insert(users).values({ ...entry, valid_until: new Date('2030-01-01T00:00:00Z') });
    /** Fails as a connection does that is refused. */
    const db = new Proxy(real, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver);
        if (!isAway || typeof found !== 'function') return found;
        return () => {
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        };
      },
    });
    radius = await listenOnFreePorts({ db, clock: () => NOW, onFailure: (error) => void failures.push(error) });
  });
  afterAll(async () => {
    await radius.close();
  });

  const loginPacket = (id: number) =>
    encodeRequest(
      {
        ...{ code: CODE.accessRequest, id },
        attributes: [
          ...[attribute('NAS-Identifier', 'night'), attribute('User-Name', '02-00-00-00-0C-01')],
          attribute('Calling-Station-Id', '02-00-00-00-0C-01'),
        ],
      },
      SECRET,
    ).bytes;

  /** The code of the answer; null for silence. */
  async function asked(socket: Socket, bytes: Buffer, port: number, patience: number): Promise<number | null> {
    const answer = once(socket, 'message', { signal: AbortSignal.timeout(patience) }).catch(() => null) as Promise<[Buffer] | null>;
    socket.send(bytes, port, '127.0.0.1');
    return (await answer)?.[0][0] ?? null;
  }

  const socketFrom = async (address: string) => {
    const socket = createSocket('udp4').bind(0, address);
    await once(socket, 'listening');
    return socket;
  };

  test('is silent without its database, so that units retry or use another server, and loses nothing', async () => {
    const unit = await socketFrom('127.0.0.1');
    const { authentication, accounting } = radius.ports;
    const report = (seconds: number) =>
      encodeRequest(
        { code: CODE.accountingRequest, id: 1, attributes: reportOf('night', 'n-1', ACCT_STATUS.interim, seconds, seconds * 10) },
        SECRET,
      ).bytes;
    expect(await asked(unit, report(60), accounting, 5000)).toBe(CODE.accountingResponse);
    isAway = true;
    const [login, later] = [loginPacket(2), report(360)];
    const before = counted('failed');
    for (const [bytes, port] of [
      [login, authentication],
      [later, accounting],
      [later, accounting],
    ] as const)
      expect(await asked(unit, bytes, port, 500)).toBeNull();
    expect(counted('failed')).toBe(before + 3);
    expect(failures).toHaveLength(3);
    isAway = false;
    // The very same packets, sent again.
    expect(await asked(unit, login, authentication, 5000)).toBe(CODE.accessAccept);
    expect(await asked(unit, later, accounting, 5000)).toBe(CODE.accountingResponse);
    const [running] = await server.db().select().from(sessions).where(eq(sessions.session_key, 'n-1'));
    expect(running).toMatchObject({ duration: 360, bytes_up: 3600, bytes_down: 7200 });
    unit.close();
  });

  test('serves others during a flood from one address, within a bounded queue', async () => {
    const flood = await socketFrom('127.0.0.2');
    const unit = await socketFrom('127.0.0.1');
    const { authentication } = radius.ports;
    // Under a wrong secret, each another one: all of them have to be looked at.
    const forged = Array.from(
      { length: 32 },
      (_, id) =>
        encodeRequest(
          { code: CODE.accessRequest, id, attributes: [attribute('NAS-Identifier', 'night'), attribute('User-Name', `x${id}`)] },
          'guessed',
        ).bytes,
    );
    const answers: Buffer[] = [];
    flood.on('message', (answer) => answers.push(answer));
    const state = { isOver: false };
    let sent = 0;
    const flooding = (async () => {
      while (!state.isOver) {
        for (const bytes of forged) flood.send(bytes, authentication, '127.0.0.1');
        sent += forged.length;
        // Sender and server share this process, and what overflows the socket is lost for everybody.
        await pause(4);
      }
    })();
    const outcomes = () => Object.values(radius.counts()).reduce((all, one) => all + one, 0);
    const [before, dropped, refused, began] = [outcomes(), counted('dropped'), counted('wrong_secret'), performance.now()];
    const codes: (number | null)[] = [];
    for (let id = 10; id < 40; id += 1) {
      const bytes = loginPacket(id);
      let code: number | null = null;
      for (let tries = 0; tries < 10 && code === null; tries += 1) code = await asked(unit, bytes, authentication, 1500);
      codes.push(code);
    }
    state.isOver = true;
    await flooding;
    expect(codes).toEqual(Array.from({ length: 30 }, () => CODE.accessAccept));
    expect(answers).toEqual([]);
    const heard = outcomes() - before;
    // What was sent while the machine was busy is lost in the socket; the rest was looked at, or found no room.
    expect(sent).toBeGreaterThan(codes.length);
    expect(heard).toBeGreaterThan(codes.length);
    expect(counted('wrong_secret') + counted('dropped') - dropped).toBeGreaterThan(0);
    // 500 a second are looked at, and those that were waiting when there were so many.
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    expect(counted('wrong_secret') - refused).toBeLessThan(seconds * (500 + 512));
    for (const socket of [flood, unit]) socket.close();
  }, 120_000);
});
