/**
 * Sends what is in the outbox. A row is claimed before it is sent, so that no two workers send it, and claimed anew if its worker is gone.
 * Whether a receiver that was lost before it answered has taken a message, nobody here can know; so each keeps its id over all tries: a
 * mail's Message-ID, and the header by which webhooks and SMS gateways recognise it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { destinationOf, maskedRecipient } from './lanes';
import { forgetMessages, type Row } from './outboxQueries';
import { claim, dueLanes } from './senderQueries';
import { reasonOf, settle } from './settlingQueries';
import { tryOnce, type Carriers, type Outcome } from './tries';

export interface Outbox {
  /** Sends a message of `postTaken` after its commit. Resolves with how the first try ended; never rejects once that is known. */
  sendNow: (row: Row) => Promise<Outcome>;
  /** Lets the workers look for messages now. */
  wake: () => void;
  /** Waits until nothing more can be sent now. */
  drained: () => Promise<void>;
  /** Sends what is due until stopped; a failed round goes to `onFailure`, and the next one runs as usual. */
  keep: (onFailure: (error: unknown) => void) => BackgroundJob;
  /** Ends what is running. */
  stop: () => Promise<void>;
}

const SECOND = 1000;

const MINUTE = 60 * SECOND;

/** Messages of a lane that a server sends at once. */
const AT_ONCE = 4;

/** Messages that somebody waits for, sent to a destination by a server at once; further ones wait for their turn. */
const AWAITED_AT_ONCE = 16;

/** Milliseconds after which nobody waits any more for a message that waited for its turn. */
const LONGEST_TURN = 20 * SECOND;

/** Milliseconds until the workers look again. */
const LOOK_AGAIN = 5 * SECOND;

/** How long a destination that takes nothing is left alone: doubled with each failure, up to a minute, or as it asks, up to ten. */
const LEFT_ALONE = { first: 5 * SECOND, most: MINUTE, asked: 10 * MINUTE };

/** Milliseconds between attempts to store how a try ended, while the database is away. */
const STORE_AGAIN = SECOND;

export function createOutbox(carriers: Carriers): Outbox {
  const { db, clock, onFailure } = carriers;
  /** What this server is sending: if the clock jumps, its own claims must not look abandoned. */
  const sending = new Set<number>();
  const running = new Map<string, Promise<void>>();
  /** Lanes to look at once more, since something has come meanwhile. */
  const again = new Set<string>();
  const leftAlone = new Map<string, { until: number; failures: number }>();
  const turns = new Map<string, Turns>();
  /** Logos by hotspot, while messages are sent without a break. */
  const logos = new Map<number, ReturnType<Carriers['logoOf']>>();
  let isStopped = false;
  let isWoken = false;

  const isLeftAlone = (lane: string) => (leftAlone.get(destinationOf(lane))?.until ?? 0) > clock().getTime();

  /** Notes whether the destination takes anything. */
  const noteAnswer = (lane: string, outcome: Outcome) => {
    const destination = destinationOf(lane);
    if (outcome.kind !== 'unreachable' && !('after' in outcome)) {
      if (outcome.kind !== 'quiet') leftAlone.delete(destination);
      return;
    }
    const failures = (leftAlone.get(destination)?.failures ?? 0) + 1;
    const usual = Math.min(LEFT_ALONE.most, LEFT_ALONE.first * 2 ** (failures - 1));
    const asked = Math.min(LEFT_ALONE.asked, outcome.after ?? 0);
    leftAlone.set(destination, { until: clock().getTime() + Math.max(usual, asked), failures });
  };

  const logoOf = (hotspotId: number) => {
    const known = logos.get(hotspotId) ?? carriers.logoOf(hotspotId);
    logos.set(hotspotId, known);
    return known;
  };

  /** Sends a claimed message, and stores how that ended as soon as it has: others must not make it be sent again. */
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
    // A reseller may have to be told that few SMS are left.
    if (row.channel === 'sms') outbox.wake();
    return outcome;
  };

  const outcomeOf = async (row: Row, isTooLate: boolean): Promise<Outcome> =>
    isTooLate ? { kind: 'unreachable', reason: 'busy' } : tryOnce({ ...carriers, logoOf }, row);

  /** The database was away: what is known of a message must not get lost with it. */
  const keepStoring = async (row: Row, outcome: Outcome): Promise<void> => {
    while (!isStopped) {
      await pause(STORE_AGAIN, undefined, { ref: false });
      try {
        await settle(carriers, row, outcome);
        return;
      } catch {
        // Reported once; the claim outlasts this server, should it be in vain.
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
    // One is enough to see whether a destination is back.
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

  /** Starts the lanes that have something to send. */
  const look = async (): Promise<void> => {
    if (isStopped) return;
    for (const lane of await dueLanes(db, { now: clock(), except: [...sending] })) if (!isLeftAlone(lane)) start(lane);
  };

  const outbox: Outbox = {
    sendNow: async (row) => {
      const destination = destinationOf(row.lane);
      const turn = turns.get(destination) ?? turnsOf(AWAITED_AT_ONCE);
      turns.set(destination, turn);
      const asked = performance.now();
      return turn(async () => {
        const outcome = await send(row, performance.now() - asked > LONGEST_TURN);
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

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Does so much work at once, and lets further work wait for its turn. */
function turnsOf(most: number): Turns {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
