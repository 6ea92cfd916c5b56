import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const TETHER = path.join(import.meta.dirname, 'tether.mjs');

/**
 * Starts a program that ends with this process at the latest, and waits until its output matches `ready`.
 *
 * @param {{
 *   name: string,
 *   command: string,
 *   args: string[],
 *   options?: { cwd?: string, uid?: number, gid?: number },
 *   env?: NodeJS.ProcessEnv,
 *   ready: RegExp,
 *   secondsToStart: number,
 *   stopBy: NodeJS.Signals,
 *   secondsToStop: number,
 *   forget?: string,
 * }} what `forget` is a folder to remove once the program has ended
 * @returns {Promise<{ ready: RegExpExecArray, stop: () => Promise<void> }>}
 */
export async function startTethered({ name, env = process.env, options, ready, secondsToStart, ...what }) {
  const program = spawn(process.execPath, [TETHER, JSON.stringify({ ...what, ...options })], { env, stdio: 'pipe' });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-20_000)));
  }
  const exited = once(program, 'exit');

  /** @type {RegExpExecArray} */
  const found = await new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      program.stdin.end();
      reject(new Error(`${name} was not ready within ${String(secondsToStart)} s. It said:\n${output}`));
    }, secondsToStart * 1000);
    const look = () => {
      const match = ready.exec(output);
      if (match === null) return;
      clearTimeout(tooLate);
      resolve(match);
    };
    program.stdout.on('data', look);
    program.stderr.on('data', look);
    program.once('exit', (code) => {
      clearTimeout(tooLate);
      reject(new Error(`${name} ended (${String(code)}) before it was ready. It said:\n${output}`));
    });
  });

  const endedByItself = (/** @type {number} */ code) => {
    process.stderr.write(`${name} ended (${String(code)}) while it was needed. It said:\n${output}\n`);
  };
  program.once('exit', endedByItself);

  async function stop() {
    program.removeListener('exit', endedByItself);
    program.stdin.end();
    const [code] = await exited;
    if (code !== 0) throw new Error(`${name} did not stop well (${String(code)}). It said:\n${output}`);
  }

  return { ready: found, stop };
}
