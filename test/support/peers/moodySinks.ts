/** A mail server and an HTTP receiver (SMS gateway, platform) that treat messages as a test wants, and record those they accepted. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { listening } from './mailSink';

/**
 * `defers`: refuses for now. `refuses`: for good. `refuses one`: only recipients that begin with "nobody". `drops`: accepts the message,
 * but closes the connection before it answers. `hangs`: never answers.
 */
export type Mood = 'accepts' | 'defers' | 'refuses' | 'refuses one' | 'refuses sender' | 'drops' | 'hangs';

interface Taken {
  /** The recipient, or the path and body of a call. */
  to: string;
  /** Message-ID, or the header that identifies a repeated call. */
  id: string;
  at: number;
}

/** `begins`: a client has started to send. `taken`: the message has been accepted. `answered`: the client has been told. */
export type Step = 'begins' | 'taken' | 'answered';

export interface Sink {
  /** Its port while the tests run. */
  port: () => number;
  /** The accepted messages, including those whose answer was lost. */
  taken: Taken[];
  mood: Mood;
  /** Seconds or a date to send as Retry-After. */
  retryAfter?: string;
  /** Called at each step, with the recipient or the body of the message. */
  onStep?: (step: Step, to: string) => void;
}

const refusal = (mood: Mood, responseCode: number) => Object.assign(new Error(mood), { responseCode });

export function moodyMail(): Sink {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    closeTimeout: 10,
    onMailFrom: (_address, _session, answer) => {
      sink.onStep?.('begins', '');
      answer(sink.mood === 'refuses sender' ? refusal(sink.mood, 550) : null);
    },
    onRcptTo: ({ address }, _session, answer) => {
      const { mood } = sink;
      if (mood === 'hangs') return;
      const isRefused = mood === 'refuses' || (mood === 'refuses one' && address.startsWith('nobody'));
      answer(isRefused ? refusal(mood, 550) : mood === 'defers' ? refusal(mood, 451) : null);
    },
    onData: (stream, { envelope }, answer) => {
      let source = '';
      stream.on('data', (part: Buffer) => (source += part.toString()));
      stream.on('end', () => {
        const id = /^Message-ID: <(.*)@.*>\r$/m.exec(source)?.[1] ?? '';
        const to = envelope.rcptTo[0]?.address ?? '';
        sink.taken.push({ to, id, at: performance.now() });
        sink.onStep?.('taken', to);
        if (sink.mood === 'drops') answer(refusal('drops', 421));
        else answer();
        sink.onStep?.('answered', to);
      });
    },
  });
  // Ignore errors: clients that are killed close their connections in any way.
  server.on('error', () => undefined);
  const sink: Sink = { port: listening(server), taken: [], mood: 'accepts' };
  return sink;
}

export function moodyHttp(): Sink {
  const server: Server = createServer((request, response) => {
    let body = request.url ?? '';
    sink.onStep?.('begins', body);
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { mood, retryAfter } = sink;
      if (mood === 'hangs') return;
      if (mood === 'accepts' || mood === 'drops') {
        const id = String(request.headers['webhook-id'] ?? request.headers['idempotency-key']);
        sink.taken.push({ to: body, id, at: performance.now() });
        sink.onStep?.('taken', body);
      }
      if (mood === 'drops') return void request.socket.destroy();
      response.writeHead(
        mood === 'accepts' ? 200 : mood === 'refuses' ? 400 : 503,
        retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
      );
      response.end(() => sink.onStep?.('answered', body));
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const sink: Sink = { port: () => (server.address() as AddressInfo).port, taken: [], mood: 'accepts' };
  return sink;
}
