/**
 * Sends the messages in the outbox. A row is claimed before it is sent, so that no two workers send it, and claimed anew if its worker is
 * gone. If the connection is lost before the receiver responds, it isn't known whether it took the message. So a message keeps its id for
 * all tries, by which receivers recognise a repeated one: a mail's Message-ID, and a header for webhooks and SMS gateways.
 */
import { startJob, type BackgroundJob } from '../backgroundJob';
import { turnsByKey } from '../turnsByKey';
import { createClaimedMessages } from './claimedMessages';
import { createDestinationBackoff } from './destinationBackoff';
import { destinationOf } from './lanes';
import { createLaneWorkers } from './laneWorkers';
import { forgetMessages, type Row } from './outboxQueries';
import { claim, dueLanes } from './senderQueries';
import type { Carriers, Outcome } from './tries';

export interface Outbox {
  /** Sends a message of `postTaken` after its commit. Resolves with the outcome of the first try; never rejects once that is known. */
  sendNow: (row: Row) => Promise<Outcome>;
  /** Makes the workers look for messages now. */
  wake: () => void;
  /** Waits until nothing more can be sent at present. */
  drained: () => Promise<void>;
  /** Sends messages that are due until stopped; a failed round goes to `onFailure`, and the next one runs as usual. */
  keep: (onFailure: (error: unknown) => void) => BackgroundJob;
  /** Waits for running work, and starts no more. */
  stop: () => Promise<void>;
}

const SECOND = 1000;

/** Messages that somebody waits for: how many one server sends concurrently to a destination; others queue. */
const AWAITED_AT_ONCE = 16;

/** Milliseconds in that queue after which nobody waits for the message any more. */
const LONGEST_TURN = 20 * SECOND;

/** Milliseconds between rounds of the workers. */
const LOOK_AGAIN = 5 * SECOND;

export function createOutbox(carriers: Carriers): Outbox {
  const { db, clock, onFailure } = carriers;
  const backoff = createDestinationBackoff(clock);
  const claimed = createClaimedMessages(carriers, () => outbox.wake());
  const turns = turnsByKey(AWAITED_AT_ONCE);
  let isStopped = false;
  let isWoken = false;

  /** Sends one message of a lane. False if there is none that may be sent now. */
  const sendNext = async (lane: string): Promise<boolean> => {
    if (isStopped || backoff.isPaused(lane)) return false;
    const row = await claim(db, lane, { now: clock(), except: claimed.ids() });
    if (!row) return false;
    backoff.noteAnswer(lane, await claimed.send(row));
    return true;
  };

  const lanes = createLaneWorkers({
    sendNext,
    hasFailed: backoff.hasFailed,
    isStopped: () => isStopped,
    onFailure,
    onIdle: claimed.forgetLogos,
  });

  /** Starts the lanes that have messages due. */
  const look = async (): Promise<void> => {
    if (isStopped) return;
    for (const lane of await dueLanes(db, { now: clock(), except: claimed.ids() })) if (!backoff.isPaused(lane)) lanes.start(lane);
  };

  const outbox: Outbox = {
    sendNow: async (row) => {
      const queuedAt = performance.now();
      return turns.run(destinationOf(row.lane), async () => {
        const outcome = await claimed.send(row, performance.now() - queuedAt > LONGEST_TURN);
        backoff.noteAnswer(row.lane, outcome);
        return outcome;
      });
    },
    wake: () => {
      if (isWoken) return;
      isWoken = true;
      setImmediate(() => {
        isWoken = false;
        look().catch(onFailure);
      });
    },
    drained: async () => {
      do {
        await look();
        await lanes.ended();
      } while (isWoken || lanes.isRunning() || (await dueLanes(db, { now: clock(), except: [] })).some((lane) => !backoff.isPaused(lane)));
    },
    keep: (onRoundFailure) =>
      startJob(async () => {
        try {
          await look();
          await forgetMessages(db, clock());
        } catch (error) {
          onRoundFailure(error);
        }
        return LOOK_AGAIN;
      }),
    stop: async () => {
      isStopped = true;
      claimed.stop();
      await lanes.ended();
    },
  };
  return outbox;
}
