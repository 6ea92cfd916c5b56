import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { hasUnits, type Config } from './config';
import { forgetUnfinished, keepBackups } from './backups/automaticBackups';
import { backupsBeforeUpdates } from './backups/beforeUpdates';
import { openDatabase, type Database } from './database/client';
import { describeDatabase } from './database/databaseUrl';
import { startMaintenance } from './database/maintenance';
import { startSessionMaintenance } from './sessions/sessionMaintenance';
import { keepShortLived } from './shortLived';
import type { Demonstration, DemonstrationServer } from '../demo/demonstration';
import { listenInFolder } from './cli/folderSocket';
import { whyNotListening } from './http/listening';
import { firstLine } from './http/log';
import { keepFeedback, obstacleOf, portalUrlOf } from './marketing/feedbackJob';
import { ofMarketing } from './marketing/outboxNeeds';
import { createMailer } from './messages/mailer';
import { createOutbox } from './messages/sender';
import { createSms } from './messages/sms/sms';
import { createWebhooks } from './messages/webhooks';
import { createSocial } from './portal/social';
import { keepRetention } from './guests/retention';
import { retentionDaysOf } from './guests/retentionDays';
import { ending, keepEnding } from './radius/ending';
import { keepCertificates, readCertificates } from './radius/radsec';
import { listenRadius, whyNoRadius, type RadiusListener } from './radius/listener';
import { refusedPacketWarnings } from './radius/refusedPackets';
import type { BackgroundJob } from './backgroundJob';
import { recordEnding } from './sessions/unitRequests';

/** A listening server; `close` finishes running requests, then closes the database. */
export interface Running {
  app: FastifyInstance;
  database: Database;
  /** Where it listens, like http://127.0.0.1:8080. */
  address: string;
  close: () => Promise<void>;
}

/** How long running requests may take at shutdown, in milliseconds. */
const DRAIN = 10_000;

/**
 * How long keep-alive connections stay open at shutdown for a request that may be in transit, in milliseconds; its response closes them.
 */
const LINGER = 500;

interface Hooks {
  /** Fills the database before serving. */
  prepare?: (database: Database) => Promise<void>;
  /** Called when the embedded database has stopped for good and only a new process helps. */
  onStopped?: (error: Error) => void;
  /** Simulates units and phones that use this server, for the demonstration. */
  demonstrate?: (server: DemonstrationServer) => Promise<Demonstration>;
  /** Makes a backup of this server's data folder. Without it there are no automatic backups. */
  backUp?: (file: string, signal: AbortSignal) => Promise<void>;
}

/** Opens the database, migrates and prepares it, and listens. */
export async function start(config: Config, { prepare, onStopped, backUp, demonstrate }: Hooks = {}): Promise<Running> {
  const place = { data: config.data, backups: config.backups };
  let log: FastifyBaseLogger | undefined;
  let isStopping = false;
  let radius: RadiusListener | undefined;
  let certificatesKept: BackgroundJob | undefined;
  let demonstration: Demonstration | undefined;
  let listening: FastifyInstance | undefined;
  if (['info', 'debug', 'trace'].includes(config.logLevel)) process.stdout.write(firstLine(dataOf(config)));
  // Before anything is opened: a file that can't be read then leaves nothing behind.
  const certificates = config.radius && config.radsec && (await readCertificates(config.radsec));
  const database = await openDatabase(
    { url: config.databaseUrl, folder: config.data },
    {
      backups: backupsBeforeUpdates(config),
      onTrouble: (error) => {
        if (error.code === 'stopped') onStopped?.(error);
        else log?.error({ err: error }, 'the embedded database is in trouble');
      },
    },
  );
  try {
    await prepare?.(database);
    const clock = () => config.now ?? new Date();
    const kept =
      backUp && database.engine === 'embedded'
        ? keepBackups(place, {
            make: backUp,
            report: (error) => log?.error({ err: error }, 'the automatic backup failed, and will be tried again'),
            clock: () => new Date(),
          })
        : undefined;
    const onRadiusFailure = (error: unknown) => log?.error({ err: error }, 'a RADIUS packet could not be answered');
    demonstration = await demonstrate?.({
      db: database.db,
      target: () => ({ host: ownAddress(config.radius?.host ?? ''), ...(radius?.ports ?? { authentication: 0, accounting: 0 }) }),
      zone: config.zone,
      now: config.now,
      onFailure: onRadiusFailure,
    });
    const endings =
      hasUnits(config) &&
      ending({
        ...{ db: database.db, clock, zone: config.zone, onFailure: onRadiusFailure },
        nasIdentifierOf: (unitId) => radius?.nasIdentifierOf(unitId) ?? '',
        onOutcome: async (session, outcome) => {
          log?.info({ ...session, ...outcome }, 'a unit was asked to end a session');
          await recordEnding(database.db, clock(), session, outcome);
        },
      });
    // A demonstration has nobody's data.
    const retention = await retentionDaysOf(database.db, demonstrate ? 'never' : config.retentionDays);
    const mailer = createMailer(config);
    const sms = createSms(config.sms, { print: ({ number, text }) => log?.warn(`SMS to ${number}, which isn't sent: ${text}`) });
    const webhooks = createWebhooks({ allowPrivate: config.webhooksPrivate });
    const outbox = createOutbox({
      ...{ db: database.db, clock, mailer, sms, webhooks, product: config.console.product, ...ofMarketing(database.db) },
      report: (message) => log?.warn(message, 'a message could not be sent'),
      onFailure: (error) => log?.error({ err: error }, 'messages could not be sent, and will be tried again'),
    });
    const app = await buildApp({
      ...(kept && { backups: kept.state }),
      ...(database.connections && { connections: database.connections }),
      ...(database.state && { databaseState: database.state }),
      ...(config.radius && { radiusCounts: () => radius?.counts() ?? {} }),
      ...(endings && { endSession: endings.end, changeSession: endings.change, renewSession: endings.renew }),
      ...(demonstration && { phones: demonstration.phones }),
      unready: () => (isStopping ? 'stopping' : database.state?.().isFull === true ? 'disk_full' : null),
      db: database.db,
      clock,
      mailer,
      sms,
      social: createSocial(config.social),
      webhooks,
      outbox,
      config: { ...config, retentionDays: retention.days },
    });
    log = app.log;
    listening = app;
    sayRetention(app, retention);
    if (kept) {
      await forgetUnfinished(place).catch((error: unknown) => app.log.error({ err: error }, 'the folder of the backups cannot be used'));
    }
    // Browsers connect ahead of a request; Node counts such a connection as busy, so `close` destroys those that have sent nothing.
    const sockets = new Set<Socket>();
    app.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw whyNotListening(error, config);
    });
    // Failing to accept a connection (out of file descriptors, say) costs one request; unhandled, it would end the server.
    app.server.on('error', (error) => app.log.error({ err: error }, 'a connection could not be taken'));
    if (config.radius) {
      const options = {
        ...config.radius,
        certificates,
        db: database.db,
        clock,
        zone: config.zone,
        onFailure: onRadiusFailure,
        onReport: endings ? endings.renew : undefined,
        onRefused: refusedPacketWarnings((packet, message) => app.log.warn(packet, message)),
      };
      radius = await listenRadius(options).catch((error: unknown) => {
        throw whyNoRadius(error, options);
      });
      app.log.info({ host: config.radius.host, ...radius.ports }, 'listening for RADIUS');
      const { renew } = radius;
      if (config.radsec && certificates)
        certificatesKept = keepCertificates(
          config.radsec,
          certificates,
          (renewed) => {
            renew(renewed);
            app.log.info('the certificates of RadSec were renewed');
          },
          { onFailure: (error) => app.log.error({ err: error }, 'the certificates of RadSec could not be renewed: the former ones stay') },
        );
    }
    // Last of what can fail: the jobs that begin from here on would have to be ended.
    const socket =
      database.engine === 'embedded'
        ? await listenInFolder(database, place, (error) => app.log.error({ err: error }, 'a command on the data folder failed'))
        : null;
    const retentionDays = typeof retention.days === 'number' ? retention.days : undefined;
    const sessionsKept =
      hasUnits(config) &&
      startSessionMaintenance(database.db, retentionDays, clock, (error) =>
        app.log.error({ err: error }, 'silent sessions could not be ended, and will be tried again'),
      );
    const shortLived = keepShortLived(database.db, clock, (error) =>
      app.log.error({ err: error }, 'earlier secrets, counts and expired vouchers could not be deleted, and will be tried again'),
    );
    const endingsKept = endings && keepEnding(endings, onRadiusFailure);
    const retained =
      retentionDays === undefined
        ? undefined
        : keepRetention(database.db, retentionDays, clock, (error) =>
            app.log.error({ err: error }, 'retention failed, and will be tried again'),
          );
    const portalUrl = obstacleOf(config, mailer) === null ? portalUrlOf(config) : null;
    const feedbackKept =
      portalUrl !== null &&
      keepFeedback({ db: database.db, clock, zone: config.zone, portalUrl, wake: outbox.wake }, (error) =>
        app.log.error({ err: error }, 'guests could not be asked about their stay, and will be later'),
      );
    const sending = outbox.keep();
    const upkeep = startMaintenance(database, (error) =>
      app.log.error({ err: error }, 'upkeep of the database failed, and will be tried again'),
    );
    return {
      app,
      database,
      address,
      close: async () => {
        isStopping = true;
        await pause(config.drainSeconds * 1000);
        if (config.drainSeconds === 0 && (await connectionsOf(app)) > 0) await pause(LINGER);
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
        // Keep-alive clients must not delay shutdown: after DRAIN their connections are closed.
        const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN);
        await app.close();
        clearTimeout(impatience);
        await certificatesKept?.stop();
        await demonstration?.stop();
        await radius?.close();
        if (sessionsKept) await sessionsKept.stop();
        await shortLived.stop();
        if (endingsKept) await endingsKept.stop();
        await retained?.stop();
        await kept?.stop();
        if (feedbackKept) await feedbackKept.stop();
        await sending.stop();
        await upkeep.stop();
        await socket?.close();
        await database.close();
      },
    };
  } catch (error) {
    await listening?.close();
    await certificatesKept?.stop();
    await demonstration?.stop();
    await radius?.close();
    await database.close();
    throw error;
  }
}

/** Where the data are, without a password. */
function dataOf({ databaseUrl, data }: Config): string {
  if (databaseUrl === undefined) return resolve(data);
  return `PostgreSQL ${describeDatabase(databaseUrl)}`;
}

/** The address at which this machine reaches its own listener. */
const ownAddress = (host: string): string => ({ '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}

/** Says at the first start when personal data will be erased, and at each start if nobody has decided that. */
function sayRetention({ log }: FastifyInstance, { days, isNew }: Awaited<ReturnType<typeof retentionDaysOf>>): void {
  if (isNew) {
    log.warn(
      `Personal data of guests are erased ${String(days)} days after they were last needed. Set PORTICO_RETENTION_DAYS to change that`,
    );
  }
  if (days === undefined) log.warn('PORTICO_RETENTION_DAYS is not set: personal data of guests are stored for ever');
}
