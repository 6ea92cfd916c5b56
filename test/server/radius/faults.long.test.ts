/** Faults of a night: the server restarts, the database is away, somebody floods the port. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { count, eq, isNull, sql, sum } from 'drizzle-orm';
import type { Config } from '../../../src/server/config';
import { session_histories, session_reports, session_sums, sessions } from '../../../src/server/database/schema';
import { start, type Running } from '../../../src/server/main';
import { attribute, CODE, decodePacket, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { newPlace, type Place } from '../../support/server/database';
import { configWithRadius } from '../../support/radius/radius';
import { SECRET, reportOf } from './faultsTests';
import { insertHotspot, insertStaff, insertUnit } from '../../factories/rows';

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

describe('a restart during 2,000 running sessions', () => {
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
