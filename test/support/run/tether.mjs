/**
 * Runs a program that must not outlive whoever started it, however that one ends: when our standard input closes, it is told to stop,
 * and after a while it is ended. Its exit code is ours.
 *
 * The one argument, JSON: { command, args, uid?, gid?, cwd?, stopBy: signal, secondsToStop, forget?: folder to remove at the end }
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const { command, args, stopBy, secondsToStop, forget, ...options } = JSON.parse(process.argv[2] ?? '');
const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });

process.stdin.resume().once('end', () => {
  child.kill(stopBy);
  setTimeout(() => child.kill('SIGKILL'), secondsToStop * 1000).unref();
});
// Ctrl-C reaches the child too, and whoever started us; the end of either is the end of this.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

child.once('exit', (code, signal) => {
  if (forget !== undefined) rmSync(forget, { recursive: true, force: true });
  if (signal !== null) process.stderr.write(`ended by ${signal}\n`);
  process.exit(code ?? 1);
});
