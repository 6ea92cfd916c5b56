import { isLoadingAhead } from './preload';

/**
 * After an update, the files of the version that is open are gone from the server. The first file that fails to load makes the page reload
 * to get the new version. If that doesn't help, or the server can't be reached, the screen reports that it could not be opened.
 */

/** sessionStorage key that holds the file for which the page was last reloaded. */
const MARK = 'portico:reloaded-for';

let reloading: Promise<boolean> | null = null;

/** Handles failed imports of all chunks, including those of dialogs. */
export function handlePreloadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!isLoadingAhead()) void reloadFor(payload);
  });
}

/** Loads a chunk. While the page is reloading for a lost file the promise stays pending, so that no error flashes up. */
export async function loadChunk<P>(load: () => Promise<P>): Promise<P> {
  try {
    return await load();
  } catch (error) {
    if (await reloadFor(error)) return new Promise<never>(() => undefined);
    throw error;
  }
}

/** Reloads the page, but only if the server responds; the browser's own error page would be no help. */
export async function reloadIfThere(): Promise<boolean> {
  const isThere = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) window.location.reload();
  return isThere;
}

/** Whether the page is being reloaded; it is reloaded at most once for each file. */
async function reloadFor(error: unknown): Promise<boolean> {
  reloading ??= reloadOnce(String(error));
  const isReloading = await reloading;
  if (!isReloading) reloading = null;
  return isReloading;
}

async function reloadOnce(file: string): Promise<boolean> {
  try {
    if (sessionStorage.getItem(MARK) === file) return false;
    sessionStorage.setItem(MARK, file);
  } catch {
    // Without storage we couldn't tell that the page has already been reloaded for this file.
    return false;
  }
  const isReloading = await reloadIfThere();
  if (!isReloading) sessionStorage.removeItem(MARK);
  return isReloading;
}
