/** A version of Debian in a folder: for programs that this machine has in older versions, or for what it has besides. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from '../../../scripts/paths.mjs';

/** Milliseconds; it downloads some 100 MB. */
const MOST = 300_000;

/** Its path. It is made once, as root, and kept until node_modules is installed anew. */
export function debianRoot(suite: 'bookworm' | 'trixie', packages: readonly string[]): string {
  const folder = path.join(CACHE, suite);
  const made = path.join(folder, 'portico-made');
  const wanted = packages.join(',');
  if (!existsSync(made)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('debootstrap', ['--variant=minbase', `--include=${wanted}`, suite, folder], { stdio: 'pipe', timeout: MOST });
    writeFileSync(made, wanted);
  }
  return folder;
}
