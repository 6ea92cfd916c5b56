import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { attentionItem } from '../../src/contract/stats';
import { serve, type TestServer } from '../support/server/server';

const direct = serve();
const trusting = serve({ config: { trustProxy: ['127.0.0.1'] } });
const other = serve({ config: { trustProxy: ['10.0.0.1'] } });

async function proxyWarnings(server: TestServer, as: string): Promise<unknown[]> {
  const { body } = await server.as(as).get('/api/attention');
  const { data } = z.object({ data: z.array(attentionItem) }).parse(body);
  return data.filter(({ kind }) => kind === 'proxy_not_named');
}

const forwarded = (server: TestServer, headers: Record<string, string> = { 'X-Forwarded-For': '203.0.113.7' }) =>
  server.withToken().call('GET', '/health/live', undefined, headers);

describe('forwarded addresses', () => {
  test('are reported to admins only, for a day, when they come from an unnamed proxy', async () => {
    expect(await proxyWarnings(direct, 'admin')).toEqual([]);
    await forwarded(direct);
    expect(await proxyWarnings(direct, 'admin')).toMatchObject([{ address: '127.0.0.1', alert: 'proxy_not_named 127.0.0.1' }]);
    for (const as of ['reseller1', 'customer11']) expect(await proxyWarnings(direct, as)).toEqual([]);
    const before = direct.clock.now;
    direct.clock.now = new Date(before.getTime() + 86_400_000);
    const { body } = await direct.as('admin').get('/api/attention');
    expect(JSON.stringify(body)).not.toContain('proxy_not_named');
    direct.clock.now = before;
  });

  test('are not reported when they come from the named proxy, unlike another one', async () => {
    await forwarded(trusting);
    expect(await proxyWarnings(trusting, 'admin')).toEqual([]);
    await forwarded(other, { Forwarded: 'for=203.0.113.7' });
    expect(await proxyWarnings(other, 'admin')).toHaveLength(1);
  });
});
