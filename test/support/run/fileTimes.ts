import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** Elapsed milliseconds, and how many of them this worker used the CPU. */
interface Span {
  wall: number;
  cpu: number;
}

/** Where the time of one test file went, as a line of PORTICO_TEST_TIMES (scripts/testTimes.mjs). */
export interface TimesOfFile {
  project: string;
  file: string;
  /** Loading modules: from the start of the environment to the first hook or test. */
  loading: Span;
  hooks: Span;
  tests: Span;
}

/**
 * Measures the phases of a test file by the events that jest sends to its environment. A worker runs one file at a time, so the CPU time of
 * its process belongs to that file.
 */
export class FileTimes {
  private last = now();
  private readonly spans = { loading: { wall: 0, cpu: 0 }, hooks: { wall: 0, cpu: 0 }, tests: { wall: 0, cpu: 0 } };

  onEvent(name: string) {
    if (name === 'run_start') this.add('loading');
    else if (name === 'hook_success' || name === 'hook_failure') this.add('hooks');
    else if (name === 'test_fn_success' || name === 'test_fn_failure' || name === 'test_done') this.add('tests');
  }

  write(project: string, file: string) {
    const timesFile = process.env.PORTICO_TEST_TIMES;
    if (timesFile === undefined) return;
    this.add('tests');
    const times: TimesOfFile = { project, file: path.relative('.', file), ...this.spans };
    appendFileSync(timesFile, `${JSON.stringify(times)}\n`);
  }

  private add(phase: keyof typeof this.spans) {
    const { wall, cpu } = now();
    this.spans[phase].wall += wall - this.last.wall;
    this.spans[phase].cpu += cpu - this.last.cpu;
    this.last = { wall, cpu };
  }
}

function now(): Span {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}
