import { setTimeout as pause } from 'node:timers/promises';
import { maskedRecipient } from './lanes';
import type { Row } from './outboxQueries';
import { reasonOf, settle } from './settlingQueries';
import { tryOnce, type Carriers, type Outcome } from './tries';

/** Sends messages that this server has claimed. */
export interface ClaimedMessages {
  /** Sends a claimed message and stores the outcome at once, before any other work that could fail and make it be sent again. */
  send: (row: Row, isTooLate?: boolean) => Promise<Outcome>;
  /** Ids of messages that this server is sending; if its clock jumps, its own claims must not look abandoned. */
  ids: () => number[];
  /** Forgets what was read for messages of the same hotspots. */
  forgetLogos: () => void;
  /** Gives up on outcomes that can't be stored. */
  stop: () => void;
}

/** Milliseconds between attempts to store an outcome while the database is unavailable. */
const STORE_AGAIN = 1000;

/** @param onSms is called after each SMS: a reseller may have to be warned that few are left. */
export function createClaimedMessages(carriers: Carriers, onSms: () => void): ClaimedMessages {
  const sending = new Set<number>();
  /** Logos by hotspot, cached while messages are being sent. */
  const logos = new Map<number, ReturnType<Carriers['logoOf']>>();
  let isStopped = false;

  const logoOf = (hotspotId: number) => {
    const known = logos.get(hotspotId) ?? carriers.logoOf(hotspotId);
    logos.set(hotspotId, known);
    return known;
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

  return {
    send: async (row, isTooLate = false) => {
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
        carriers.onFailure(error);
        void keepStoring(row, outcome).finally(() => sending.delete(row.id));
      }
      if (row.channel === 'sms') onSms();
      return outcome;
    },
    ids: () => [...sending],
    forgetLogos: () => logos.clear(),
    stop: () => {
      isStopped = true;
    },
  };
}
