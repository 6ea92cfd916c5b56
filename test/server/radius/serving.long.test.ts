import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Config } from '../../../src/server/config';

import { start, type Running } from '../../../src/server/main';
import { CODE, attribute, decodePacket } from '../../../src/server/radius/codec';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { exchanged } from '../../support/radius/freeradius';
import { configWithRadius } from '../../support/radius/radius';
import { insertHotspot, insertStaff, insertUnit } from '../../factories/rows';

const SECRET = 'a shared secret';
const NOW = new Date('2026-11-22T09:30:00Z');

let testDatabase: TestDatabase;
let config: Config;
let running: Running;

beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  config = await configWithRadius(testDatabase, { PORTICO_METRICS: 'on' });
  running = await start(config);
  const { db } = running.database;
  const account = await insertStaff(db, {
    uuid: 'owner',
    type: 'reseller',
    name: 'Owner',
    username: 'owner',
    password_hash: '',
    created: NOW,
  });
  const hotspot = await insertHotspot(db, { uuid: 'hotspot', account_id: account.id, name: 'hotspot', created: NOW });
  const unit = { mac_address: '00-11-22-33-44-55', name: 'Router', uuid: 'router', secret: SECRET };
  await insertUnit(db, { ...unit, hotspot_id: hotspot.id, created: NOW });
});
afterAll(async () => {
  await running.close();
  await testDatabase.remove();
});

const isAnswered = async (port: number) => {
  const { bytes, authenticator } = encodeRequest(
    { code: CODE.statusServer, id: 1, attributes: [attribute('NAS-Identifier', 'router')] },
    SECRET,
  );
  const answer = decodePacket(await exchanged(bytes, port));
  return typeof answer !== 'string' && answerProof(answer, authenticator, SECRET) === 'proven';
};

test('the server listens for RADIUS on both ports and counts packets in its metrics', async () => {
  expect(await isAnswered(config.radius?.ports.authentication ?? 0)).toBe(true);
  expect(await isAnswered(config.radius?.ports.accounting ?? 0)).toBe(true);
  const metrics = await (await fetch(`${running.address}/metrics`)).text();
  expect(metrics).toContain('portico_radius_packets{outcome="answered"} 2');
  expect(metrics).toContain('portico_radius_packets{outcome="wrong_secret"} 0');
});

test('another server on the same ports explains the failure and leaves nothing behind', async () => {
  const elsewhere = await newTestDatabase('nothing');
  const second = start({ ...config, data: elsewhere.folder, databaseUrl: elsewhere.url });
  await expect(second).rejects.toThrow(/RADIUS on 127\.0\.0\.1, ports \d+, \d+: one of them is in use\. Set PORTICO_RADIUS_HOST/);
  await elsewhere.remove();
});

test('a server that may move listens on free ports where the configured ones are taken', async () => {
  const elsewhere = await newTestDatabase('nothing');
  const radius = { host: '127.0.0.1', ports: { authentication: 0, accounting: 0, tls: 0 }, ...config.radius, mayMove: true };
  const second = await start({ ...config, radius, data: elsewhere.folder, databaseUrl: elsewhere.url });
  const metrics = await (await fetch(`${second.address}/metrics`)).text();
  expect(metrics).toContain('portico_radius_packets{outcome="answered"} 0');
  await second.close();
  await elsewhere.remove();
});
