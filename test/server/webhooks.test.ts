import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWebhooks, isPrivate } from '../../src/server/webhooks';

const received: { headers: http.IncomingHttpHeaders; body: string; path: string }[] = [];
const receiver = http.createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const path = request.url ?? '';
    received.push({ headers: request.headers, body, path });
    if (path === '/hangs') return;
    if (path === '/drips') {
      response.writeHead(200);
      response.write('.');
      return;
    }
    if (path === '/redirects') response.writeHead(302, { location: '/secret' });
    else response.writeHead(path === '/fails' ? 500 : 200);
    response.end(path === '/floods' ? 'x'.repeat(1_000_000) : 'heard');
  });
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const inside = createWebhooks({ allowPrivate: true, timeout: 300 });
const secret = 'shared secret';

test('the receiver gets the body, the secret, and a signature that it can work out itself', async () => {
  expect(await inside.post({ url: `${base}/hook`, secret }, { status: true, name: 'Caffè' })).toEqual({ status: 200, body: 'heard' });
  const last = received.at(-1);
  expect(JSON.parse(last?.body ?? '')).toEqual({ status: true, name: 'Caffè' });
  expect(last?.headers).toMatchObject({
    'x-portico-webhook-token': secret,
    'x-portico-signature': `sha256=${createHmac('sha256', secret)
      .update(last?.body ?? '')
      .digest('hex')}`,
  });
});

test.each(['/hangs', '/drips'])('a receiver that %s is given up on', async (path) => {
  expect(await inside.post({ url: base + path, secret }, {})).toEqual({ failed: 'too_slow' });
});

test('a redirect is an answer, and is not followed', async () => {
  expect(await inside.post({ url: `${base}/redirects`, secret }, {})).toMatchObject({ status: 302 });
  expect(received.map(({ path }) => path)).not.toContain('/secret');
});

test('of a flood only its beginning is read', async () => {
  const outcome = await inside.post({ url: `${base}/floods`, secret }, {});
  expect(outcome).toMatchObject({ status: 200, body: 'x'.repeat(4_096) });
});

test('nobody listening is told as such', async () => {
  expect(await inside.post({ url: 'http://127.0.0.1:1/', secret }, {})).toEqual({ failed: 'unreachable' });
});

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  // Other ways to write 127.0.0.1, which a URL makes plain.
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'not an address',
  '',
])('%s is refused where private addresses are not allowed', async (url) => {
  const before = received.length;
  expect(await createWebhooks({ allowPrivate: false }).post({ url, secret }, {})).toEqual({ failed: 'refused' });
  expect(received).toHaveLength(before);
});

test('addresses of the internet are not private, all others are', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111'])
    expect({ address, private: isPrivate(address) }).toEqual({ address, private: false });
  for (const address of ['127.1.1.1', '100.64.0.1', '::ffff:8.8.8.8x', '::ffff:a00:1', 'nonsense', '']) {
    expect({ address, private: isPrivate(address) }).toEqual({ address, private: true });
  }
});
