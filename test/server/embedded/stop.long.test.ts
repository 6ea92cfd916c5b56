/** Stopping a server that is in use: every request it has received is answered. */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { served } from '../../support/server/command';
import { newTestDatabase } from '../../support/server/database';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login } from '../../support/server/server';
import { once } from 'node:events';

const CLIENTS = 40;

interface Reported {
  status: number | string;
  connection: string | undefined;
}

/** Makes one call on the agent's connections, and returns its outcome. */
async function callOver(url: string, agent: http.Agent, token: string): Promise<Reported> {
  const request = http.get(`${url}/api/hotspots`, { agent, headers: { Token: token } });
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => (body += text));
    await once(response, 'end');
    // On a slow machine the queue may fill up; "busy" is an answer too.
    const isBusy = response.statusCode === 503 && body.includes('"code":"busy"');
    return { status: isBusy ? 'busy' : (response.statusCode ?? 0), connection: response.headers.connection };
  } catch (error) {
    return { status: (error as NodeJS.ErrnoException).code ?? String(error), connection: undefined };
  }
}

const CLIENTS_COME = [
  ['who come again later when their connection is ended', '0'],
  ['behind a balancer that asks whether it is ready', '5'],
] as const;

test.each(CLIENTS_COME)(
  'no client is cut off when the server stops: clients %s',
  async (_which, PORTICO_DRAIN_SECONDS) => {
    const testDatabase = await newTestDatabase('fixture');
    const server = await served({ PORTICO_DATA: testDatabase.folder, PORTICO_DRAIN_SECONDS });
    const nobody = callerOf(() => server.url);
    const token = await login(nobody, 'reseller1', passwordOf('reseller1'));
    const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
    let isReady = true;
    const reported: Reported[] = [];
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (isReady) {
        const answer = await callOver(server.url, agent, token);
        reported.push(answer);
        if (PORTICO_DRAIN_SECONDS === '0' && answer.connection === 'close') return;
      }
    });
    while (reported.length < 2 * CLIENTS) await pause(10);
    const before = reported.length;
    server.kill('SIGTERM');
    for (;;) {
      const answer = await nobody.get('/health/ready').catch(() => undefined);
      if (answer?.status === 503) {
        expect(answer.body).toMatchObject({ code: 'stopping' });
        // HAProxy tells by this that running calls may finish.
        const toHaproxy = await nobody.get('/health/ready?stopping=404').catch(() => undefined);
        if (toHaproxy) expect(toHaproxy).toMatchObject({ status: 404, body: { code: 'stopping' } });
      }
      if (answer?.status !== 200) break;
    }
    isReady = false;
    await Promise.all(clients);
    agent.destroy();
    expect(await server.ended).toBe(0);

    expect(new Set(reported.map(({ status }) => status).filter((status) => status !== 'busy'))).toEqual(new Set([200]));
    expect(reported.slice(before).some(({ connection }) => connection === 'close')).toBe(true);
    await testDatabase.remove();
  },
  120_000,
);
