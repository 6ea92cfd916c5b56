import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import net, { isIP, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isPublic } from '../../src/server/http/publicAddress';
import { createWebhooks } from '../../src/server/messages/webhooks';

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

test('the receiver gets the body, the secret and a verifiable signature', async () => {
  expect(await inside.post({ url: `${base}/hook`, secret }, { status: true, name: 'Caffè' }, 'message-1')).toEqual({
    status: 200,
    body: 'heard',
  });
  const last = received.at(-1);
  expect(JSON.parse(last?.body ?? '')).toEqual({ status: true, name: 'Caffè' });
  expect(last?.headers).toMatchObject({
    'webhook-id': 'message-1',
    'x-portico-webhook-token': secret,
    'x-portico-signature': `sha256=${createHmac('sha256', secret)
      .update(last?.body ?? '')
      .digest('hex')}`,
  });
});

test.each(['/hangs', '/drips'])('a receiver that %s is abandoned', async (path) => {
  expect(await inside.post({ url: base + path, secret }, {}, 'message-1')).toEqual({ failed: 'too_slow' });
});

test('a redirect is an answer, and is not followed', async () => {
  expect(await inside.post({ url: `${base}/redirects`, secret }, {}, 'message-1')).toMatchObject({ status: 302 });
  expect(received.map(({ path }) => path)).not.toContain('/secret');
});

test('an endless answer is read only at its beginning', async () => {
  const outcome = await inside.post({ url: `${base}/floods`, secret }, {}, 'message-1');
  expect(outcome).toMatchObject({ status: 200, body: 'x'.repeat(4_096) });
});

test('a missing receiver is reported as such', async () => {
  expect(await inside.post({ url: 'http://127.0.0.1:1/', secret }, {}, 'message-1')).toEqual({ failed: 'unreachable' });
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
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fec0::1]/',
  // Other spellings of 127.0.0.1, which the URL parser normalises.
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'not an address',
  '',
])('the address %s is refused where private addresses are not allowed', async (url) => {
  const before = received.length;
  expect(await createWebhooks({ allowPrivate: false }).post({ url, secret }, {}, 'message-1')).toEqual({ failed: 'refused' });
  expect(received).toHaveLength(before);
});

test('only addresses of single hosts on the internet are public', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '192.88.98.1', '2606:4700::1111', '2a00:1450::1'])
    expect({ address, public: isPublic(address) }).toEqual({ address, public: true });
  const others = [
    '0.1.2.3',
    '10.0.0.1',
    '127.1.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2001:20::1',
    '2002:7f00:1::',
    '2002:808:808::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '::ffff:8.8.8.8x',
    '127.1',
    '0x7f.1',
    'nonsense',
    '',
  ];
  for (const address of others) expect({ address, public: isPublic(address) }).toEqual({ address, public: false });
});

describe('a host name', () => {
  /** Resolves names as given; connects to the receiver and records the address it would have used. */
  function through(answers: string[][]) {
    const wanted: string[] = [];
    const webhooks = createWebhooks({
      allowPrivate: false,
      allowHttp: true,
      timeout: 2_000,
      resolve: async () => (answers.shift() ?? []).map((address) => ({ address, family: isIP(address) })),
      connect: (options, done) => {
        const { lookup, host, port } = options as net.TcpNetConnectOpts;
        const socket = new net.Socket();
        lookup?.(host ?? '', { all: true }, (error, found) => {
          if (error) {
            socket.destroy(error);
            return;
          }
          wanted.push(...(found as LookupAddress[]).map(({ address }) => `${address}:${port}`));
          socket.connect({ host: '127.0.0.1', port: (receiver.address() as AddressInfo).port });
        });
        done?.(null, socket);
        return undefined;
      },
    });
    return { webhooks, wanted };
  }
  const url = 'http://platform.example/hook';

  test('is called at the address that was checked', async () => {
    const { webhooks, wanted } = through([['93.184.216.34']]);
    expect(await webhooks.post({ url, secret }, {}, 'message-1')).toEqual({ status: 200, body: 'heard' });
    expect(wanted).toEqual(['93.184.216.34:80']);
  });

  test('is not followed when it resolves elsewhere a moment later', async () => {
    const { webhooks, wanted } = through([['93.184.216.34'], ['93.184.216.34'], ['169.254.169.254']]);
    expect(await webhooks.refusalOf(url)).toBeNull();
    expect(await webhooks.post({ url, secret }, {}, 'message-1')).toMatchObject({ status: 200 });
    const before = received.length;
    expect(await webhooks.post({ url, secret }, {}, 'message-1')).toEqual({ failed: 'refused' });
    expect(wanted).toEqual(['93.184.216.34:80']);
    expect(received).toHaveLength(before);
  });

  test.each([['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['2606:4700::1111', '64:ff9b:1::a00:1'], ['2002:a00:1::'], []])(
    'is refused when it resolves to %s',
    async (...answer) => {
      const { webhooks, wanted } = through([answer, answer]);
      expect(await webhooks.refusalOf(url)).toBe('private');
      expect(await webhooks.post({ url, secret }, {}, 'message-1')).toEqual({ failed: 'refused' });
      expect(wanted).toEqual([]);
    },
  );

  test('may be saved when it cannot be resolved, but is not called', async () => {
    const webhooks = createWebhooks({ allowPrivate: false, allowHttp: true, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await webhooks.refusalOf(url)).toBeNull();
    expect(await webhooks.post({ url, secret }, {}, 'message-1')).toEqual({ failed: 'unreachable' });
  });
});

describe('an address with http', () => {
  const resolve = async (hostname: string) =>
    hostname === 'away.example'
      ? Promise.reject(new Error('ENOTFOUND'))
      : [{ address: hostname === 'shop.example' ? '93.184.216.34' : '10.0.0.7', family: 4 }];
  const refusalOf = (url: string, allow: { allowPrivate?: boolean; allowHttp?: boolean }) =>
    createWebhooks({ allowPrivate: false, resolve, ...allow }).refusalOf(url);

  test.each([
    'http://shop.example/hook',
    'HTTP://shop.example:443/',
    'http://93.184.216.34/',
    'http://away.example/',
    'http://[2606:4700::1111]/',
  ])('leads to the internet (%s), and can be chosen only where the operator allows it', async (url) => {
    expect(await refusalOf(url, {})).toBe('unencrypted');
    expect(await refusalOf(url, { allowPrivate: true })).toBe('unencrypted');
    expect(await refusalOf(url, { allowHttp: true })).toBeNull();
    expect(await refusalOf(url.replace(/^http/i, 'https'), {})).toBeNull();
  });

  test.each(['http://till.local/hook', 'http://10.0.0.7/', 'http://[fd00::1]/'])(
    'leads to the operator’s own network (%s), and can be chosen where that is allowed',
    async (url) => {
      expect(await refusalOf(url, { allowHttp: true })).toBe('private');
      expect(await refusalOf(url, { allowPrivate: true })).toBeNull();
    },
  );
});
