import type { Command } from 'commander';
import { readConfig, type Config } from '../config';

/** An action of a command that gets the settings first: those of the environment, and the port of `--port`. */
export function withSettings<Args extends unknown[]>(action: (config: Config, ...args: Args) => Promise<void>) {
  return async function (this: Command, ...args: Args): Promise<void> {
    const { port } = this.optsWithGlobals<{ port?: string }>();
    await action(readConfig({ ...process.env, ...(port !== undefined && { PORT: port }) }), ...args);
  };
}
