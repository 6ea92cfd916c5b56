/** The console below a path of another web server, whose proxy strips the path or keeps it. */
import http from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { openConsole, signIn } from '../support/browser/browser';
import { startDemonstration } from '../support/run/demonstration.mjs';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A web server that proxies only /portico. Returns its address and the requests it got for anything else. */
async function proxyTo(target: string, { strips }: { strips: boolean }): Promise<{ url: string; outside: string[] }> {
  const outside: string[] = [];
  const proxy = http.createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!/^\/portico(?:[/?]|$)/.test(url)) {
      outside.push(url);
      response.writeHead(404).end('something else');
      return;
    }
    if (strips && !url.startsWith('/portico/')) {
      response.writeHead(301, { Location: '/portico/' }).end();
      return;
    }
    const path = strips ? url.slice('/portico'.length) : url;
    const passed = http.request(target + path, { method, headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  stops.push(async () => {
    proxy.closeAllConnections();
    await once(proxy.close(), 'close');
  });
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? String(address.port) : ''}`, outside };
}

/** Milliseconds; it starts a server with demonstration data. */
const ENOUGH = 240_000;

test(
  'console and API work below /portico, whether or not the proxy strips the prefix',
  async () => {
    const env = { PORTICO_BASE_PATH: '/portico', PORTICO_TRUST_PROXY: '127.0.0.1' };
    const { url: target, stop } = await startDemonstration({ cli: process.env.PORTICO_E2E_CLI ?? '', env });
    stops.push(stop);
    for (const strips of [true, false]) {
      const { url, outside } = await proxyTo(target, { strips });
      const { page } = await openConsole({ server: url, at: 'portico' });
      const failed: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
      });
      await signIn(page, 'reseller');
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/portico/');
      await page.getByRole('link', { name: 'Hotspots' }).first().click();
      await page.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();
      expect(new URL(page.url()).hash).toMatch(/^#\/hotspots/);
      await page.reload();
      await page.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();

      const statuses = await page.evaluate(async () => {
        const requested = ['config.json', 'licences.txt', 'docs/staff/en/index.html', 'mark.svg', 'api/docs/json'];
        return Promise.all(requested.map(async (path) => `${path} ${String((await fetch(path)).status)}`));
      });
      expect(statuses).toEqual([
        'config.json 200',
        'licences.txt 200',
        'docs/staff/en/index.html 200',
        'mark.svg 200',
        'api/docs/json 200',
      ]);
      const wax = await page.evaluate(async () => (await fetch('wax/nope')).json() as Promise<unknown>);
      expect(wax).toEqual({ message: 'API not found', code: 'not_found' });
      // The test's own call below /wax doesn't count.
      expect(failed.filter((each) => !each.includes('/wax/'))).toEqual([]);
      expect(outside.filter((path) => path !== '/favicon.ico')).toEqual([]);
    }

    expect((await fetch(`${target}/health/ready`)).status).toBe(200);
    expect((await fetch(`${target}/portico/health/ready`)).status).toBe(200);
    const bare = await fetch(`${target}/portico`, { redirect: 'manual' });
    expect([bare.status, bare.headers.get('Location')]).toEqual([302, '/portico/']);
    // The documentation's links are relative, too.
    for (const path of ['/portico/docs', '/docs', '/docs?search=voucher']) {
      const docs = await fetch(target + path, { redirect: 'manual' });
      expect([path, docs.status, docs.headers.get('Location')]).toEqual([path, 302, '/portico/docs/']);
    }
    expect((await fetch(`${target}/docs/`)).status).toBe(200);
    // Fails if it ends with anything but 0.
    await expect(stop()).resolves.toBeUndefined();
  },
  ENOUGH,
);
