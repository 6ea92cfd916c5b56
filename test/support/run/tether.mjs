/**
 * Runs a program that must not outlive its starter, however that ends: when our stdin closes, the program is asked to stop, and killed
 * after a while. We exit with its exit code.
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
// Ignored: Ctrl-C also reaches the child and our starter, and we exit when either does.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

child.once('exit', (code, signal) => {
  if (forget !== undefined) rmSync(forget, { recursive: true, force: true });
  if (signal !== null) process.stderr.write(`ended by ${signal}\n`);
  process.exit(code ?? 1);
});
