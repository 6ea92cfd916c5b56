/**
 * Sends the messages in the outbox. A row is claimed before it is sent, so that no two workers send it, and claimed anew if its worker is
 * gone. If the connection is lost before the receiver responds, it isn't known whether it took the message. So a message keeps its id for
 * all tries, by which receivers recognise a repeated one: a mail's Message-ID, and a header for webhooks and SMS gateways.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { turnsByKey } from '../turnsByKey';
import { destinationOf, maskedRecipient } from './lanes';
import { forgetMessages, type Row } from './outboxQueries';
import { claim, dueLanes } from './senderQueries';
import { reasonOf, settle } from './settlingQueries';
import { tryOnce, type Carriers, type Outcome } from './tries';

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

const MINUTE = 60 * SECOND;

/** Messages of a lane that one server sends concurrently. */
const AT_ONCE = 4;

/** Messages that somebody waits for: how many one server sends concurrently to a destination; others queue. */
const AWAITED_AT_ONCE = 16;

/** Milliseconds in that queue after which nobody waits for the message any more. */
const LONGEST_TURN = 20 * SECOND;

/** Milliseconds between rounds of the workers. */
const LOOK_AGAIN = 5 * SECOND;

/**
 * Milliseconds without tries for a destination that accepts nothing: doubled with each failure up to `most`, or as it requests up to
 * `asked`.
 */
const LEFT_ALONE = { first: 5 * SECOND, most: MINUTE, retryAfter: 10 * MINUTE };

/** Milliseconds between attempts to store an outcome while the database is unavailable. */
const STORE_AGAIN = SECOND;

export function createOutbox(carriers: Carriers): Outbox {
  const { db, clock, onFailure } = carriers;
  /** Ids of messages that this server is sending; if its clock jumps, its own claims must not look abandoned. */
  const sending = new Set<number>();
  const running = new Map<string, Promise<void>>();
  /** Lanes to run once more, because messages were added meanwhile. */
  const again = new Set<string>();
  const leftAlone = new Map<string, { until: number; failures: number }>();
  const turns = turnsByKey(AWAITED_AT_ONCE);
  /** Logos by hotspot, cached while messages are being sent. */
  const logos = new Map<number, ReturnType<Carriers['logoOf']>>();
  let isStopped = false;
  let isWoken = false;

  const isLeftAlone = (lane: string) => (leftAlone.get(destinationOf(lane))?.until ?? 0) > clock().getTime();

  /** Notes whether the destination accepts messages. */
  const noteAnswer = (lane: string, outcome: Outcome) => {
    const destination = destinationOf(lane);
    if (outcome.kind !== 'unreachable' && !('after' in outcome)) {
      if (outcome.kind !== 'quiet') leftAlone.delete(destination);
      return;
    }
    const failures = (leftAlone.get(destination)?.failures ?? 0) + 1;
    const usual = Math.min(LEFT_ALONE.most, LEFT_ALONE.first * 2 ** (failures - 1));
    const retryAfter = Math.min(LEFT_ALONE.retryAfter, outcome.after ?? 0);
    leftAlone.set(destination, { until: clock().getTime() + Math.max(usual, retryAfter), failures });
  };

  const logoOf = (hotspotId: number) => {
    const known = logos.get(hotspotId) ?? carriers.logoOf(hotspotId);
    logos.set(hotspotId, known);
    return known;
  };

  /** Sends a claimed message and stores the outcome at once, before any other work that could fail and make it be sent again. */
  const send = async (row: Row, isTooLate = false): Promise<Outcome> => {
    sending.add(row.id);
    const outcome = await outcomeOf(row, isTooLate).catch((error: unknown) => {
      sending.delete(row.id);
      throw error;
    });
    if ('reason' in outcome) {
      const { id, kind, channel, hotspot_id: hotspot, recipient } = row;
      carriers.report({ id, kind, channel, hotspot, to: maskedRecipient(channel, recipient), reason: reasonOf(row, outcome) });
    }
    try {
      await settle(carriers, row, outcome);
      sending.delete(row.id);
    } catch (error) {
      onFailure(error);
      void keepStoring(row, outcome).finally(() => sending.delete(row.id));
    }
    // A reseller may have to be warned that few SMS are left.
    if (row.channel === 'sms') outbox.wake();
    return outcome;
  };

  const outcomeOf = async (row: Row, isTooLate: boolean): Promise<Outcome> =>
    isTooLate ? { kind: 'unreachable', reason: 'busy' } : tryOnce({ ...carriers, logoOf }, row);

  /** Retries until the outcome is stored, because the database was unavailable and the outcome must not be lost. */
  const keepStoring = async (row: Row, outcome: Outcome): Promise<void> => {
    while (!isStopped) {
      await pause(STORE_AGAIN, undefined, { ref: false });
      try {
        await settle(carriers, row, outcome);
        return;
      } catch {
        // Already reported. If this server ends first, the claim stays and expires.
      }
    }
  };

  /** Sends one message of a lane. False if there is none that may be sent now. */
  const sendNext = async (lane: string): Promise<boolean> => {
    if (isStopped || isLeftAlone(lane)) return false;
    const row = await claim(db, lane, { now: clock(), except: [...sending] });
    if (!row) return false;
    noteAnswer(lane, await send(row));
    return true;
  };

  const runLane = async (lane: string): Promise<void> => {
    // A single message shows whether the destination is back.
    if (leftAlone.has(destinationOf(lane)) && !(await sendNext(lane))) return;
    const worker = async () => {
      while (await sendNext(lane));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  const run = async (lane: string): Promise<void> => {
    try {
      do {
        again.delete(lane);
        await runLane(lane);
      } while (again.has(lane) && !isStopped);
    } catch (error) {
      onFailure(error);
    } finally {
      running.delete(lane);
      if (running.size === 0) logos.clear();
    }
  };

  const start = (lane: string) => {
    if (running.has(lane)) again.add(lane);
    else running.set(lane, run(lane));
  };

  /** Starts the lanes that have messages due. */
  const look = async (): Promise<void> => {
    if (isStopped) return;
    for (const lane of await dueLanes(db, { now: clock(), except: [...sending] })) if (!isLeftAlone(lane)) start(lane);
  };

  const outbox: Outbox = {
    sendNow: async (row) => {
      const queuedAt = performance.now();
      return turns.run(destinationOf(row.lane), async () => {
        const outcome = await send(row, performance.now() - queuedAt > LONGEST_TURN);
        noteAnswer(row.lane, outcome);
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
        await Promise.all(running.values());
      } while (isWoken || running.size > 0 || (await dueLanes(db, { now: clock(), except: [] })).some((lane) => !isLeftAlone(lane)));
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
      await Promise.all(running.values());
    },
  };
  return outbox;
}
