/** The processor time that programs of a benchmark have used, which says the same however busy the machine is. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds of one of the system's ticks. */
const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * Milliseconds of this process' descendants so far, by their program, with those of their children that have ended. Linux only.
 *
 * @returns {Map<string, number>}
 */
export function processorTimes() {
  const programs = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(programOf);
  const parents = new Map(programs.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (/** @type {number} */ pid) => {
    for (let above = parents.get(pid); above !== undefined; above = parents.get(above)) if (above === process.pid) return true;
    return false;
  };
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { pid, name, ticks } of programs) if (isOurs(pid)) times.set(name, (times.get(name) ?? 0) + ticks * TICK_MS);
  return times;
}

/** None if it has ended meanwhile. See proc(5). */
function programOf(/** @type {string} */ pid) {
  try {
    // Not by the name in `stat`, which a program may change: Node 24 is called "MainThread".
    const name = path.basename(readlinkSync(`/proc/${pid}/exe`));
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [{ pid: Number(pid), name, parent: fields[1] ?? 0, ticks }];
  } catch {
    return [];
  }
}
