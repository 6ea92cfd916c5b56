/** The parts of a running server, which are stopped in the reverse order of their start. */
import type { BackgroundJob, LastRound } from './backgroundJob';

/** The state of a background job, for logs and metrics. */
export interface JobState extends LastRound {
  name: string;
  /** Rounds that failed since the start. */
  failures: number;
}

interface Part {
  name: string;
  stop: () => Promise<void>;
}

export class Parts {
  readonly #running: Part[] = [];
  readonly #jobs: (() => JobState)[] = [];

  /** Adds a part that has started; later ones may use it. */
  add<Started>(name: string, started: Started, stop: (started: Started) => Promise<void>): Started {
    this.#running.push({ name, stop: () => stop(started) });
    return started;
  }

  /** Adds a job. `onFailure` is called for each failed round, which is also counted. */
  job(name: string, onFailure: (error: unknown) => void, start: (onFailure: (error: unknown) => void) => BackgroundJob): void {
    let failures = 0;
    const job = start((error) => {
      failures += 1;
      onFailure(error);
    });
    this.#jobs.push(() => ({ name, failures, ...job.lastRound() }));
    this.add(name, job, ({ stop }) => stop());
  }

  jobs(): JobState[] {
    return this.#jobs.map((state) => state());
  }

  /** Stops all parts, even if some fail. Throws an error that names those. */
  async stop(): Promise<void> {
    const failed: { name: string; error: unknown }[] = [];
    for (let part = this.#running.pop(); part; part = this.#running.pop()) {
      const { name, stop } = part;
      await stop().catch((error: unknown) => failed.push({ name, error }));
    }
    if (failed.length === 0) return;
    const names = failed.map(({ name }) => name).join(', ');
    throw new AggregateError(
      failed.map(({ error }) => error),
      `These parts of the server did not stop well: ${names}`,
    );
  }
}
