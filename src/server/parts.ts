/** What a server consists of while it runs: a list of parts, which stop in the reverse order of their start. */
import type { BackgroundJob, LastRound } from './backgroundJob';

/** A background job for logs and metrics. */
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

  /** Adds a job. `onFailure` learns of each round that fails, besides being counted. */
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

  /** Stops all parts, whatever becomes of each. Throws an error that names those which failed. */
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
