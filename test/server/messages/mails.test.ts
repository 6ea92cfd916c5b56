/** Mails as they are sent: what a DKIM signature needs, and what mail programs show. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { listening, mailSink, parsed } from '../../support/peers/mailSink';

const { sink, received } = mailSink();
const port = listening(sink);
beforeEach(() => {
  received.length = 0;
});

const LONG = 'Ünïcödé – 日本語 '.repeat(40).trim();
const MAILS: Record<string, Omit<Mail, 'id' | 'to'>> = {
  'a plain one': { subject: 'Code 123456', text: 'Code: 123456' },
  'one with long words in its subject': { subject: LONG, text: LONG },
  'one with a line of ten thousand characters': { subject: 'Long', text: 'x'.repeat(10_000), html: `<p>${'y'.repeat(10_000)}</p>` },
  'one with line breaks of all kinds': { subject: 'Breaks', text: 'a\nb\r\nc\rd\n.\n..\n', html: '<p>a\nb\r\nc\rd\n.\n..\n</p>' },
  'one with a line break in its subject': { subject: 'Hello\r\nBcc: victim@example.com', text: 'x' },
  'a question to a guest': {
    subject: 'Com’è andata?',
    text: 'Com’è andata?',
    html: '<p>Com’è andata?</p><img src="cid:logo@portico">',
    replyTo: 'inn@example.com',
    unsubscribe: `https://wifi.example.com/portal/f/${'A'.repeat(16)}/stop`,
    attachments: [{ cid: 'logo@portico', filename: 'logo', contentType: 'image/png', content: Buffer.alloc(5000, 7) }],
  },
};

async function sent(mail: Omit<Mail, 'id' | 'to'>) {
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port()}`, from: 'Portico <portico@inn.example>' });
  expect(await mailer.send({ ...mail, id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', to: 'anna@example.com' })).toBe('sent');
  const [mailed] = received;
  if (!mailed) throw new Error('no mail has arrived');
  const [head = ''] = mailed.source.split('\r\n\r\n');
  const names = head
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  return { mailed, head, names };
}

describe.each(Object.entries(MAILS))('a mail, %s,', (_what, mail) => {
  test('is fit to be signed: lines end with CRLF and are short, headers are ASCII, and those that are signed are there once', async () => {
    const { mailed, head, names } = await sent(mail);
    expect(mailed.source).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(Math.max(...mailed.source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(head).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(mailed.to).toEqual(['anna@example.com']);
    for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'auto-submitted'])
      expect({ name, times: names.filter((one) => one === name).length }).toEqual({ name, times: 1 });
    expect(names).not.toContain('bcc');
    const { headers } = parsed(mailed);
    expect(headers['message-id']).toBe('<f81d4fae-7dec-11d0-a765-00a0c91e6bf6@inn.example>');
    expect(Date.parse(headers.date ?? '')).not.toBeNaN();
  });
});

test('a question to a guest has both parts, its logo within, and ends with one click', async () => {
  const question = MAILS['a question to a guest'];
  if (!question) throw new Error('no question');
  const { mailed } = await sent(question);
  const { headers, text, html } = parsed(mailed);
  expect({ text: text.trim(), html }).toEqual({ text: 'Com’è andata?', html: expect.stringContaining('Com’è andata?') });
  expect(headers).toMatchObject({
    'list-unsubscribe': '<https://wifi.example.com/portal/f/AAAAAAAAAAAAAAAA/stop>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'reply-to': 'inn@example.com',
  });
  expect(mailed.source).toMatch(/Content-ID: <logo@portico>/i);
});
