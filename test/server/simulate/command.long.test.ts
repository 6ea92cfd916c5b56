/** `portico simulate` against `portico serve`, each in a process of its own. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { report, type ReportType } from '../../../src/contract/reports';
import { disconnected, sessionsPage } from '../../../src/contract/sessions';

import { macAddress, randomFor } from '../../../src/demo/random';
import { portico, served } from '../../support/server/command';
import { newTestDatabase, using, type TestDatabase } from '../../support/server/database';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { accountIdOf, passwordOf } from '../../support/backEnd/recordings';
import { freeUdpPort } from '../../support/run/udpPort.mjs';
import { signedIn, type Caller } from '../../support/server/server';
import { insertHotspot, insertUnit } from '../../factories/rows';

const USER = 'reseller1';
const MADE = new Date('2026-01-01T00:00:00Z');

let created: TestDatabase | undefined;
const storage = () => {
  if (!created) throw new Error('it exists only in tests');
  return created;
};
beforeAll(async () => {
  created = await newTestDatabase('fixture');
});
afterAll(() => created?.remove());

const KINDS = ['mikrotik', 'coovachilli', 'opennds'] as const;

/** A hotspot with one unit of each of several types, and two guests with vouchers. */
async function newHotspot(name: string, coaPort: number): Promise<number> {
  return using(storage(), async (db) => {
    const hotspot = await insertHotspot(db, { account_id: accountIdOf(USER), name, uuid: name, created: MADE });
    const hotspot_id = hotspot.id;
    await setOnlyPreferences(db, hotspot_id, { voucher_login: 'true', bypass_macaddress_check: 'true' });
    for (const [nth, kind] of KINDS.entries())
      await insertUnit(db, {
        hotspot_id,
        kind,
        name: `The ${kind}`,
        uuid: `${name}-${kind}`,
        secret: `secret of ${kind}`,
        created: MADE,
        mac_address: macAddress(randomFor(`${name} ${nth}`)),
        coa_port: coaPort,
      });
    for (const code of [`${name}1`, `${name}2`]) await guestWithVoucher(db, { hotspot_id, code, created: MADE });
    return hotspot_id;
  });
}

/** Sums of a report's two series over a week. */
async function reported(staff: Caller, type: ReportType, hotspot: number): Promise<number[]> {
  const { set0, set1 } = report.parse((await staff.get(`/api/stats/reports/${type}/graph?hotspot=${hotspot}&range=7`)).body);
  return [set0, set1].map((set) => (set?.data ?? []).reduce((sum, value) => sum + value, 0));
}

/** Ends a session as staff do. */
async function disconnectOne(staff: Caller, hotspot: number) {
  for (;;) {
    const { data } = sessionsPage.parse((await staff.get(`/api/sessions?hotspot=${hotspot}&page=1&limit=1`)).body);
    const [running] = data;
    const answer = running && (await staff.post(`/api/sessions/${running.id}/disconnect`, {}));
    const outcome = answer?.status === 200 ? disconnected.parse(answer.body).outcome : 'none';
    // The session may just have ended, or the unit's address isn't known yet.
    if (!['none', 'ended', 'not_reported'].includes(outcome)) return outcome;
    await pause(200);
  }
}

const simulating = (url: string, hotspot: number, ...more: string[]) =>
  portico(['simulate', '--hotspot', String(hotspot), '--guests', '4', '--user', USER, '--url', url, ...more], {
    PORTICO_SIMULATE_PASSWORD: passwordOf(USER),
  });

describe('the simulate command', () => {
  const ends = { RADIUS: 'acknowledged', 'HTTP AAA': 'with_next_report', 'its script and the portal': 'with_next_report' };

  test.each([
    ['RADIUS', 'PORTICO_RADIUS', ['mikrotik', 'coovachilli']],
    ['HTTP AAA', 'PORTICO_HTTP_AAA', ['coovachilli']],
    ['its script and the portal', 'PORTICO_OPENNDS', ['opennds']],
  ] as const)('reports by %s the same usage as the reports of the server', async (protocol, setting, kinds) => {
    const hotspot = await newHotspot(setting.toLowerCase().replaceAll('_', '-'), await freeUdpPort());
    const ports = `${await freeUdpPort()},${await freeUdpPort()}`;
    const { url, folder } = storage();
    const server = await served({
      ...(url === undefined ? { PORTICO_DATA: folder } : { DATABASE_URL: url }),
      [setting]: 'on',
      PORTICO_RADIUS_PORTS: ports,
    });
    const staff = await signedIn(server.url, USER);
    const simulation = simulating(server.url, hotspot, '--speed', '100', '--seed', 'from the command line');
    await simulation.outputMatching(/^[1-9]\d* online/m);
    expect(await disconnectOne(staff, hotspot)).toBe(ends[protocol]);
    // The guest of that session logs in again.
    await simulation.outputMatching(/ (?:[5-9]|\d{2,}) logged in, 0 refused/);
    simulation.kill('SIGTERM');
    expect(await simulation.ended).toBe(0);
    expect(simulation.toPerson()).toBe('');

    const output = simulation.log();
    for (const kind of KINDS)
      expect(output).toContain(
        kinds.some((one) => one === kind)
          ? `The ${kind} is played as ${kind}, by ${protocol}.\n`
          : `The ${kind} is left out: the server isn't set up for units of its kind.\n`,
      );
    expect(output).not.toContain("aren't answered");
    const [, loggedIn, unanswered] = /^0 online, (\d+) logged in, 0 refused, \d+ reports, (\d+) unanswered\nThe guests/m.exec(output) ?? [];
    expect(unanswered).toBe('0');
    const used = /^The guests used (\d+) bytes down, (\d+) bytes up and (\d+) seconds\.$/m.exec(output)?.slice(1).map(Number);
    expect(used?.every((amount) => amount > 0)).toBe(true);
    const [down, up, seconds] = z.tuple([z.number(), z.number(), z.number()]).parse(used);
    expect(await reported(staff, 'traffic', hotspot)).toEqual([up, down]);
    expect((await reported(staff, 'sessions', hotspot))[0]).toBe(Number(loggedIn));
    const { sums } = sessionsPage.parse((await staff.get(`/api/histories?hotspot=${hotspot}&page=1&limit=1&sums=true`)).body);
    expect(sums).toEqual({ bytes_up: up, bytes_down: down, duration: seconds });
    expect(sessionsPage.parse((await staff.get(`/api/sessions?hotspot=${hotspot}&page=1&limit=1`)).body).total).toBe(0);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

test.each([
  ['a speed', ['--speed', '0'], '--speed is a whole number from 1 to 100.'],
  ['a hotspot', ['--hotspot', 'all'], 'Name the hotspot and how many guests'],
  ['a server', ['--url', 'http://127.0.0.1:1'], 'No answer from http://127.0.0.1:1'],
])('explains what is wrong without %s', async (_, given, words) => {
  const simulation = simulating('http://127.0.0.1:1', 1, ...given);
  expect(await simulation.ended).toBe(1);
  expect(simulation.toPerson()).toContain(words);
});
