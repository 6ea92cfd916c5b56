import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a part of its path is a file',
};

/** Why a folder can't be written or created; null if it can. Doesn't create anything. */
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

/** The folder, or its nearest existing parent. */
function existing(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined ? folder : existing(path.dirname(folder));
}
