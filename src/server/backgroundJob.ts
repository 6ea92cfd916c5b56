/** A background job. `stop` waits for the current round. */
export interface BackgroundJob {
  stop: () => Promise<void>;
}

/**
 * Repeats `round` until stopped, the first time after `first` milliseconds. A round returns how many milliseconds after its end the next
 * one starts, so rounds never overlap; it must not reject. Doesn't keep the process alive.
 */
export function startJob(round: () => Promise<number>, first = 0): BackgroundJob {
  let isStopped = false;
  let running = Promise.resolve();
  const begin = () => {
    running = round().then((pause) => {
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
  };
}
