import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { Extension } from './extension';

let script: Promise<string> | undefined;

/** `extension.ts` with the engine, as a script for a page. */
export function extensionScript(): Promise<string> {
  script ??= bundled();
  return script;
}

async function bundled(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'bundle.mjs')], { maxBuffer: 10_000_000 });
  return stdout;
}

/** Calls a function with the stand-in, in the page. */
export function inDevTools<T, A>(page: Page, run: (extension: Extension, argument: A) => T, argument: A): Promise<T> {
  const call = `(argument) => (${run.toString()})(window.devToolsExtension, argument)`;
  return page.evaluate(`(${call})(${JSON.stringify(argument)})`);
}
