/**
 * One server as several processes of a machine, so that it uses more than one core: a supervisor, which serves nothing itself, and its workers.
 * The first does the background jobs and all of RADIUS, as what is remembered of packets, such as copies and replays, has to be in one place;
 * the others serve pages, as does the first without RADIUS. A worker that ends is replaced.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Config } from './config';
import type { Duty } from './main';

/** The environment variable in which a worker finds its duty. */
const DUTY = 'SERVER_DUTY';

/** Milliseconds until a worker is replaced, doubled each time it ended within LASTING. */
const REPLACED_AFTER = { first: 1_000, most: 30_000 };
const LASTING = 60_000;

/** Milliseconds in which all workers have to tell their metrics. */
const METRICS_WITHIN = 6_000;

type ToSupervisor = { ready: string } | { wantsMetrics: number };
interface ToWorker {
  /** Null if a worker didn't tell its own. */
  metrics: string | null;
  of: number;
}

/** Whether this process is a worker. */
export const isWorker = cluster.isWorker;

/** What this process has to do. */
export const dutyHere = (): Duty => (process.env[DUTY] ?? 'everything') as Duty;

/** Whether it is the only process or the first worker: what is said about all of the server, it says. */
export const speaksForAll = (): boolean => dutyHere() !== 'pages';

export interface Workers {
  /** Where they listen for requests. */
  address: string;
  close: () => Promise<void>;
}

/** A worker ended before all of them served; `code` is its exit code. It has said why. */
export class WorkerEndedError extends Error {
  constructor(readonly code: number) {
    super('A process of the server ended while it started');
  }
}

/**
 * Starts the workers; the first alone, so that one brings the database up to date. `report` learns when one ends and is replaced. Rejects
 * with WorkerEndedError, with all of them ended.
 */
export async function startWorkers(
  { workers, radius }: Pick<Config, 'workers' | 'radius'>,
  report: (text: string) => void,
): Promise<Workers> {
  // Each accepts for itself. If the supervisor accepted for them, as it does by default, what it had given to one that ends would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const running = new Set<Worker>();
  const registry = new AggregatorRegistry();
  let isStopping = false;

  const fork = (duty: Duty) => {
    const worker = cluster.fork({ [DUTY]: duty });
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
    const addresses = [await begin(first), ...(await Promise.all(others.map(begin)))];
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
  // One that hangs leaves no figures of the others: null, which is answered as an error.
  const metrics = await registry.clusterMetrics().catch(() => null);
  tell(worker, { metrics, of });
}

/** A worker may have ended meanwhile; then it needs nothing. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** In a worker: says that it serves, at `address` if it serves pages. */
export function tellReady(address: string): void {
  process.send?.({ ready: address } satisfies ToSupervisor);
}

/** In a worker: lets the supervisor read its metrics. */
export function shareMetrics(registry: Registry): void {
  // Listens for the supervisor's questions.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

let asked = 0;

/** In a worker: the metrics of all of them together, in Prometheus' format. Rejects if one doesn't answer. */
export async function metricsOfAll(): Promise<string> {
  asked += 1;
  const of = asked;
  return new Promise((resolve, reject) => {
    const done = (metrics: string | null) => {
      clearTimeout(tooLate);
      process.off('message', onMessage);
      if (metrics === null) reject(new Error('A process of the server did not tell its metrics'));
      else resolve(metrics);
    };
    // Messages of the library that collects them come here, too.
    const onMessage = (message: Partial<ToWorker>) => {
      if (message.of === of) done(message.metrics ?? null);
    };
    const tooLate = setTimeout(done, METRICS_WITHIN, null);
    process.on('message', onMessage);
    process.send?.({ wantsMetrics: of } satisfies ToSupervisor);
  });
}
