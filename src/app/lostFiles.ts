import { isLoadingAhead } from './ahead';

/**
 * After an update the files of the version that is open are gone from the server. The first one that is missed reloads the page, which
 * brings the new version; if that doesn't help, or the server is away, the screen says that it did not open.
 */

/** Kept over the reload, in this tab only: the file it was for. */
const MARK = 'portico:reloaded-for';

let reloading: Promise<boolean> | null = null;

/** Covers all of the console's files, including those of dialogs. */
export function watchForLostFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!isLoadingAhead()) void reloadFor(payload);
  });
}

/** Loads a part of the console. While the page reloads for a lost file it stays pending, so that no error flashes by. */
export async function loadPart<P>(load: () => Promise<P>): Promise<P> {
  try {
    return await load();
  } catch (error) {
    if (await reloadFor(error)) return new Promise<never>(() => undefined);
    throw error;
  }
}

/** Reloads the page if the server is there; the browser's own error page would be no help. */
export async function reloadIfThere(): Promise<boolean> {
  const isThere = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) window.location.reload();
  return isThere;
}

/** Whether the page is being reloaded: at most once for each file. */
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
    // Where nothing can be kept, a second reload could not be told from the first.
    return false;
  }
  const isReloading = await reloadIfThere();
  if (!isReloading) sessionStorage.removeItem(MARK);
  return isReloading;
}
