import path from 'node:path';
import { describe } from '@jest/globals';

/** The part of jest-circus's state used here; the environments put it there. */
interface Circus {
  currentDescribeBlock: object;
}

/**
 * Runs several test files in one environment, so that what they import is loaded once (scripts/together.mjs). Each is a `describe` of its
 * own, which also keeps its hooks to itself.
 */
export async function together(files: readonly string[]): Promise<void> {
  const { circus } = globalThis as unknown as { circus: Circus };
  const root = circus.currentDescribeBlock;
  for (const file of files) {
    let block = root;
    describe(path.relative('.', file), () => {
      block = circus.currentDescribeBlock;
    });
    // `describe` can't wait, and modules are only loaded so.
    circus.currentDescribeBlock = block;
    await import(file);
    circus.currentDescribeBlock = root;
  }
}
