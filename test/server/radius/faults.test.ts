/** Faults of a night: the server restarts, the database is away, somebody floods the port. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { sessions } from '../../../src/server/database/schema';
import { attribute, CODE } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { encodeRequest } from '../../../src/server/radius/proofs';
import type { RadiusListener } from '../../../src/server/radius/listener';
import type { Outcome } from '../../../src/server/radius/service';
import { listenOnFreePorts } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { SECRET, reportOf } from './faultsTests';
import { insertGuest, insertUnit } from '../../factories/rows';

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

  test('serves others during a flood from one address, within a bounded queue', async () => {
    const flood = await socketFrom('127.0.0.2');
    const unit = await socketFrom('127.0.0.1');
    const { authentication } = radius.ports;
    // All different and with a wrong secret, so that each one has to be checked.
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
    const heard = outcomes() - before;
    // What was sent while the machine was busy got lost in the socket; the rest was checked, or dropped because the queue was full.
    expect(sent).toBeGreaterThan(codes.length);
    expect(heard).toBeGreaterThan(codes.length);
    expect(counted('wrong_secret') + counted('dropped') - dropped).toBeGreaterThan(0);
    // At most 500 per second are checked, plus those that were already waiting.
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    expect(counted('wrong_secret') - refused).toBeLessThan(seconds * (500 + 512));
    for (const socket of [flood, unit]) socket.close();
  }, 120_000);
});
