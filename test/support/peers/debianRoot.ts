/** Installs a version of Debian into a folder, for programs that this machine lacks or has in another version. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from '../../../scripts/paths.mjs';

/** Milliseconds; it downloads some 100 MB, and unpacks them slowly on a machine that is busy. */
const MOST = 600_000;

/** Returns the path of the folder. It is created once, as root, and kept until node_modules is reinstalled. */
export function debianRoot(suite: 'bookworm' | 'trixie', packages: readonly string[]): string {
  const folder = path.join(CACHE, suite);
  const created = path.join(folder, 'portico-made');
  const wanted = packages.join(',');
  if (!existsSync(created)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('debootstrap', ['--variant=minbase', `--include=${wanted}`, suite, folder], { stdio: 'pipe', timeout: MOST });
    writeFileSync(created, wanted);
  }
  return folder;
}

/** The words of a command that runs a program in a Debian, as root, with processes and mounts of its own. */
export const inDebian = (root: string, ...command: string[]) => [
  'unshare',
  '--kill-child',
  '--mount',
  '--pid',
  '--fork',
  `--mount-proc=${root}/proc`,
  'chroot',
  root,
  ...command,
];
