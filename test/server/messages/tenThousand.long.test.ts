/** Ten thousand feedback questions are due at once: they are sent a few at a time, and nothing else gets slower because of that. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { integrations, outbox } from '../../../src/server/database/schema';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { createCode, sendCode } from '../../../src/server/portal/sentCodeQueries';
import { moodyHttp, moodyMail } from '../../support/peers/moodySinks';
import { serve } from '../../support/server/server';

const MANY = 10_000;
const URGENT = 20;

const mailServer = moodyMail();
const platform = moodyHttp();
let sending = 0;
const requested: string[] = [];
let most = 0;
const mailer = () => createMailer({ smtpUrl: `smtp://127.0.0.1:${mailServer.port()}`, from: 'Portico <portico@inn.example>' });
const server = serve({
  config: { webhooksPrivate: true },
  mailer: {
    isConfigured: true,
    send: async (mail: Mail) => {
      if (!mail.to.startsWith('guest')) return mailer().send(mail);
      // Each would wait a tenth of a second for the greeting of the mail server that the others meet.
      sending += 1;
      most = Math.max(most, sending);
      await nextTurn();
      sending -= 1;
      requested.push(mail.id ?? '');
      return 'sent';
    },
  },
});

beforeEach(async () => {
  await server
    .db()
    .update(integrations)
    .set({ webhook_url: `http://127.0.0.1:${platform.port()}/` });
});

/** Milliseconds from the call until its receiver has the message, and until the answer. */
async function timesOf(nth: number, as: string) {
  const startedAt = performance.now();
  const to = `urgent-${as}-${nth}@example.com`;
  const { status } = await server.as(as).post('/api/vouchers/voucher/1/mail', { to, language: 'en' });
  expect(status).toBe(200);
  const voucher = (mailServer.taken.find((one) => one.to === to)?.at ?? Infinity) - startedAt;
  const requested = performance.now();
  const recipient = `code-${as}-${nth}@example.com`;
  const created = await createCode(server.db(), {
    hotspotId: 1,
    method: 'email',
    recipient,
    deviceMac: '',
    address: `198.51.100.${String(nth)}`,
    isVouched: false,
    isHere: false,
    wantsMarketing: false,
    wantsSurvey: false,
    now: server.clock.now,
    messageOf: ({ code }) => ({ channel: 'mail', mail: { subject: code, text: code } }),
  });
  if (typeof created === 'string') throw new Error(created);
  expect(await sendCode({ outbox: server.outbox() }, created)).toBe(true);
  const code = (mailServer.taken.find((one) => one.to === recipient)?.at ?? Infinity) - requested;
  const called = performance.now();
  expect((await server.as('reseller1').put('/api/hotspot_integrations/1/1', {})).status).toBe(200);
  const sync = (platform.taken.at(-1)?.at ?? Infinity) - called;
  const read = performance.now();
  expect((await server.as(as).get('/api/users?hotspot=1&limit=25')).status).toBe(200);
  return { voucher, code, sync, list: performance.now() - read };
}

async function figuresOf(as: string) {
  const times: Awaited<ReturnType<typeof timesOf>>[] = [];
  for (let nth = 0; nth < URGENT; nth += 1) times.push(await timesOf(nth, as));
  const share = (what: keyof (typeof times)[0], part: number) =>
    times.map((one) => one[what]).sort((one, other) => one - other)[Math.ceil(URGENT * part) - 1] ?? Infinity;
  return Object.fromEntries((['voucher', 'code', 'sync', 'list'] as const).map((what) => [what, [share(what, 0.5), share(what, 0.95)]]));
}

test('ten thousand messages due at once hold up no code, no voucher, no sync and no list, and leave at most four at a time', async () => {
  await server.as('reseller1').get('/api/users?hotspot=1&limit=25');
  await server.as('customer11').get('/api/users?hotspot=1&limit=25');
  await figuresOf('reseller1');
  await server.db().execute(sql`
    insert into ${outbox} (hotspot_id, kind, channel, lane, recipient, content, next_try, retry_until, expires, created)
    select 1, 'feedback', 'mail', 'mail bulk', 'guest' || n || '@example.com',
      '{"channel": "mail", "mail": {"subject": "How was it?", "text": "How was it?"}}', ${server.clock.now.toISOString()}::timestamptz,
      ${server.clock.now.toISOString()}::timestamptz + interval '1 day', ${server.clock.now.toISOString()}::timestamptz + interval '3 days',
      ${server.clock.now.toISOString()}::timestamptz from generate_series(1, ${MANY}) n`);
  const drained = server.outbox().drained();
  const meanwhile = await figuresOf('customer11');
  const waiting = await server.db().$count(outbox, eq(outbox.state, 'waiting'));
  await drained;
  expect(waiting).toBeGreaterThan(0);
  // How many of the four slots are in use at once depends on how fast the machine is.
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  expect(requested).toHaveLength(MANY);
  expect(new Set(requested).size).toBe(MANY);
  expect(mailServer.taken).toHaveLength(4 * URGENT);
  // Slower, because both share a processor, but far less than if thousands were sent first.
  for (const [what, [, p95 = Infinity] = []] of Object.entries(meanwhile))
    expect({ what, isQuick: p95 < 3000 }).toEqual({ what, isQuick: true });
}, 600_000);
