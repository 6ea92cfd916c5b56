/** Each SMS gateway is called as its maker documents, with a stand-in on this machine. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../../src/server/config';
import { maskedRecipient } from '../../src/server/messages/lanes';
import { createSms } from '../../src/server/messages/sms/sms';

interface Seen {
  method: string;
  path: string;
  authorization: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

let gateway: Server;
let seen: Seen[] = [];
let answers: { status: number; body?: string; headers?: Record<string, string>; isSilent?: boolean }[] = [];

beforeAll(async () => {
  gateway = createServer((request, response) => {
    // Those of the test that sends it, also if it doesn't wait for the end.
    const { seen: itsSeen, answers: itsAnswers } = { seen, answers };
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const [, user = ''] = (request.headers.authorization ?? '').split(' ');
      itsSeen.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        authorization: Buffer.from(user, 'base64').toString(),
      });
      const { status, body: answerText = '', headers, isSilent = false } = itsAnswers.shift() ?? { status: 500 };
      if (!isSilent) response.writeHead(status, headers).end(answerText);
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await once(gateway, 'close');
});
beforeEach(() => {
  seen = [];
  answers = [];
});

const gatewayAddress = () => `127.0.0.1:${(gateway.address() as AddressInfo).port}`;
const NUMBER = '+393471234567';

/** The request that the gateway with this URL receives for an SMS. */
async function send(url: string, given: typeof answers, { text = 'Code: 123456', body = '', timeout = 2000 } = {}) {
  answers = given;
  const { sms } = readConfig({ SMS_URL: url.replace('HOST', gatewayAddress()), SMS_BODY: body });
  return createSms(sms, { print: () => undefined, timeout }).send({ number: NUMBER, text }, 'message-1');
}
const formOf = ({ body }: Pick<Seen, 'body'>) => Object.fromEntries(new URLSearchParams(body));

describe('sending SMS by Twilio', () => {
  const url = 'twilio://AC1:to%2Fken@HOST?from=%2B15005550006';

  test('posts a form to the account', async () => {
    expect(await send(url, [{ status: 201, body: '{"sid":"SM1","status":"queued"}' }])).toBeNull();
    expect(seen).toMatchObject([{ method: 'POST', path: '/2010-04-01/Accounts/AC1/Messages.json', authorization: 'AC1:to/ken' }]);
    expect(seen.map(formOf)).toEqual([{ To: NUMBER, From: '+15005550006', Body: 'Code: 123456' }]);
  });

  test('can use a messaging service', async () => {
    const service = `MG${'0a'.repeat(16)}`;
    expect(await send(`twilio://AC1:token@HOST?from=${service}`, [{ status: 201 }])).toBeNull();
    expect(seen.map(formOf)).toEqual([{ To: NUMBER, MessagingServiceSid: service, Body: 'Code: 123456' }]);
  });

  test('recognizes a refusal by its code, as its text repeats the number', async () => {
    const refusal = { code: 21211, message: `The 'To' number ${NUMBER} is not a valid phone number.`, status: 400 };
    expect(await send(url, [{ status: 400, body: JSON.stringify(refusal) }])).toEqual({ failed: '400 21211' });
  });
});

describe('sending SMS by Vonage', () => {
  const url = 'vonage://key:secret@HOST?from=Hotel';

  test('posts a form with the account', async () => {
    expect(await send(url, [{ status: 200, body: '{"message-count":"1","messages":[{"status":"0"}]}' }])).toBeNull();
    expect(seen).toMatchObject([{ method: 'POST', path: '/sms/json' }]);
    expect(seen.map(formOf)).toEqual([{ api_key: 'key', api_secret: 'secret', from: 'Hotel', to: NUMBER.slice(1), text: 'Code: 123456' }]);
  });

  test('marks letters that need two bytes', async () => {
    await send(url, [{ status: 200, body: '{"messages":[{"status":"0"}]}' }], { text: 'Zażółć' });
    expect(seen.map(formOf)).toMatchObject([{ type: 'unicode' }]);
  });

  test.each([
    ['{"messages":[{"status":"9","error-text":"quota"}]}', '200 9'],
    ['{"messages":[]}', '200 no code'],
    ['<html>', '200 no code'],
  ])('recognizes a refusal despite status 200: %s', async (body, failed) => {
    expect(await send(url, [{ status: 200, body }])).toEqual({ failed });
  });
});

describe('sending SMS by Skebby', () => {
  const url = 'skebby://ada%40hotel.example:secret@HOST?from=Hotel&type=TI';

  test('logs in for keys and posts JSON with them', async () => {
    const given = [
      { status: 200, body: 'user-1;session-1\n' },
      { status: 201, body: '{"result":"OK","order_id":"1","total_sent":1}' },
    ];
    expect(await send(url, given)).toBeNull();
    expect(seen).toMatchObject([
      { method: 'GET', path: '/API/v1.0/REST/login', authorization: 'ada@hotel.example:secret' },
      { method: 'POST', path: '/API/v1.0/REST/sms', headers: { user_key: 'user-1', session_key: 'session-1' } },
    ]);
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({
      message_type: 'TI',
      message: 'Code: 123456',
      recipient: [NUMBER],
      sender: 'Hotel',
      returnCredits: false,
    });
  });

  test('stops after a wrong password', async () => {
    expect(await send(url, [{ status: 404, body: 'not found' }])).toEqual({ failed: 'login 404' });
    expect(seen).toHaveLength(1);
  });

  test('reports what was not sent', async () => {
    const login = { status: 200, body: 'user-1;session-1' };
    expect(await send(url, [login, { status: 400, body: '{"result":"NO_CREDIT"}' }])).toEqual({ failed: '400 NO_CREDIT' });
    expect(await send(url, [login, { status: 201, body: '{"result":"OK","total_sent":0}' }])).toEqual({ failed: '201 OK' });
  });
});

describe('sending SMS by smshosting', () => {
  const url = 'smshosting://key:secret@HOST';

  test('posts a form', async () => {
    expect(await send(url, [{ status: 200, body: '{"transactionId":"1","smsInserted":1,"smsNotInserted":0}' }])).toBeNull();
    expect(seen).toMatchObject([{ method: 'POST', path: '/rest/api/sms/send', authorization: 'key:secret' }]);
    expect(seen.map(formOf)).toEqual([{ to: NUMBER.slice(1), text: 'Code: 123456', encoding: 'AUTO' }]);
  });

  test('reports a refusal in words, and an answer that accepted none', async () => {
    expect(await send(url, [{ status: 400, body: '{"errorCode":400,"errorMsg":"BAD_CREDIT"}' }])).toEqual({ failed: '400 BAD_CREDIT' });
    expect(await send(url, [{ status: 200, body: '{"smsInserted":0,"smsNotInserted":1}' }])).toEqual({ failed: '200 no code' });
  });
});

describe('sending SMS by another gateway', () => {
  test('uses GET with escaped values', async () => {
    const url = 'http+template://me:pass@HOST/send?to={digits}&plus={number}&text={text}';
    expect(await send(url, [{ status: 202 }], { text: 'a&b=c #1 {number} è' })).toBeNull();
    expect(seen).toMatchObject([{ method: 'GET', authorization: 'me:pass' }]);
    const query = new URL(seen[0]?.path ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({ to: NUMBER.slice(1), plus: NUMBER, text: 'a&b=c #1 {number} è' });
  });

  test('uses POST with JSON', async () => {
    const body = '{"to":"{number}","text":"{text}"}';
    expect(await send('http+template://HOST/send', [{ status: 200 }], { body, text: 'a "b" \\ \n {number}' })).toBeNull();
    expect(seen).toMatchObject([{ method: 'POST', path: '/send', headers: { 'content-type': 'application/json' } }]);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ to: NUMBER, text: 'a "b" \\ \n {number}' });
  });

  test('uses POST with a form', async () => {
    expect(await send('http+template://HOST/send', [{ status: 200 }], { body: 'to={number}&text={text}', text: 'a&b' })).toBeNull();
    expect(seen.map(formOf)).toEqual([{ to: NUMBER, text: 'a&b' }]);
  });

  test('fails for any status but 2xx', async () => {
    expect(await send('http+template://HOST/?{number}{text}', [{ status: 400 }])).toEqual({ failed: '400' });
  });
});

describe('a failing SMS gateway', () => {
  const url = 'twilio://AC1:token@HOST?from=Hotel';

  test('is not followed to another address', async () => {
    const elsewhere = { status: 307, headers: { Location: `http://${gatewayAddress()}/elsewhere` } };
    expect(await send(url, [elsewhere, { status: 201 }])).toEqual({ failed: '307 no code' });
    expect(seen).toHaveLength(1);
  });

  test('is given up after a time-out', async () => {
    const arrived = once(gateway, 'request');
    expect(await send(url, [{ status: 201, isSilent: true }], { timeout: 50 })).toEqual({ failed: 'too slow' });
    await arrived;
  });

  test('can be unreachable', async () => {
    const { sms } = readConfig({ SMS_URL: 'twilio://AC1:token@127.0.0.1:1?from=Hotel' });
    expect(await createSms(sms, { print: () => undefined }).send({ number: NUMBER, text: 'x' }, 'message-1')).toEqual({
      failed: 'unreachable',
    });
  });
});

test('the sink prints what it receives', async () => {
  const printed: unknown[] = [];
  const sink = createSms(readConfig({ SMS_URL: 'sink:' }).sms, { print: (message) => void printed.push(message) });
  expect(await sink.send({ number: NUMBER, text: 'x' }, 'message-1')).toBeNull();
  expect({ printed, isConfigured: sink.isConfigured }).toEqual({ printed: [{ number: NUMBER, text: 'x' }], isConfigured: true });
});

test('an empty configuration sends no SMS', async () => {
  const none = createSms(readConfig({}).sms, { print: () => undefined });
  expect({ isConfigured: none.isConfigured, sent: await none.send({ number: NUMBER, text: 'x' }, 'message-1') }).toEqual({
    isConfigured: false,
    sent: { failed: 'not configured' },
  });
});

test('remote gateways are called by TLS', () => {
  expect(readConfig({ SMS_URL: 'vonage://key:secret@rest.nexmo.com?from=Hotel' }).sms).toMatchObject({ origin: 'https://rest.nexmo.com' });
});

test.each([
  'twilio',
  'twilio://',
  'twilio://AC1:hidden-word@',
  'twilio://AC1:hidden-word@api.twilio.com',
  'vonage://key:hidden-word@rest.nexmo.com',
  'skebby://user@api.skebby.it',
  'carrier://key:hidden-word@sms.example',
  'https://key:hidden-word@sms.example',
  'https+template://sms.example/send?to={number}',
  'https+template://sms.example/send?text={text}',
  'https+template://{number}.example/send?text={text}',
  'https+template://me:{text}@sms.example/send?to={number}',
])('the invalid gateway %s is reported to the operator without the password', (url) => {
  const read = () => readConfig({ SMS_URL: url });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^SMS_URL: /);
  expect(read).not.toThrow(/hidden-word/);
});

test('a body requires a template', () => {
  expect(() => readConfig({ SMS_BODY: 'to={number}&text={text}' })).toThrow('SMS_BODY: goes with SMS_URL');
  expect(() => readConfig({ SMS_URL: 'sink:', SMS_BODY: 'x' })).toThrow('SMS_BODY: ');
});

test('logs show only the ends of a number', () => {
  expect(maskedRecipient('sms', NUMBER)).toBe('+39…67');
});
