import type { FastifyInstance } from 'fastify';
import { buildApp } from './app';
import type { Config } from './config';
import { openDatabase, type Database } from './db/client';
import { keepUp } from './db/upkeep';
import { createMailer } from './mailer';
import { createWebhooks } from './webhooks';
import { keepRetention } from './guests/retention';

/** A server that listens; `close` answers what runs, then closes the database. */
export interface Running {
  app: FastifyInstance;
  database: Database;
  /** Where it listens, like http://127.0.0.1:8080. */
  address: string;
  close: () => Promise<void>;
}

/** The port is another program's. */
export class PortInUseError extends Error {
  constructor({ host, port }: Config) {
    super(`Port ${port} on ${host} is in use by another program. Stop that program, or choose another port with PORT.`);
  }
}

/** How long answers that run may take until the process ends anyway, in milliseconds. */
const DRAIN = 10_000;

/** Opens the database, brings it up to date, prepares it with `prepare`, and listens. */
export async function start(config: Config, prepare: (database: Database) => Promise<void> = async () => undefined): Promise<Running> {
  const database = await openDatabase({ url: config.databaseUrl, folder: config.data });
  try {
    await prepare(database);
    const clock = () => config.now ?? new Date();
    const app = await buildApp({
      db: database.db,
      clock,
      mailer: createMailer(config),
      webhooks: createWebhooks({ allowPrivate: config.webhooksPrivate }),
      config,
    });
    const address = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw (error as { code?: unknown }).code === 'EADDRINUSE' ? new PortInUseError(config) : error;
    });
    const { retentionDays } = config;
    const kept =
      retentionDays === undefined
        ? undefined
        : keepRetention(database.db, retentionDays, clock, (error) =>
            app.log.error({ err: error }, 'retention failed, and will be tried again'),
          );
    const upkeep = keepUp(database, (error) => app.log.error({ err: error }, 'upkeep of the database failed, and will be tried again'));
    return {
      app,
      database,
      address,
      close: async () => {
        // Clients that keep idle connections must not keep the server: their answers are given, or it is too late.
        const impatience = setTimeout(() => app.server.closeAllConnections(), DRAIN);
        await app.close();
        clearTimeout(impatience);
        await kept?.stop();
        await upkeep.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
