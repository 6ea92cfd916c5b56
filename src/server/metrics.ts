import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isFromHere } from './http/behindProxy';
import type { Deps } from './deps';
import type { JobState } from './parts';
import { outboxState } from './messages/queries';
import { isWorker, metricsOfAll, shareMetrics } from './workers';
import { forbidden, unauthenticated } from './http/errors';

interface Measure {
  name: string;
  help: string;
  /** How values of several processes are combined; unset: their sum. */
  aggregator?: 'max';
  /** The current value; null if unknown. */
  value: () => number | null | Promise<number | null>;
}

/**
 * `/metrics` in Prometheus format: requests by route, with status and duration, the state of database and backups, and the process's
 * resources; for all processes together if there are several. Routes are labelled by pattern, so that no id or search term leaks.
 */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'portico_http_request_seconds',
    help: 'How long answers took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const readOutbox = shared(() => outboxState(deps.db, deps.clock()));
  for (const { name, help, value, aggregator = 'sum' } of measuresOf(deps, readOutbox)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect: async () => {
        const now = await value();
        if (now === null) gauge.remove();
        else gauge.set(now);
      },
    });
  }
  const { radiusCounts } = deps;
  if (radiusCounts) {
    const packets: Gauge<'outcome'> = new Gauge({
      name: 'portico_radius_packets',
      help: 'RADIUS packets since the start, by what became of them.',
      labelNames: ['outcome'],
      registers: [registry],
      collect: () => {
        for (const [outcome, count] of Object.entries(radiusCounts())) packets.set({ outcome }, count);
      },
    });
  }
  const outbox: Gauge<'channel'> = new Gauge({
    name: 'portico_outbox_waiting',
    help: 'Mails, SMS and calls of other systems that wait to be sent.',
    aggregator: 'max',
    labelNames: ['channel'],
    registers: [registry],
    collect: async () => {
      const { waiting } = await readOutbox();
      for (const [channel, count] of Object.entries(waiting)) outbox.set({ channel }, count);
    },
  });
  serveJobs(registry, deps);
  if (isWorker) shareMetrics(registry);
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe({ method: request.method, route: routeOf(request), status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const { metricsToken } = deps.config;
  app.get('/metrics', { config: { callers: 'anybody' }, schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (metricsToken === undefined ? !isFromHere(request) : !knows(request, metricsToken)) {
      if (metricsToken === undefined) throw forbidden('Set PORTICO_METRICS_TOKEN to read this from another machine or through a proxy');
      void reply.header('WWW-Authenticate', 'Bearer');
      throw unauthenticated('A valid metrics token is required');
    }
    return reply.type(registry.contentType).send(await (isWorker ? metricsOfAll() : registry.metrics()));
  });
}

/** When each background job last ended, how long it took, and how often it has failed. */
function serveJobs(registry: Registry, { jobs }: Deps): void {
  if (!jobs) return;
  const labelNames = ['job'] as const;
  const gauge = (name: string, help: string, value: (job: JobState) => number | null, aggregator: 'max' | 'sum' = 'max') => {
    const measured: Gauge<'job'> = new Gauge({
      name,
      help,
      labelNames,
      aggregator,
      registers: [registry],
      collect: () => {
        for (const job of jobs()) {
          const now = value(job);
          if (now !== null) measured.set({ job: job.name }, now);
        }
      },
    });
  };
  gauge('portico_job_ended_seconds', 'When the last round of a background job ended, in seconds since 1970.', ({ ended }) =>
    ended === null ? null : ended / 1000,
  );
  gauge('portico_job_took_seconds', 'How long the last round of a background job took.', ({ took }) =>
    took === null ? null : took / 1000,
  );
  gauge('portico_job_failures', 'Rounds of a background job that failed since the start.', ({ failures }) => failures, 'sum');
}

/** Shares a running read between callers, so that several gauges of a request read only once. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

/** Gauges whose values are read when metrics are requested. */
function measuresOf({ connections, databaseState, gateState, backups }: Deps, readOutbox: () => ReturnType<typeof outboxState>): Measure[] {
  return [
    {
      name: 'portico_outbox_overdue_seconds',
      help: 'For how long the mail, SMS or call that is due longest has been due.',
      aggregator: 'max',
      value: async () => (await readOutbox()).overdue,
    },
    ...(gateState
      ? [
          {
            name: 'portico_http_waiting',
            help: 'Requests that wait until the server has time for them.',
            value: () => gateState().waiting,
          },
          {
            name: 'portico_http_refused',
            help: 'Requests refused since the start because they had waited too long.',
            value: () => gateState().refused,
          },
        ]
      : []),
    ...(connections
      ? [
          {
            name: 'portico_database_connections',
            help: 'Open connections to PostgreSQL.',
            value: () => connections().open,
          },
          {
            name: 'portico_database_connections_idle',
            help: 'Connections that have nothing to do.',
            value: () => connections().idle,
          },
        ]
      : []),
    ...(databaseState
      ? [
          {
            name: 'portico_database_queue',
            help: 'Calls that wait for the database.',
            value: () => databaseState().waiting,
          },
        ]
      : []),
    ...(backups
      ? [
          {
            name: 'portico_backup_last_seconds',
            help: 'When the last good automatic backup was made, in seconds since 1970; missing while there is none.',
            value: async () => {
              const { createdAt } = await backups();
              return createdAt === null ? null : Date.parse(createdAt) / 1000;
            },
          },
          {
            name: 'portico_backup_failed',
            help: '1 when the last try to make an automatic backup failed.',
            value: async () => ((await backups()).failed === null ? 0 : 1),
          },
        ]
      : []),
  ];
}

/** The route's pattern. Files and unknown paths share one label each, because callers choose their names. */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined) return 'unknown';
  return url.includes('*') ? 'file' : url;
}

/** Compares digests, which have equal length, in constant time. */
function knows({ headers }: FastifyRequest, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
