let loading = 0;

/** Whether files are being preloaded. Nobody is waiting for them yet, so a failure is no reason to reload the page. */
export const isLoadingAhead = (): boolean => loading > 0;

/** Preloads files; resolves to whether all succeeded. Failures are ignored: the file is requested again, and reported, when needed. */
export async function preload(...loads: (() => Promise<unknown>)[]): Promise<boolean> {
  loading += 1;
  const loaded = await Promise.allSettled(loads.map((load) => load()));
  loading -= 1;
  return loaded.every(({ status }) => status === 'fulfilled');
}
