import { isLoadingAhead } from './preload';

/**
 * After an update, the files of the version that is open are gone from the server. The first file that fails to load makes the page reload
 * to get the new version. If that doesn't help, or the server can't be reached, the screen reports that it could not be opened.
 */

/** sessionStorage key that holds the file for which the page was last reloaded. */
const MARK = 'portico:reloaded-for';

/** A file of the console couldn't be loaded because the server can't be reached. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

/** What became of a file that failed to load: the page is being reloaded, the server can't be reached, or the file is really lost. */
type Outcome = 'reloading' | 'away' | 'lost';

let reloading: Promise<Outcome> | null = null;

/** Handles failed imports of all chunks, including those of dialogs. */
export function handlePreloadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!isLoadingAhead()) void reloadFor(payload);
  });
}

/**
 * Loads a chunk. While the page is reloading for a lost file the promise stays pending, so that no error flashes up. Throws AwayError while the
 * server can't be reached.
 */
export async function loadChunk<P>(load: () => Promise<P>): Promise<P> {
  try {
    return await load();
  } catch (error) {
    const outcome = await reloadFor(error);
    if (outcome === 'reloading') return new Promise<never>(() => undefined);
    throw outcome === 'away' ? new AwayError(String(error), { cause: error }) : error;
  }
}

/** Reloads the page, but only if the server responds; the browser's own error page would be no help. */
export async function reloadIfThere(): Promise<boolean> {
  const isThere = await isServerThere();
  if (isThere) window.location.reload();
  return isThere;
}

const isServerThere = () =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads the page, at most once for each file. */
async function reloadFor(error: unknown): Promise<Outcome> {
  reloading ??= reloadOnce(String(error));
  const outcome = await reloading;
  if (outcome !== 'reloading') reloading = null;
  return outcome;
}

async function reloadOnce(file: string): Promise<Outcome> {
  try {
    // The network may have failed again while the page was reloading.
    if (sessionStorage.getItem(MARK) === file) return (await isServerThere()) ? 'lost' : 'away';
    sessionStorage.setItem(MARK, file);
  } catch {
    // Without storage we couldn't tell that the page has already been reloaded for this file.
    return 'lost';
  }
  if (await reloadIfThere()) return 'reloading';
  sessionStorage.removeItem(MARK);
  return 'away';
}
