import http from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { outbox } from '../../src/server/database/schema';
import { serve, type Answer, type TestServer } from '../support/server/server';

const BACKUP = { createdAt: '2026-11-20T03:00:00.000Z', failed: null };
const TOKEN = 'a-token-that-nobody-guesses';
const state: { createdAt: string | null; failed: string | null } = { ...BACKUP };

const off = serve();
const local = serve({ config: { metrics: true }, backups: async () => state });
const guarded = serve({ config: { metrics: true, metricsToken: TOKEN, trustProxy: ['127.0.0.1'] } });

const read = (server: TestServer, headers?: Record<string, string>): Promise<Answer> =>
  server.withToken().call('GET', '/metrics', undefined, headers);

describe('access to the metrics', () => {
  test('is off by default', async () => {
    expect((await read(off)).status).toBe(404);
  });

  test('is limited to this machine without a token', async () => {
    expect(await read(local)).toMatchObject({ status: 200, body: expect.stringContaining('process_cpu_seconds_total') });
  });

  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])(
    'is denied through a proxy on this machine that adds %s',
    async (name) => {
      const { status, body } = await read(local, { [name]: '127.0.0.1' });
      expect([status, body]).toEqual([403, expect.objectContaining({ message: expect.stringContaining('PORTICO_METRICS_TOKEN') })]);
    },
  );

  test('is allowed with a token, through a proxy too, and denied without it', async () => {
    for (const headers of [{ Authorization: `Bearer ${TOKEN}` }, { Authorization: `bearer ${TOKEN}`, 'X-Forwarded-For': '203.0.113.7' }]) {
      expect((await read(guarded, headers)).status).toBe(200);
    }
    for (const headers of [{}, { Authorization: 'Bearer another' }, { Authorization: TOKEN }, { Authorization: `Bearer ${TOKEN}x` }]) {
      const { status, headers: answered } = await read(guarded, headers);
      expect([status, answered.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    }
  });
});

describe('the metrics', () => {
  test('name routes by pattern and method, and never an id, a search or an unknown path', async () => {
    const reseller = local.as('reseller1');
    await reseller.get('/api/hotspots/1');
    await reseller.get('/api/hotspots?q=riviera');
    await local.withToken().get('/wax/register/mac/AA-BB-CC-DD-EE-01');
    await local.withToken().get('/api/made-up-path');
    await local.withToken().get('/made-up-path.html');
    await head(`${local.url()}/health/live`);
    const text = (await read(local)).body as string;
    const labels = [...text.matchAll(/^portico_http_request_seconds_count\{(.*)\}/gm)].map(([, each]) => each);
    expect(labels).toEqual(
      expect.arrayContaining([
        'method="GET",route="/api/hotspots/:id",status="200"',
        'method="GET",route="/api/hotspots",status="200"',
        'method="HEAD",route="/health/live",status="200"',
        expect.stringMatching(/^method="GET",route="\/wax\/register\/mac\/:mac",status="4\d\d"$/),
        'method="GET",route="unknown",status="404"',
      ]),
    );
    expect(text).not.toMatch(/hotspots\/1"|riviera|made-up|AA-BB/);
  });

  test('include the time of the last backup, and whether the last try failed', async () => {
    const gauges = async () => ((await read(local)).body as string).match(/^portico_backup_\w+ \S+$/gm);
    expect(await gauges()).toEqual([`portico_backup_last_seconds ${Date.parse(BACKUP.createdAt) / 1000}`, 'portico_backup_failed 0']);
    Object.assign(state, { createdAt: null, failed: 'the disk is full' });
    expect(await gauges()).toEqual(['portico_backup_failed 1']);
  });

  test('count messages that wait by channel, and tell for how long one has been due', async () => {
    const gauges = async () => ((await read(local)).body as string).match(/^portico_outbox_\S+ \S+$/gm);
    const [mail, sms, webhook] = ['mail', 'sms', 'webhook'].map((one) => `portico_outbox_waiting{channel="${one}"}`);
    expect(await gauges()).toEqual([`portico_outbox_overdue_seconds 0`, `${mail} 0`, `${sms} 0`, `${webhook} 0`]);
    const now = local.clock.now;
    const message = {
      kind: 'test',
      channel: 'mail',
      recipient: 'ada@example.com',
      expires: new Date(now.getTime() + 3_600_000),
    } as const;
    const due = [-90_000, 60_000].map((later) => ({ ...message, next_try: new Date(now.getTime() + later), created: now }));
    await local.db().insert(outbox).values(due);
    expect(await gauges()).toEqual([`portico_outbox_overdue_seconds 90`, `${mail} 2`, `${sms} 0`, `${webhook} 0`]);
    await local.db().delete(outbox);
    expect(await gauges()).toContain('portico_outbox_overdue_seconds 0');
  });

  test('include the use of PostgreSQL connections', async () => {
    await local.as('reseller1').get('/api/hotspots');
    const text = (await read(local)).body as string;
    const gauges = [...text.matchAll(/^(portico_database_\w+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]);
    const expected = [
      ['portico_database_connections', expect.any(Number)],
      ['portico_database_connections_idle', expect.any(Number)],
      ['portico_database_queue', 0],
    ];
    expect(gauges).toEqual(globalThis.PORTICO_TEST_ENGINE === 'postgres' ? expected : [['portico_database_queue', 0]]);
  });
});

function head(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { method: 'HEAD' }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}
