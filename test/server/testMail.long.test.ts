/** Test mails of feedback and review, as a real mail server receives them (API-52). */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { hotspot_preferences, portal_tries } from '../../src/server/database/schema';
import { createMailer, type Mailer } from '../../src/server/messages/mailer';
import { plainTextOf } from '../../src/server/marketing/plainText';
import { changesNothingOn } from '../support/server/changesNothing';
import { listening, mailSink, parsed } from '../support/peers/mailSink';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve, type Answer } from '../support/server/server';

const { sink, received } = mailSink();
const port = listening(sink);
/** A server that accepts connections and never answers. */
const silent: Server = createServer();

/** The mailer in use; tests may replace it. */
let mailer: Mailer;
const none = createMailer({ smtpUrl: undefined, from: undefined });
let sinkMailer = none;
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;
const from = 'Portico <portico@example.com>';

const server = serve({
  mailer: {
    get isConfigured() {
      return mailer.isConfigured;
    },
    send: (mail) => mailer.send(mail),
  },
});
const changesNothing = changesNothingOn(server);

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  sinkMailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port()}`, from });
});
afterAll(async () => {
  await new Promise((resolve) => silent.close(resolve));
});
beforeEach(() => {
  mailer = sinkMailer;
  received.length = 0;
});
afterEach(async () => {
  server.clock.now = RECORDED_AT;
  await server.db().delete(portal_tries);
});

const send = (body: object, { as = 'reseller1', kind = 'feedback', hotspot = 1 } = {}): Promise<Answer> =>
  server.as(as).post(`/api/marketing/testmail/${hotspot}/${kind}`, body);

async function prefer(key: string, value: string): Promise<void> {
  await server
    .db()
    .update(hotspot_preferences)
    .set({ value })
    .where(and(eq(hotspot_preferences.hotspot_id, 1), eq(hotspot_preferences.key, key)));
}

const BODY = '<h2>Com’è andata?</h2><p>Grazie da $$HOTSPOT$$.<br>Di’ la tua: $$URL$$</p><ul><li>uno</li><li>due &amp; tre</li></ul>';

async function nameOf(hotspot: number): Promise<string> {
  return ((await server.as('admin').get(`/api/hotspots/${hotspot}`)).body as { name: string }).name;
}

describe('a test mail', () => {
  test("has a subject, a text and HTML in the portal's colours, with filled-in placeholders", async () => {
    await prefer('captive_7_background', '#123');
    await prefer('captive_82_container_bg_color', '#fefefeff');
    await prefer('captive_83_title_color', '#AA0000');
    await prefer('captive_84_text_color', '#00bb00');
    await prefer('captive_2_title', 'Benvenuti <al> mare');
    expect(await send({ body: BODY, to: 'owner@example.com', subject: 'Saluti da $$HOTSPOT$$ – ciao' })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['owner@example.com']);
    const name = await nameOf(1);
    const { headers, text, html } = parsed(received[0]!);
    expect(headers).toMatchObject({ subject: `Saluti da ${name} – ciao`, to: 'owner@example.com', from });
    expect(headers['content-type']).toMatch(/^multipart\/alternative/);
    // Headings in the text are smaller than the mail's title, and the background fills the page.
    expect(html).toMatch(/<h2 style="[^"]*font-size:19px[^"]*">Com’è andata\?<\/h2>/);
    expect(html).toMatch(/<body style="[^"]*background-color:#112233/);
    for (const colour of ['#112233', '#fefefe', '#AA0000', '#00bb00']) expect(html).toContain(`color:${colour}`);
    expect(html).not.toContain('#fefefeff');
    expect(html).toContain('Benvenuti &#60;al&#62; mare</h1>');
    expect(html).toContain(`Grazie da ${name}.`);
    expect(html).toContain('<a href="https://example.com/feedback">https://example.com/feedback</a>');
    expect(html).not.toContain('$$');
    expect(text).toContain('Benvenuti <al> mare\n\nCom’è andata?\n\nGrazie da');
    expect(text).toContain('\nDi’ la tua: https://example.com/feedback\n');
    expect(text).toContain('- uno\n');
    expect(text).toContain('- due & tre\n');
    expect(text).not.toMatch(/<\/?(?:a|br|h2|li|p|ul)\b|\$\$/);
  });

  test("includes the portal's logo, where there is one", async () => {
    const picture = Buffer.from('a picture of a lighthouse').toString('base64');
    await prefer('captive_3_logo', `data:image/png;base64,${picture}`);
    await send({ body: BODY, to: 'owner@example.com' });
    const [mail] = received;
    const source = mail?.source ?? '';
    expect(source).toContain('cid:logo@portico');
    expect(source).toMatch(/Content-Id: <logo@portico>/i);
    expect(source.replace(/\r\n/g, '')).toContain(picture);
    await prefer('captive_3_logo', '');
  });

  test('uses the stored subject without another one', async () => {
    const name = await nameOf(1);
    await prefer('marketing_15_feedback_subject_text', 'How was $$HOTSPOT$$?');
    await prefer('marketing_16_review_subject_text', 'Review $$HOTSPOT$$');
    for (const kind of ['feedback', 'review']) await send({ body: 'x', to: 'owner@example.com' }, { kind });
    expect(received.map((mail) => parsed(mail).headers.subject)).toEqual([`How was ${name}?`, `Review ${name}`]);
  });

  test('links a placeholder where the editor turned it into a link', async () => {
    await send({ body: '<p><a href="$$URL$$">Click</a> <a href="$$URL$$">$$URL$$</a></p>', to: 'o@example.com' }, { kind: 'review' });
    const { html, text } = parsed(received[0]!);
    expect(html).toContain(
      '<a href="https://example.com/review">Click</a> <a href="https://example.com/review">https://example.com/review</a>',
    );
    expect(text).toContain('Click (https://example.com/review) https://example.com/review');
  });

  test('excludes scripts, styles, pictures, handlers and addresses that run', async () => {
    const body = `<p onclick="steal()">Hello</p><script>steal()</script><style>*{}</style><img src="https://spy.example.com/x.png">
      <a href="javascript:steal()">here</a><iframe src="https://spy.example.com"></iframe><form action="https://spy.example.com"><input></form>`;
    expect((await send({ body, to: 'owner@example.com' })).status).toBe(200);
    const { html, text } = parsed(received[0]!);
    expect(html).toContain('Hello');
    expect(html + text).not.toMatch(/script|steal|spy\.example|onclick|<style|<img|<iframe|<form|<input/i);
  });

  test('has no heading without a title of the portal', async () => {
    await prefer('captive_2_title', '');
    await send({ body: '<p>x</p>', to: 'owner@example.com' });
    expect(parsed(received[0]!).html).not.toContain('<h1');
  });

  test('escapes a hotspot name with HTML and ignores an invalid font', async () => {
    await prefer('captive_85_text_style', `Roboto';background:url(//spy.example.com)`);
    await send({ body: 'x', to: 'owner@example.com' });
    expect(parsed(received[0]!).html).not.toMatch(/url\(|spy\.example/);
  });
});

describe('a refused test mail', () => {
  const good = { body: 'Hello', to: 'owner@example.com', subject: 'Hi' };

  test.each([
    ['two addresses', { to: 'a@example.com,b@example.com' }, 'to'],
    ['an address with a name in front', { to: 'A <a@example.com>' }, 'to'],
    ['an address followed by a header', { to: 'a@example.com\r\nBcc: b@example.com' }, 'to'],
    ['no address', { to: '' }, 'to'],
    ['an address of 300 characters', { to: `${'a'.repeat(300)}@example.com` }, 'to'],
    ['a subject followed by a header', { subject: 'Hi\r\nBcc: b@example.com' }, 'subject'],
    ['a subject on two lines', { subject: 'Hi\nthere' }, 'subject'],
    ['a subject of 256 characters', { subject: 'x'.repeat(256) }, 'subject'],
    ['no body', { body: '' }, 'body'],
    ['a body with nothing that may be sent', { body: '<script>steal()</script>' }, 'body'],
    ['a body of 200,001 characters', { body: 'x'.repeat(200_001) }, 'body'],
  ])('is caused by %s', async (_what, change, field) => {
    const answer = await changesNothing(() => send({ ...good, ...change }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { [field]: expect.any(String) } } });
    expect(received).toEqual([]);
  });

  test.each([
    ['an unknown kind', { kind: 'spam' }, 400],
    ["another tenant's hotspot", { hotspot: 4 }, 404],
    ['a missing kind', { hotspot: 999_999 }, 404],
    ['a customer', { as: 'customer11' }, 403],
    ['a desk', { as: 'desk11' }, 403],
  ])('is caused by the request for %s', async (_what, where, status) => {
    expect((await changesNothing(() => send(good, where))).status).toBe(status);
    expect(received).toEqual([]);
  });

  test('is caused by a missing mail server, which is reported', async () => {
    mailer = none;
    expect(await send(good)).toMatchObject({ status: 409, body: { code: 'no_mail_server' } });
  });

  test('is caused by the mail server, whose own words admins see', async () => {
    const bad = { ...good, to: 'nobody@example.com' };
    expect(await send(bad, { as: 'admin' })).toMatchObject({
      status: 422,
      body: { code: 'mail_refused', error: expect.stringContaining('no such mailbox here') },
    });
    const { status, body } = await send(bad);
    expect({ status, body }).toEqual({ status: 422, body: { code: 'mail_refused', message: 'The mail server refused the mail' } });
    expect(received).toEqual([]);
  });

  test('is caused by a mail server that hangs or is unreachable, which is reported in time', async () => {
    for (const port of [portOf(silent), 1]) {
      mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, timeout: 200 });
      expect(await send(good)).toMatchObject({ status: 500, body: { code: 'mail_unreachable' } });
    }
  });

  test('is caused by ten mails in five minutes from the account, without affecting others', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send(good)).status).toBe(200);
    const { status, body, headers } = await send(good);
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too_often', retry_after: 300 } });
    expect(headers.get('Retry-After')).toBe('300');
    expect(received).toHaveLength(10);
    expect((await send(good, { as: 'admin' })).status).toBe(200);
    server.clock.now = new Date(RECORDED_AT.getTime() + 300_001);
    expect((await send(good)).status).toBe(200);
  });
});

describe('HTML as plain text', () => {
  test.each([
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['one<br>two<br />three', 'one\ntwo\nthree'],
    ['<p>a\n   b</p>', 'a b'],
    ['<h1>T</h1><ol><li>x</li><li>y</li></ol>', 'T\n\n- x\n- y'],
    ['<a href="https://x.example/?a=1&amp;b=2">here</a>', 'here (https://x.example/?a=1&b=2)'],
    ['&lt;b&gt; &amp;lt; &#38; &quot;', '<b> &lt; & "'],
    ['<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>', '1 2'],
    ['', ''],
  ])('is correct for %j', (html, text) => expect(plainTextOf(html)).toBe(text));
});
