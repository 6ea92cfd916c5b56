import { destinationOf } from './lanes';
import type { Outcome } from './tries';

/** Which destinations are left alone for a while because they accepted nothing. */
export interface DestinationBackoff {
  isPaused: (lane: string) => boolean;
  /** Whether the last message to the lane's destination wasn't accepted, so that a single one should be tried first. */
  hasFailed: (lane: string) => boolean;
  /** Notes whether the lane's destination accepts messages. */
  noteAnswer: (lane: string, outcome: Outcome) => void;
}

const SECOND = 1000;

const MINUTE = 60 * SECOND;

/**
 * Milliseconds without tries for a destination that accepts nothing: doubled with each failure up to `most`, or as it requests up to
 * `retryAfter`.
 */
const BACKOFF = { first: 5 * SECOND, most: MINUTE, retryAfter: 10 * MINUTE };

export function createDestinationBackoff(clock: () => Date): DestinationBackoff {
  const pauses = new Map<string, { until: number; failures: number }>();
  return {
    isPaused: (lane) => (pauses.get(destinationOf(lane))?.until ?? 0) > clock().getTime(),
    hasFailed: (lane) => pauses.has(destinationOf(lane)),
    noteAnswer: (lane, outcome) => {
      const destination = destinationOf(lane);
      if (outcome.kind !== 'unreachable' && !('after' in outcome)) {
        if (outcome.kind !== 'quiet') pauses.delete(destination);
        return;
      }
      const failures = (pauses.get(destination)?.failures ?? 0) + 1;
      const usual = Math.min(BACKOFF.most, BACKOFF.first * 2 ** (failures - 1));
      const retryAfter = Math.min(BACKOFF.retryAfter, outcome.after ?? 0);
      pauses.set(destination, { until: clock().getTime() + Math.max(usual, retryAfter), failures });
    },
  };
}
