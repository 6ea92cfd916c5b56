import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { SMTPServer } from 'smtp-server';

export interface Received {
  to: string[];
  /** The raw message. */
  source: string;
}

/** A mail server that accepts and keeps every mail except those to `nobody@…`; `listening` makes it listen. */
export function mailSink(): { sink: SMTPServer; received: Received[] } {
  const received: Received[] = [];
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, answer) => {
      answer(address.startsWith('nobody') ? Object.assign(new Error('no such mailbox here'), { responseCode: 550 }) : null);
    },
    onData: (stream, { envelope }, answer) => {
      let source = '';
      stream.on('data', (part: Buffer) => (source += part.toString('latin1')));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), source });
        answer();
      });
    },
  });
  return { sink, received };
}

/** Lets a mail server listen on a free port while the tests of this file run. Returns its port. */
export function listening(sink: SMTPServer): () => number {
  beforeAll(async () => {
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => {
      sink.close(resolve);
    });
  });
  return () => (sink.server.address() as AddressInfo).port;
}

interface ParsedMail {
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** Parses a mail of text and HTML: unfolds headers, decodes encoded words and parts. */
export function parsed({ source }: Received): ParsedMail {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const parts = partsOf(head, rest.join('\r\n\r\n'));
  return {
    headers: headersOf(head),
    text: parts.find(({ type }) => type.startsWith('text/plain'))?.content ?? '',
    html: parts.find(({ type }) => type.startsWith('text/html'))?.content ?? '',
  };
}

interface Part {
  type: string;
  content: string;
}

/** The parts of a body, including nested ones: HTML with its images is one part that contains others. */
function partsOf(head: string, body: string): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (boundary === undefined) return [partOf(head, body)];
  const inner = body.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((part) => {
    const [innerHead = '', ...rest] = part.trimStart().split('\r\n\r\n');
    return partsOf(innerHead, rest.join('\r\n\r\n'));
  });
}

function partOf(head: string, body: string): Part {
  const headers = headersOf(head);
  const bytes =
    headers['content-transfer-encoding'] === 'base64'
      ? Buffer.from(body, 'base64')
      : headers['content-transfer-encoding'] === 'quoted-printable'
        ? unquoted(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return { type: headers['content-type'] ?? '', content: bytes.toString().replaceAll('\r\n', '\n') };
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), decoded(value.join(': '))];
    }),
  );
}

const decoded = (value: string) =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_word, coding: string, text: string) =>
      (coding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : unquoted(text.replaceAll('_', ' '))).toString(),
    );
