/** A background job. `stop` waits for the current round. */
export interface BackgroundJob {
  stop: () => Promise<void>;
  lastRound: () => LastRound;
}

/** When the last round ended and how long it took, in milliseconds; null before. */
export interface LastRound {
  ended: number | null;
  took: number | null;
}

/**
 * Repeats `round` until stopped, the first time after `first` milliseconds. A round returns how many milliseconds after its end the next
 * one starts, so rounds never overlap; it must not reject. Doesn't keep the process alive.
 */
export function startJob(round: () => Promise<number>, first = 0): BackgroundJob {
  let isStopped = false;
  let running = Promise.resolve();
  let last: LastRound = { ended: null, took: null };
  const begin = () => {
    const began = performance.now();
    running = round().then((pause) => {
      last = { ended: Date.now(), took: performance.now() - began };
      if (!isStopped) timer = setTimeout(begin, pause).unref();
    });
  };
  let timer = setTimeout(begin, first).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
    lastRound: () => last,
  };
}
