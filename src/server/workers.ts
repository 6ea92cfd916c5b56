/**
 * Runs one server as several processes of a machine, so that it uses more than one core: a supervisor, which serves nothing itself, and its
 * workers. With RADIUS, the first worker runs the background jobs and all of RADIUS, because the memory of received packets (for
 * recognising copies and replays) must be in one process, and the others serve pages. Without RADIUS, the first serves pages, too. A worker
 * that ends is replaced.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from './config';
import type { Duty } from './main';

/** Environment variables that tell a worker its duty, and whether it joins a server that has opened the database already. */
const DUTY = 'SERVER_DUTY';
const JOINS = 'SERVER_JOINS';

/** Milliseconds before a worker is replaced, doubled each time that it ended within LASTING. */
const REPLACED_AFTER = { first: 1_000, most: 30_000 };
const LASTING = 60_000;

/** Milliseconds within which all workers must return their metrics. */
const METRICS_WITHIN = 6_000;

type ToSupervisor = { ready: string } | { wantsMetrics: number };
interface ToWorker {
  /** Null if a worker didn't return its metrics. */
  metrics: string | null;
  of: number;
}

/** Whether this process is a worker. */
export const isWorker = cluster.isWorker;

/** The duty of this process. */
export const dutyHere = (): Duty => (process.env[DUTY] ?? 'everything') as Duty;

/**
 * Whether this process brings the database up to date: it is the only one, or the first worker of a start. One that replaces another, while
 * a later release has updated the database, goes on with it as the other processes do.
 */
export const migratesHere = (): boolean => process.env[JOINS] === undefined;

/** Whether this process prints messages about the whole server: it is the only one, or the first worker. */
export const speaksForAll = (): boolean => dutyHere() !== 'pages';

export interface Workers {
  /** The address at which the workers listen for requests. */
  address: string;
  close: () => Promise<void>;
}

/** A worker ended before all were serving; `code` is its exit code. The worker has printed why. */
export class WorkerEndedError extends Error {
  constructor(readonly code: number) {
    super('A process of the server ended while it started');
  }
}

/**
 * Starts the workers; the first one alone, so that only one migrates the database. `report` is called when one ends and is replaced.
 * Rejects with WorkerEndedError after ending all of them.
 */
export async function startWorkers(
  { workers, radius }: Pick<Config, 'workers' | 'radius'>,
  report: (text: string) => void,
): Promise<Workers> {
  // Workers accept connections themselves. If the supervisor did, which is the default, connections passed to a worker that ends would
  // hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const running = new Set<Worker>();
  const registry = new AggregatorRegistry();
  let isStopping = false;

  let isMigrated = false;
  const fork = (duty: Duty) => {
    const worker = cluster.fork({ [DUTY]: duty, ...(isMigrated && { [JOINS]: '1' }) });
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    worker.on('message', (message: ToSupervisor) => {
      if ('wantsMetrics' in message) void tellMetrics(registry, worker, message.wantsMetrics);
    });
    return worker;
  };
  const close = async () => {
    isStopping = true;
    const ended = [...running].map(async (worker) => once(worker, 'exit'));
    for (const worker of running) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  };
  const replaceWhenEnded = (worker: Worker, duty: Duty, failures = 0) => {
    const since = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping) return;
      const early = performance.now() - since < LASTING ? failures + 1 : 0;
      const after = Math.min(REPLACED_AFTER.most, REPLACED_AFTER.first * 2 ** Math.max(0, early - 1));
      report(`The process for ${duty} ended (${signal ?? String(code)}); another one starts in ${after / 1_000} s.`);
      setTimeout(() => {
        if (!isStopping) replaceWhenEnded(fork(duty), duty, early);
      }, after);
    });
  };

  const duties: Duty[] = [radius ? 'units and jobs' : 'everything', ...Array.from({ length: workers - 1 }, () => 'pages' as const)];
  const [first = 'everything', ...others] = duties;
  try {
    const begin = async (duty: Duty) => {
      const worker = fork(duty);
      const address = await readyOf(worker);
      replaceWhenEnded(worker, duty);
      return address;
    };
    const addresses = [await begin(first)];
    isMigrated = true;
    addresses.push(...(await Promise.all(others.map(begin))));
    return { address: addresses.find((each) => each !== '') ?? '', close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readyOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ToSupervisor) => {
      if ('ready' in message) resolve(message.ready);
    });
    worker.once('exit', (code: number | null) => reject(new WorkerEndedError(code ?? 1)));
  });
}

async function tellMetrics(registry: Pick<AggregatorRegistry<never>, 'clusterMetrics'>, worker: Worker, of: number): Promise<void> {
  // If a worker hangs, there are no metrics of the others either: null, which becomes an error response.
  const metrics = await registry.clusterMetrics().catch(() => null);
  tell(worker, { metrics, of });
}

/** Sends a message to a worker, unless it has ended meanwhile. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** In a worker: reports that it is serving, at `address` if it serves pages. */
export function tellReady(address: string): void {
  process.send?.({ ready: address } satisfies ToSupervisor);
}

/** In a worker: makes its metrics available to the supervisor. */
export function shareMetrics(registry: Registry): void {
  // The registry listens for the supervisor's requests.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

let lastRequest = 0;

/** In a worker: the metrics of all workers together, in Prometheus format. Rejects if one doesn't respond. */
export async function metricsOfAll(): Promise<string> {
  lastRequest += 1;
  const of = lastRequest;
  return new Promise((resolve, reject) => {
    const done = (metrics: string | null) => {
      clearTimeout(tooLate);
      process.off('message', onMessage);
      if (metrics === null) reject(new Error('A process of the server did not return its metrics'));
      else resolve(metrics);
    };
    // Messages of the metrics library arrive here, too.
    const onMessage = (message: Partial<ToWorker>) => {
      if (message.of === of) done(message.metrics ?? null);
    };
    const tooLate = setTimeout(done, METRICS_WITHIN, null);
    process.on('message', onMessage);
    process.send?.({ wantsMetrics: of } satisfies ToSupervisor);
  });
}
