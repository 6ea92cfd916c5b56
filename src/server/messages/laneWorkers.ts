/** Sends the messages of lanes: those of one lane a few at a time, lanes independently of each other. */
export interface LaneWorkers {
  /** Sends what is due in a lane; once more afterwards if the lane is running, because messages may have been added meanwhile. */
  start: (lane: string) => void;
  isRunning: () => boolean;
  /** Resolves when the lanes that run now have ended. */
  ended: () => Promise<void>;
}

export interface LaneWork {
  /** Sends one message of a lane. False if there is none that may be sent now. */
  sendNext: (lane: string) => Promise<boolean>;
  /** Whether a single message should show first that the destination is back. */
  hasFailed: (lane: string) => boolean;
  isStopped: () => boolean;
  onFailure: (error: unknown) => void;
  /** Is called when no lane runs any more. */
  onIdle: () => void;
}

/** Messages of a lane that one server sends concurrently. */
const AT_ONCE = 4;

export function createLaneWorkers({ sendNext, hasFailed, isStopped, onFailure, onIdle }: LaneWork): LaneWorkers {
  const running = new Map<string, Promise<void>>();
  /** Lanes to run once more. */
  const again = new Set<string>();

  const runOnce = async (lane: string): Promise<void> => {
    if (hasFailed(lane) && !(await sendNext(lane))) return;
    const worker = async () => {
      while (await sendNext(lane));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  const run = async (lane: string): Promise<void> => {
    try {
      do {
        again.delete(lane);
        await runOnce(lane);
      } while (again.has(lane) && !isStopped());
    } catch (error) {
      onFailure(error);
    } finally {
      running.delete(lane);
      if (running.size === 0) onIdle();
    }
  };

  return {
    start: (lane) => {
      if (running.has(lane)) again.add(lane);
      else running.set(lane, run(lane));
    },
    isRunning: () => running.size > 0,
    ended: async () => void (await Promise.all(running.values())),
  };
}
