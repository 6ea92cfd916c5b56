import { resolve } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { hasUnits, type Config } from './config';
import { forgetUnfinished, keepBackups } from './backups/automaticBackups';
import { backupsBeforeUpdates } from './backups/beforeUpdates';
import { openDatabase, type Database } from './database/client';
import { describeDatabase } from './database/databaseUrl';
import type { EmbeddedDatabase } from './database/embedded';
import type { EmbeddedDatabaseError } from './database/embeddedErrors';
import { Parts } from './parts';
import { closedSettings, NO_WEBHOOKS } from '../demo/publicDemonstration';
import type { Demonstration, DemonstrationServer } from '../demo/demonstration';
import { listenInFolder } from './cli/folderSocket';
import { firstLine } from './http/log';
import { ofMarketing } from './marketing/outboxNeeds';
import { createMailer } from './messages/mailer';
import { createOutbox } from './messages/sender';
import { createSms } from './messages/sms/sms';
import { createWebhooks } from './messages/webhooks';
import { createSocial } from './portal/social';
import { retentionDaysOf } from './guests/retentionQueries';
import { ending, type Ending } from './radius/ending';
import { keepCertificates, readCertificates, type Certificates } from './radius/radsec';
import { listenRadius, whyNoRadius, type RadiusListener } from './radius/listener';
import { refusedConnectionWarnings, refusedPacketWarnings } from './radius/refusals';
import { recordEnding } from './sessions/unitRequestQueries';
import { listen } from './requests';
import { startJobs } from './jobs';

/** A listening server; `close` finishes running requests, then closes the database. */
export interface Running {
  app: FastifyInstance;
  database: Database;
  /** Where it listens, like http://127.0.0.1:8080. */
  address: string;
  close: () => Promise<void>;
}

/** The tasks of a process: all of the server's, or those of one of several processes on a machine (workers.ts). */
export type Duty = 'everything' | 'pages' | 'units and jobs';

export interface Hooks {
  duty?: Duty;
  /** Whether to bring the database up to date first; by default it does. */
  migrates?: boolean;
  /** The embedded database of the data folder, if it is open already; it stays open when the server stops. */
  embedded?: EmbeddedDatabase;
  /** Fills the database before serving. */
  prepare?: (database: Database) => Promise<void>;
  /** Called when the embedded database has stopped for good, so that only a new process helps. */
  onStopped?: (error: Error) => void;
  /** Simulates units and phones that use this server; for the demonstration. */
  demonstrate?: (server: DemonstrationServer) => Promise<Demonstration>;
  /** Set for the public demonstration, to the end of this process: nothing is sent out, and visitors are limited. */
  publicUntil?: Date;
  /** Makes a backup of this server's data folder. Without it there are no automatic backups. */
  backUp?: (file: string, signal: AbortSignal) => Promise<void>;
}

/** Opens, migrates and prepares the database, starts the parts of the server one after the other, and listens. */
export async function start(config: Config, hooks: Hooks = {}): Promise<Running> {
  const parts = new Parts();
  try {
    return await startParts(parts, config, hooks);
  } catch (error) {
    // The first error is the one to report.
    await parts.stop().catch(() => undefined);
    throw error;
  }
}

async function startParts(
  parts: Parts,
  given: Config,
  { duty = 'everything', migrates = true, embedded, prepare, onStopped, backUp, demonstrate, publicUntil }: Hooks,
): Promise<Running> {
  const config = publicUntil ? closedSettings(given) : given;
  const servesPages = duty !== 'units and jobs';
  const servesUnits = duty !== 'pages';
  const folders = { data: config.data, backups: config.backups };
  const clock = () => config.now ?? new Date();
  let isStopping = false;
  /** The app's logger; null until the app exists. */
  let log: FastifyBaseLogger | null = null;
  let radius: RadiusListener | undefined;
  /** Returns a function that logs an error with this message. */
  const failure = (message: string) => (error: unknown) => log?.error({ err: error }, message);
  const onRadiusFailure = failure('a RADIUS packet could not be answered');

  if (servesUnits && ['info', 'debug', 'trace'].includes(config.logLevel)) process.stdout.write(firstLine(dataOf(config)));
  // Before anything is opened, so that an unreadable file leaves nothing behind.
  const certificates = config.radius && config.radsec && servesUnits ? await readCertificates(config.radsec) : undefined;
  const onTrouble = (error: EmbeddedDatabaseError) => {
    if (error.code === 'stopped') onStopped?.(error);
    else failure('the embedded database reports a failure')(error);
  };
  const database = await openDatabase(
    { url: config.databaseUrl, folder: config.data },
    { upToDate: migrates, backups: backupsBeforeUpdates(config), onTrouble, ...(embedded && { embedded }) },
  );
  parts.add('database', database, ({ close }) => close());
  const { db } = database;
  await prepare?.(database);

  const demonstration = await demonstrate?.({
    db,
    zone: config.zone,
    now: config.now,
    onFailure: onRadiusFailure,
    target: () => ({ host: ownAddress(config.radius?.host ?? ''), ...(radius?.ports ?? { authentication: 0, accounting: 0 }) }),
  });
  if (demonstration) parts.add('demonstration', demonstration, ({ stop }) => stop());

  const backups =
    backUp && database.engine === 'embedded'
      ? keepBackups(folders, {
          make: backUp,
          clock: () => new Date(),
          report: failure('the automatic backup failed, and will be tried again'),
        })
      : undefined;
  if (backups) parts.add('backups', backups, ({ stop }) => stop());
  const endings =
    hasUnits(config) &&
    ending({
      db,
      clock,
      zone: config.zone,
      onFailure: onRadiusFailure,
      ...(publicUntil && demonstration && { only: demonstration.requests }),
      onOutcome: async (session, outcome) => {
        log?.info({ ...session, ...outcome }, 'a unit was asked to end a session');
        await recordEnding(db, clock(), session, outcome);
      },
    });
  // The demonstration has no real personal data.
  const retention = await retentionDaysOf(db, demonstrate ? 'never' : config.retentionDays);
  const mailer = createMailer(config);
  const sms = createSms(config.sms, { print: ({ number, text }) => log?.warn(`SMS to ${number}, which isn't sent: ${text}`) });
  const webhooks = publicUntil ? NO_WEBHOOKS : createWebhooks({ allowPrivate: config.webhooksPrivate, allowHttp: config.webhooksHttp });
  const messagesFailed = failure('messages could not be sent, and will be tried again');
  const outbox = createOutbox({
    db,
    clock,
    mailer,
    sms,
    webhooks,
    product: config.console.product,
    ...ofMarketing(db),
    report: (message) => log?.warn(message, 'a message could not be sent'),
    onFailure: messagesFailed,
  });
  const app = await buildApp({
    ...(backups && { backups: backups.state }),
    ...(database.connections && { connections: database.connections }),
    ...(database.state && { databaseState: database.state }),
    ...(config.radius && servesUnits && { radiusCounts: () => radius?.counts() ?? {} }),
    ...(endings && { endSession: endings.end, changeSession: endings.change, renewSession: endings.renew }),
    ...(demonstration && { phones: demonstration.phones }),
    ...(publicUntil && { publicUntil }),
    unready: () => (isStopping ? 'stopping' : database.state?.().isFull === true ? 'disk_full' : null),
    jobs: () => parts.jobs(),
    db,
    clock,
    mailer,
    sms,
    webhooks,
    outbox,
    social: createSocial(config.social),
    config: { ...config, retentionDays: retention.days },
  });
  log = app.log;
  parts.add('app', app, () => app.close());

  if (config.radius && servesUnits)
    radius = await startRadius(parts, { config, radius: config.radius, certificates, db, clock, app, onRadiusFailure, endings, failure });
  if (database.engine === 'embedded') {
    const socket = await listenInFolder(database, config, failure('a command on the data folder failed'));
    if (socket) parts.add('commands', socket, ({ close }) => close());
  }
  parts.job('messages', messagesFailed, outbox.keep);
  if (servesUnits) startJobs(parts, { config, database, clock, outbox, mailer, endings, retentionDays: retention.days, failure });
  if (backups) await forgetUnfinished(folders).catch(failure('the folder of the backups cannot be used'));
  if (servesUnits) sayRetention(app, retention);
  // Started last, when all that requests need is there; therefore stopped first.
  const address = servesPages ? await listen(app, config, parts) : '';
  const close = async () => {
    isStopping = true;
    await parts.stop();
  };
  return { app, database, address, close };
}

interface Radius {
  config: Config;
  radius: NonNullable<Config['radius']>;
  certificates: Certificates | undefined;
  db: Database['db'];
  clock: () => Date;
  app: FastifyInstance;
  onRadiusFailure: (error: unknown) => void;
  endings: Ending | false;
  failure: (message: string) => (error: unknown) => void;
}

/** Listens for RADIUS, and for RadSec with certificates that are read again when they change. */
async function startRadius(
  parts: Parts,
  { config, radius, certificates, db, clock, app, onRadiusFailure, endings, failure }: Radius,
): Promise<RadiusListener> {
  const options = {
    ...radius,
    certificates,
    db,
    clock,
    zone: config.zone,
    onFailure: onRadiusFailure,
    onReport: endings ? endings.renew : undefined,
    onRefused: refusedPacketWarnings((packet, message) => app.log.warn(packet, message)),
    onRefusedConnection: refusedConnectionWarnings((connection, message) => app.log.warn(connection, message)),
  };
  const listener = await listenRadius(options).catch((error: unknown) => {
    throw whyNoRadius(error, options);
  });
  parts.add('RADIUS', listener, ({ close }) => close());
  app.log.info({ host: radius.host, ...listener.ports }, 'listening for RADIUS');
  const { radsec } = config;
  if (radsec && certificates) {
    const renew = (renewed: Certificates) => {
      listener.renew(renewed);
      app.log.info('the certificates of RadSec were renewed');
    };
    parts.job('certificates', failure('the certificates of RadSec could not be renewed; the present ones stay in use'), (onFailure) =>
      keepCertificates(radsec, certificates, renew, { onFailure }),
    );
  }
  return listener;
}

/** The location of the data, without a password. */
function dataOf({ databaseUrl, data }: Config): string {
  if (databaseUrl === undefined) return resolve(data);
  return `PostgreSQL ${describeDatabase(databaseUrl)}`;
}

/** The address at which this machine reaches its own listener. */
const ownAddress = (host: string): string => ({ '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

/** Logs at the first start when personal data will be erased, and at each start a warning if that hasn't been decided. */
function sayRetention({ log }: FastifyInstance, { days, isNew }: Awaited<ReturnType<typeof retentionDaysOf>>): void {
  if (isNew) {
    log.warn(
      `Personal data of guests are erased ${String(days)} days after they were last needed. Set PORTICO_RETENTION_DAYS to change that`,
    );
  }
  if (days === undefined) log.warn('PORTICO_RETENTION_DAYS is not set: personal data of guests are stored for ever');
}
