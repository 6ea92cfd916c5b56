import { once } from 'node:events';
import { createServer, request as call } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { units } from '../../../src/server/database/schema';
import { freeradiusConfig, listClients } from '../../../src/server/radius/freeradiusConfig';
import { radclient, startFreeradiusWith, type Freeradius } from '../../support/radius/freeradius';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { serve } from '../../support/server/server';
import { TOKEN, HOTSPOT, NOW, UNIT, VOUCHER, ports, logIn } from './freeradiusInFrontTests';
let freeradius: Freeradius | undefined;
// Before the server closes, which waits for idle connections.
afterAll(() => freeradius?.stop());

const server = serve({ config: { freeradiusToken: TOKEN, zone: 'Europe/Rome' } });

beforeAll(async () => {
  const db = server.db();
  server.clock.now = NOW;
  await db.insert(units).values({ ...UNIT, hotspot_id: HOTSPOT, created: NOW, address: '127.0.0.1' });
  await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
  const limits = { kbps_down: 2000, max_navigation_traffic: 5_000_000 };
  await guestWithVoucher(db, { hotspot_id: HOTSPOT, code: VOUCHER, created: NOW }, limits);
});

/** Between FreeRADIUS and Portico: passes calls on, or answers them with a status of its own. */
const between = {
  port: 0,
  status: null as number | null,
  /** The paths of the calls that it answered. */
  answered: [] as string[],
  server: createServer((request, response) => {
    const path = request.url ?? '';
    if (between.status !== null) {
      between.answered.push(path.replace(/\?.*/, ''));
      response.writeHead(between.status, { 'Content-Type': 'application/json' }).end('{"message":"No."}');
      return;
    }
    const onward = call(server.url() + path, { method: request.method ?? '', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  }),
  open: async () => {
    between.server.listen(between.port, '127.0.0.1');
    await once(between.server, 'listening');
    between.port = (between.server.address() as AddressInfo).port;
  },
  shut: async () => {
    const closed = once(between.server, 'close');
    between.server.close();
    between.server.closeAllConnections();
    await closed;
  },
};
afterAll(() => between.shut());

beforeAll(async () => {
  Object.assign(ports, { auth: await freeUdpPort(), acct: await freeUdpPort() });
  await between.open();
  const files = freeradiusConfig({ url: `http://127.0.0.1:${between.port}`, token: TOKEN, clients: await listClients(server.db()) });
  const site = (files['sites-enabled/portico'] ?? '')
    .replaceAll('ipaddr = *', 'ipaddr = 127.0.0.1')
    .replace('port = 1812', `port = ${ports.auth}`)
    .replace('port = 1813', `port = ${ports.acct}`);
  freeradius = await startFreeradiusWith({ ...files, 'sites-enabled/portico': site }, { ...ports, coa: 0 });
});

describe('an outage of Portico behind FreeRADIUS', () => {
  const report = (seconds: number) => [
    ...['Acct-Session-Id = "front-away"', `User-Name = "${VOUCHER}"`, 'Calling-Station-Id = "02-00-00-00-00-01"'],
    ...['Acct-Status-Type = Interim-Update', `Acct-Session-Time = ${seconds}`, `Acct-Input-Octets = ${seconds}`],
    ...[`Acct-Output-Octets = ${2 * seconds}`],
  ];
  const tell = async (seconds: number, patience = 5) =>
    (await radclient('acct', ports.acct, report(seconds), { seconds: patience })).output;
  const isWell = async (port: number) => (await radclient('status', port, ['Message-Authenticator = 0x00'], { seconds: 1 })).output;

  // 401: another token; 404: an older Portico, or a unit that it doesn’t know; 429 and 503: too much to do.
  test.each([401, 503, 403, 404, 429, 500])('leaves units without an answer even if status %i comes in its place', async (status) => {
    between.status = status;
    between.answered = [];
    for (const output of await Promise.all([logIn(VOUCHER, VOUCHER, { seconds: 1 }), tell(120, 1), isWell(ports.auth), isWell(ports.acct)]))
      expect(output).toContain('No reply from server');
    between.status = null;
    expect(between.answered.sort()).toEqual(['/health/ready', '/health/ready', '/radius/accounting', '/radius/authorize']);
  });
});
