import type { Command } from 'commander';
import { readConfig, type Config } from '../config';

/** Wraps a command's action so that it gets the settings as its first argument: from the environment, with the port of `--port`. */
export function withSettings<Args extends unknown[]>(action: (config: Config, ...args: Args) => Promise<void>) {
  return async function (this: Command, ...args: Args): Promise<void> {
    const { port } = this.optsWithGlobals<{ port?: string }>();
    await action(readConfig({ ...process.env, ...(port !== undefined && { PORT: port }) }), ...args);
  };
}
