import { afterAll, beforeAll } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_HEADER } from '../../../src/contract/plain/wire';
import { buildApp } from '../../../src/server/app';
import { readConfig, type Config } from '../../../src/server/config';
import type { BackupState } from '../../../src/server/backups/automaticBackups';
import { openDatabase, type Database } from '../../../src/server/database/client';
import type { Db } from '../../../src/server/database/db';
import type { Deps } from '../../../src/server/deps';
import { createMailer, type Mailer } from '../../../src/server/messages/mailer';
import { ofMarketing } from '../../../src/server/marketing/outboxNeeds';
import { createOutbox, type Outbox } from '../../../src/server/messages/sender';
import { createSms, type Sms } from '../../../src/server/messages/sms/sms';
import { createWebhooks, type Webhooks } from '../../../src/server/messages/webhooks';
import { createSocial, type Social } from '../../../src/server/portal/social';
import { newTestDatabase, type Content, type TestDatabase } from './database';
import { passwordOf, RECORDED_AT } from '../backEnd/recordings';

export interface Answer {
  status: number;
  /** The parsed JSON; the text if it isn't JSON; null if empty. */
  body: unknown;
  headers: Headers;
}

/** Calls as one caller. A string body is sent unchanged, anything else as JSON. */
export interface Caller {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  put: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  delete: (path: string) => Promise<Answer>;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

export interface TestServer {
  /** An account of the fixture, logged in at its first call. */
  as: (username: string) => Caller;
  /** A caller with this token, or with none. */
  withToken: (token?: string) => Caller;
  db: () => Db;
  app: () => FastifyInstance;
  url: () => string;
  place: () => TestDatabase;
  /**
   * Starts a second server on the same database connection, with the same options and, unless it gets its own, the same clock. Close it to
   * write what it buffers.
   */
  replica: (itsClock?: { now: Date }) => Promise<Pick<Running, 'url' | 'close'>>;
  /** The server's clock; only moves when a test sets it. */
  clock: { now: Date };
  /** Its outbox, whose workers run when an urgent message is posted, and in `drained`. */
  outbox: () => Outbox;
}

interface Options {
  content?: Content;
  config?: Partial<Config>;
  /** Replaces webhook calls over the network. */
  webhooks?: Webhooks;
  /** Replaces the mail server. */
  mailer?: Mailer;
  /** Replaces the SMS gateway. */
  sms?: Sms;
  /** Replaces the sites where guests may log in. */
  social?: Social;
  /** State of automatic backups; by default there are none. */
  backups?: () => Promise<BackupState>;
  callTimeout?: number;
  /** Replaces asking units to end sessions; by default no units are listened to. */
  endSession?: Deps['endSession'];
  /** Replaces asking units to change sessions; without it, guests' changes reach no unit. */
  changeSession?: Deps['changeSession'];
  /** Replaces renewing sessions after reports behind a FreeRADIUS; by default none are renewed. */
  renewSession?: Deps['renewSession'];
}

/**
 * A server with its own database for the tests of this file, on the jest project's engine. It starts before the first test and is closed
 * after the last. Its clock is fixed at the time of the recording.
 */
export function serve({ content = 'fixture', ...options }: Options = {}): TestServer {
  const clock = { now: RECORDED_AT };
  const tokens = new Map<string, Promise<string>>();
  let running: (Running & { place: TestDatabase }) | undefined;
  const started = () => {
    if (!running) throw new Error('the server runs only in tests and hooks');
    return running;
  };

  beforeAll(async () => {
    const testDatabase = await newTestDatabase(content);
    running = { place: testDatabase, ...(await startOn(testDatabase, clock, options)) };
  });
  afterAll(async () => {
    await running?.close();
    await running?.place.remove();
  });

  const withToken = (token?: string) =>
    callerOf(
      () => started().url,
      async () => token,
    );
  const loggedIn = (username: string): Promise<string> => {
    const token = tokens.get(username) ?? login(withToken(), username, passwordOf(username));
    tokens.set(username, token);
    return token;
  };
  return {
    as: (username) =>
      callerOf(
        () => started().url,
        () => loggedIn(username),
      ),
    withToken,
    db: () => started().database.db,
    app: () => started().app,
    url: () => started().url,
    place: () => started().place,
    replica: async (itsClock = clock) => {
      const { app, url } = await listenOn(started().database, itsClock, options);
      return { url, close: async () => app.close() };
    },
    clock,
    outbox: () => started().outbox,
  };
}

interface Running {
  app: FastifyInstance;
  outbox: Outbox;
  database: Database;
  url: string;
  close: () => Promise<void>;
}

/** Starts a server on an existing database, on a free port. */
export async function startOn(
  testDatabase: Pick<TestDatabase, 'folder' | 'url'>,
  clock: { now: Date },
  options: Omit<Options, 'content'> = {},
): Promise<Running> {
  const database = await openDatabase(testDatabase);
  const { app, outbox, url } = await listenOn(database, clock, options);
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { app, outbox, database, url, close };
}

async function listenOn(
  database: Database,
  clock: { now: Date },
  { config, webhooks, mailer, sms, social, backups, callTimeout, endSession, changeSession, renewSession }: Omit<Options, 'content'>,
): Promise<Pick<Running, 'app' | 'outbox' | 'url'>> {
  const settings = { ...quietConfig, ...config };
  const carriers = {
    db: database.db,
    clock: () => clock.now,
    mailer: mailer ?? createMailer(settings),
    sms: sms ?? createSms(settings.sms, { print: () => undefined }),
    webhooks: webhooks ?? createWebhooks({ allowPrivate: settings.webhooksPrivate, allowHttp: settings.webhooksHttp }),
  };
  const outbox = createOutbox({
    ...carriers,
    ...ofMarketing(database.db),
    product: settings.console.product,
    report: () => undefined,
    onFailure: (error) => app.log.error({ err: error }, 'messages could not be sent'),
  });
  const app = await buildApp({
    ...carriers,
    outbox,
    social: social ?? createSocial(settings.social),
    config: settings,
    ...(backups && { backups }),
    ...(database.connections && { connections: database.connections }),
    ...(database.state && { databaseState: database.state }),
    ...(callTimeout !== undefined && { callTimeout }),
    ...(endSession && { endSession }),
    ...(changeSession && { changeSession }),
    ...(renewSession && { renewSession }),
  });
  return { app, outbox, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Logs unexpected errors only, and disables login throttling so that tests don't affect each other. */
const quietConfig: Config = { ...readConfig({ LOG_LEVEL: 'error' }), loginLimit: 0, retentionDays: 'never' };

/** Logs in and returns the token. */
export async function login(caller: Caller, username: string, password: string): Promise<string> {
  const { status, body } = await caller.post('/api/login', { username, password });
  if (status !== 201) throw new Error(`${username} could not log in: ${status} ${JSON.stringify(body)}`);
  return (body as { token: string }).token;
}

/** Signs in an account of the fixture at a server. */
export async function signedIn(url: string, username: string): Promise<Caller> {
  const token = await login(
    callerOf(() => url),
    username,
    passwordOf(username),
  );
  return callerOf(
    () => url,
    async () => token,
  );
}

/** Calls of our own console to the server at `url()`, with the token from `token()`, if any. */
export function callerOf(url: () => string, token: () => Promise<string | undefined> = async () => undefined): Caller {
  const call: Caller['call'] = async (method, path, body, headers) => {
    const mine = await token();
    const isText = typeof body === 'string';
    const answer = await fetch(url() + path, {
      method,
      headers: {
        [CONSOLE_HEADER]: '1',
        ...(mine !== undefined && { Token: mine }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: parsed(await answer.text()), headers: answer.headers };
  };
  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    delete: (path) => call('DELETE', path),
  };
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
