/** Faults of a night: the server restarts, the database is away, somebody floods the port. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { count, eq, isNull, sql, sum } from 'drizzle-orm';
import type { Config } from '../../../src/server/config';
import { countEndedSessions } from '../../../src/server/database/reportSums';
import { session_histories, session_reports, session_sums, sessions } from '../../../src/server/database/schema';
import { start, type Running } from '../../../src/server/main';
import { attribute, CODE, decodePacket, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { configWithRadius, listenOnFreePorts } from '../../support/radius/radius';
import { SECRET, reportOf } from './faultsTests';
import { insertHotspot, insertStaff, insertUnit, insertGuest } from '../../factories/rows';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { unitsOfPackets } from '../../../src/server/radius/whose';
import type { Outcome } from '../../../src/server/radius/service';
import { serve } from '../../support/server/server';

/** Sends a unit's accounting packets, each repeatedly until it is answered. */
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
        // A late second answer to a retransmitted packet may arrive when its id belongs to another packet, so check the proof.
        if (typeof packet !== 'string' && answerProof(packet, authenticator, SECRET) === 'proven') resolve(true);
      });
    });
    do socket?.send(bytes, port, '127.0.0.1');
    while (!(await Promise.race([answered, pause(2000, false)])));
  };
  return {
    open,
    close: () => void socket?.close(),
    /** Sends all reports, 64 concurrently, and calls `onAnswer` after each answer. */
    tellAll: async (all: readonly Attribute[][], onAnswer: (answers: number) => void = () => undefined) => {
      const remaining = [...all];
      let answers = 0;
      const each = async (id: number) => {
        for (let next = remaining.pop(); next; next = remaining.pop()) {
          await tell(id, next);
          onAnswer((answers += 1));
        }
      };
      await Promise.all(Array.from({ length: 64 }, (_, id) => each(id)));
    },
  };
}

describe('a restart during 2,000 running sessions', () => {
  const SESSIONS = 2000;
  const UNITS = ['north', 'east', 'south', 'west'];
  let testDatabase: TestDatabase;
  let config: Config;
  let running: Running;
  const db = () => running.database.db;

  beforeAll(async () => {
    testDatabase = await newTestDatabase('nothing');
    config = await configWithRadius(testDatabase);
    running = await start(config);
    const created = new Date();
    const account = await insertStaff(db(), {
      uuid: 'owner',
      type: 'reseller',
      name: 'Owner',
      username: 'owner',
      password_hash: '',
      created,
    });
    const hotspot = await insertHotspot(db(), { uuid: 'hotspot', account_id: account.id, name: 'hotspot', created });
    const unit = { secret: SECRET, hotspot_id: hotspot.id, created };
    for (const uuid of UNITS) await insertUnit(db(), { ...unit, uuid, name: uuid, mac_address: uuid });
  });
  afterAll(async () => {
    await running.close();
    await testDatabase.remove();
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

    // The server goes away during the next reports; units retransmit.
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
    await countEndedSessions(db());
    const reported = {
      sessions: sum(session_sums.connections),
      bytes: sum(sql<number>`${session_sums.bytes_up} + ${session_sums.bytes_down}`),
    };
    expect(await db().select(reported).from(session_sums).where(eq(session_sums.account_id, 0))).toEqual([
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
    await insertUnit(real, { uuid: 'night', name: 'night', mac_address: 'night', secret: SECRET, hotspot_id: 1, created: NOW });
    const entry = { hotspot_id: 1, username: '02-00-00-00-0C-01', account_type: 'mac', auto_login: true, created: NOW };
    await insertGuest(real, { ...entry, valid_until: new Date('2030-01-01T00:00:00Z') });
    /** Fails like a connection that is refused. */
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
        code: CODE.accessRequest,
        id,
        attributes: [
          attribute('NAS-Identifier', 'night'),
          attribute('User-Name', '02-00-00-00-0C-01'),
          attribute('Calling-Station-Id', '02-00-00-00-0C-01'),
        ],
      },
      SECRET,
    ).bytes;

  /** Different from all others and with a wrong secret, so that it has to be checked. */
  const forgedPacket = (id: number, name = 'night') =>
    encodeRequest(
      { code: CODE.accessRequest, id, attributes: [attribute('NAS-Identifier', name), attribute('User-Name', `x${id}`)] },
      'guessed',
    ).bytes;

  /** The code of the answer; null for silence. */
  async function requested(socket: Socket, bytes: Buffer, port: number, patience: number): Promise<number | null> {
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
    expect(await requested(unit, report(60), accounting, 5000)).toBe(CODE.accountingResponse);
    isAway = true;
    const [login, later] = [loginPacket(2), report(360)];
    const before = counted('failed');
    for (const [bytes, port] of [
      [login, authentication],
      [later, accounting],
      [later, accounting],
    ] as const)
      expect(await requested(unit, bytes, port, 500)).toBeNull();
    expect(counted('failed')).toBe(before + 3);
    expect(failures).toHaveLength(3);
    isAway = false;
    // The very same packets, retransmitted.
    expect(await requested(unit, login, authentication, 5000)).toBe(CODE.accessAccept);
    expect(await requested(unit, later, accounting, 5000)).toBe(CODE.accountingResponse);
    const [running] = await server.db().select().from(sessions).where(eq(sessions.session_key, 'n-1'));
    expect(running).toMatchObject({ duration: 360, bytes_up: 3600, bytes_down: 7200 });
    unit.close();
  });

  test('takes 800 reports that a controller sends at once, and lets a guest log in meanwhile', async () => {
    const unit = await socketFrom('127.0.0.1');
    const { authentication, accounting } = radius.ports;
    const [answered, dropped] = [counted('answered'), counted('dropped')];
    for (let nth = 0; nth < 800; nth += 1) {
      const attributes = reportOf('night', `burst-${nth}`, ACCT_STATUS.start, 0, 0);
      const { bytes } = encodeRequest({ code: CODE.accountingRequest, id: nth % 256, attributes }, SECRET);
      unit.send(bytes, accounting, '127.0.0.1');
      // Sender and server share this process, so let it read.
      if (nth % 100 === 99) await pause(1);
    }
    const guest = await socketFrom('127.0.0.1');
    expect(await requested(guest, loginPacket(50), authentication, 3000)).toBe(CODE.accessAccept);
    expect(counted('answered') - answered).toBeLessThan(500);
    // What finds no room is dropped at once; what waits too long, after three seconds.
    await pause(1000);
    expect(counted('dropped')).toBe(dropped);
    await pause(3000);
    expect(counted('answered') + counted('dropped') - answered - dropped).toBe(801);
    expect(counted('answered') - answered).toBeGreaterThan(100);
    for (const socket of [unit, guest]) socket.close();
  }, 60_000);

  test('serves a unit during a flood of its name from a guest behind its address', async () => {
    // So that nothing from an earlier test counts any more.
    await pause(1100);
    const [guest, unit] = [await socketFrom('127.0.0.1'), await socketFrom('127.0.0.1')];
    const { authentication } = radius.ports;
    expect(await requested(unit, loginPacket(60), authentication, 5000)).toBe(CODE.accessAccept);
    const refused = counted('wrong_secret');
    const state = { isOver: false };
    // 2,000 packets a second.
    const flooding = (async () => {
      for (let id = 0; !state.isOver; id += 1) {
        for (let nth = 0; nth < 32; nth += 1) guest.send(forgedPacket(id % 256), authentication, '127.0.0.1');
        await pause(16);
      }
    })();
    const codes: (number | null)[] = [];
    for (let id = 61; id < 91; id += 1) {
      codes.push(await requested(unit, loginPacket(id), authentication, 3000));
      await pause(100);
    }
    state.isOver = true;
    await flooding;
    expect(counted('wrong_secret') - refused).toBeGreaterThan(500);
    expect(codes).toEqual(codes.map(() => CODE.accessAccept));
    for (const socket of [guest, unit]) socket.close();
  }, 120_000);

  test('remembers a unit however many names strangers invent', async () => {
    /** A statement that finds nothing. */
    const nothing: unknown = new Proxy({}, { get: (_, name) => (name === 'execute' ? async () => [] : () => nothing) });
    let isEmpty = false;
    const db = new Proxy(server.db(), {
      get: (target, name, receiver) => (isEmpty && name === 'select' ? () => nothing : (Reflect.get(target, name, receiver) as unknown)),
    });
    const find = unitsOfPackets(db);
    const found = (bytes: Buffer, address: string) => {
      const packet = decodePacket(bytes);
      if (typeof packet === 'string') throw new Error(packet);
      const outcomes = { serve: async () => 'served' as const, refuse: () => 'refused' as const };
      return find(packet, { address, port: 1812, isReliable: false }, outcomes);
    };
    expect(await found(loginPacket(1), '192.0.2.1')).toBe('served');
    // From now on only what is remembered is found.
    isEmpty = true;
    expect(await found(loginPacket(2), '192.0.2.2')).toBe('refused');
    for (let nth = 0; nth < 6000; nth += 1) expect(await found(forgedPacket(3, `name ${nth}`), '192.0.2.3')).toBe('refused');
    expect(await found(loginPacket(4), '192.0.2.1')).toBe('served');
  }, 60_000);

  test('serves others during a flood from one address, within a bounded queue', async () => {
    const flood = await socketFrom('127.0.0.2');
    const unit = await socketFrom('127.0.0.1');
    const { authentication } = radius.ports;
    const forged = Array.from({ length: 32 }, (_, id) => forgedPacket(id));
    const answers: Buffer[] = [];
    flood.on('message', (answer) => answers.push(answer));
    const state = { isOver: false };
    let sent = 0;
    const flooding = (async () => {
      while (!state.isOver) {
        for (const bytes of forged) flood.send(bytes, authentication, '127.0.0.1');
        sent += forged.length;
        // Sender and server share this process, and packets that overflow the socket are lost for everybody.
        await pause(4);
      }
    })();
    const outcomes = () => Object.values(radius.counts()).reduce((all, one) => all + one, 0);
    const [before, dropped, refused, began] = [outcomes(), counted('dropped'), counted('wrong_secret'), performance.now()];
    const codes: (number | null)[] = [];
    for (let id = 10; id < 40; id += 1) {
      const bytes = loginPacket(id);
      let code: number | null = null;
      for (let tries = 0; tries < 10 && code === null; tries += 1) code = await requested(unit, bytes, authentication, 1500);
      codes.push(code);
    }
    state.isOver = true;
    await flooding;
    expect(codes).toEqual(Array.from({ length: 30 }, () => CODE.accessAccept));
    expect(answers).toEqual([]);
    const received = outcomes() - before;
    // What was sent while the machine was busy got lost in the socket; the rest was checked, or dropped because the queue was full.
    expect(sent).toBeGreaterThan(codes.length);
    expect(received).toBeGreaterThan(codes.length);
    expect(counted('wrong_secret') + counted('dropped') - dropped).toBeGreaterThan(0);
    // At most 500 per second are checked, plus those that were being checked when it became a flood.
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    expect(counted('wrong_secret') - refused).toBeLessThan(seconds * (500 + 48));
    for (const socket of [flood, unit]) socket.close();
  }, 120_000);
});
