import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a part of its path is a file',
};

/** Why nothing can be written to a folder, or the folder not made; null when it can. Nothing is made to find out. */
export function whyNotWritable(folder: string): string | null {
  try {
    const nearest = existing(path.resolve(folder));
    if (!statSync(nearest).isDirectory()) return REASONS.ENOTDIR ?? null;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return REASONS[code] ?? message;
  }
}

/** The folder, or what is there of the path to it. */
function existing(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined ? folder : existing(path.dirname(folder));
}
