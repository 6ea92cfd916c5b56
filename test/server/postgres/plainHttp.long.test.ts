/** What the proxy answers by plain http: browsers are led to https, programs are refused before they get used to sending tokens in clear. */
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { startNginxForPlainHttp } from '../../support/peers/balancers';
import { needing } from '../../support/run/needing';
import { afterThisTest } from '../../support/server/leftovers';

const test = needing('PORTICO_TEST_NGINX');

interface Answer {
  status: number;
  location: string | undefined;
  body: string;
}

/** A request to a proxy at 127.0.0.1 that names the console's host. */
function plainly(method: string, url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: 'wifi.example.com', Token: 'a token', 'Content-Length': 0 };
    const outgoing = request(url, { method, headers, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body }));
    });
    outgoing.on('error', reject).end();
  });
}

test('nginx as documented redirects browsers to https, and refuses the calls of programs and units', async () => {
  const proxy = await startNginxForPlainHttp();
  afterThisTest(() => rmSync(proxy.folder, { recursive: true, force: true }));
  const answerTo = (path: string, method = 'GET') => plainly(method, proxy.url + path);
  while ((await answerTo('/portico/').catch(() => null)) === null) await pause(50);

  for (const path of ['/', '/portico/', '/portico/portal/lobby?res=notyet', '/portico/api-guide', '/portico/waxing'])
    expect([path, await answerTo(path)]).toEqual([
      path,
      expect.objectContaining({ status: 308, location: `https://wifi.example.com${path}` }),
    ]);
  const programs = [
    '/portico/api',
    '/portico/api/hotspots?q=x',
    '/portico/wax/aaa/auth',
    '/portico/opennds/lobby',
    '/portico/radius/authorize',
  ];
  for (const path of [...programs, '/portico/%61pi/login', '/portico//api/login', '/portico/portal/../api/login'])
    for (const method of ['GET', 'POST']) {
      const { status, location, body } = await answerTo(path, method);
      expect([path, method, status, location]).toEqual([path, method, 403, undefined]);
      expect(JSON.parse(body)).toEqual({ message: 'Use https', code: 'https_required' });
    }
});
