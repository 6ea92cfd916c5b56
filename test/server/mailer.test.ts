import { beforeEach, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { createMailer } from '../../src/server/messages/mailer';
import { listening } from '../support/peers/mailSink';

const received: { from: string; to: string[]; source: string }[] = [];
const sink = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onAuth: ({ username, password }, _session, answer) => {
    if (username === 'hotel' && password === 'p@ss word') answer(null, { user: username });
    else answer(new Error('535 these are not the right words'));
  },
  onRcptTo: ({ address }, _session, answer) => {
    answer(address.startsWith('nobody') ? Object.assign(new Error('no such mailbox here'), { responseCode: 550 }) : null);
  },
  onData: (stream, { envelope }, answer) => {
    let source = '';
    stream.on('data', (part: Buffer) => (source += part.toString()));
    stream.on('end', () => {
      received.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        source,
      });
      answer();
    });
  },
});
const port = listening(sink);

beforeEach(() => {
  received.length = 0;
});

const mail = { to: 'guest@example.com', subject: 'Il tuo soggiorno', text: 'Com’è andata?' };
const mailerAt = (user = '') => createMailer({ smtpUrl: `smtp://${user}127.0.0.1:${port()}`, from: 'Portico <portico@example.com>' });

test('a mail arrives with its sender, text and HTML', async () => {
  expect(await mailerAt('hotel:p%40ss%20word@').send({ ...mail, html: '<p>Com’è andata?</p>' })).toBe('sent');
  const [arrived] = received;
  expect(arrived).toMatchObject({ from: 'portico@example.com', to: ['guest@example.com'] });
  expect(arrived?.source).toMatch(/Subject: Il tuo soggiorno/);
  expect(arrived?.source).toMatch(/multipart\/alternative/);
});

test('an unknown mailbox is reported in the mail server’s own words', async () => {
  expect(await mailerAt().send({ ...mail, to: 'nobody@example.com' })).toEqual({
    refused: expect.stringContaining('no such mailbox here'),
    isPermanent: true,
  });
  expect(received).toEqual([]);
});

test('a password is not sent without TLS to another machine, whatever the mail server offers', async () => {
  // Reaches the same server by a name that isn't known to mean this machine.
  const mailer = createMailer({ smtpUrl: `smtp://hotel:p%40ss%20word@0.0.0.0:${port()}`, from: 'Portico <portico@example.com>' });
  expect(await mailer.send(mail)).toMatchObject({ refused: expect.stringContaining('STARTTLS'), isForAll: true });
  expect(received).toEqual([]);
});

test('a wrong password of the mail server is reported', async () => {
  expect(await mailerAt('hotel:wrong@').send(mail)).toEqual({
    refused: expect.stringContaining('not the right words'),
    isPermanent: false,
    isForAll: true,
  });
});

test('a missing mail server is reported', async () => {
  const nowhere = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'portico@example.com' });
  expect(await nowhere.send(mail)).toEqual({ unreachable: expect.stringContaining('ECONNREFUSED') });
});

test('an empty configuration has no mail server', async () => {
  const none = createMailer({ smtpUrl: undefined, from: undefined });
  expect(none.isConfigured).toBe(false);
  expect(await none.send(mail)).toBe('not configured');
});
