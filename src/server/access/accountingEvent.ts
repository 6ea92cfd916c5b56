/** What a unit reports about a session, and when it happened. */
import type { Who } from '../database/jsonColumns';
import type { ReportedAddress } from './sessionAddresses';

/** Short hashes of a packet, equal for its copies. */
export interface Fingerprint {
  /** Of everything that a retransmission doesn't change. */
  content: string;
  /**
   * Of the whole packet. Equal to `content` if no packet of another session can have the same content, as with a timestamp; null if that
   * isn't certain and nothing else distinguishes packets.
   */
  packet: string | null;
}

export interface AccountingEvent {
  kind: 'start' | 'interim' | 'stop';
  /** When the event happened, see `eventTime`. */
  at: number;
  /** When the report arrived by our clock; set if `at` is by the unit's clock. */
  arrived?: number;
  /** Who is online, as far as the unit says. */
  who?: Who;
  /** Seconds since the session began; null if not reported. */
  seconds: number | null;
  /** Bytes from and to the guest since the session began; null if not reported. */
  up: number | null;
  down: number | null;
  /** Whether the counters are complete (64-bit); otherwise they are the lower 32 bits. */
  isWide: boolean;
  /** Why the session stopped: one of TERMINATE_CAUSE, or empty. */
  cause: string;
  /** The addresses in the report, if any. */
  addresses?: readonly ReportedAddress[];
  /** Only for a Start or Stop, and not from openNDS. */
  fingerprint?: Fingerprint;
}

/** Tolerance in milliseconds between times of the same event: retransmissions often carry no Acct-Delay-Time. */
export const SLACK = 60_000;

/** How far a unit's clock may be behind, in milliseconds, for its timestamp to be trusted as the time of an event. */
const CLOCK_LATE = 15 * 60_000;
const MAX_DELAY_SECONDS = 7 * 86_400;

/**
 * When an event happened, in milliseconds since 1970. Acct-Delay-Time is preferred because it needs no correct clock; the unit's timestamp
 * counts only if it is plausible (units without a battery start in 1970).
 */
export function eventTime(
  arrived: number,
  { delaySeconds = 0, timestamp = arrived }: { delaySeconds?: number; timestamp?: number | undefined },
): number {
  if (isDelayed(delaySeconds)) return arrived - delaySeconds * 1000;
  return timestamp >= arrived - CLOCK_LATE ? Math.min(timestamp, arrived) : arrived;
}

/** Whether an Acct-Delay-Time is believed. */
export const isDelayed = (seconds: number) => seconds > 0 && seconds <= MAX_DELAY_SECONDS;

/**
 * When a unit started or stopped; `at` is the event time of that report. The unit's own timestamp is used if it is earlier, so that a late
 * report doesn't end sessions that began since; but not from a clock that was never set.
 */
export function restartTime(at: number, { arrived, timestamp = at }: { arrived: number; timestamp?: number | undefined }): number {
  return timestamp < arrived - MAX_DELAY_SECONDS * 1000 ? at : Math.min(at, timestamp);
}

/** When the session of an event began, as far as the event says. */
export function beginningOf({ kind, at, seconds }: AccountingEvent): number | null {
  if (kind === 'start') return at;
  return seconds === null ? null : at - seconds * 1000;
}

export const hasTraffic = ({ up, down }: Pick<AccountingEvent, 'up' | 'down'>) => (up ?? 0) + (down ?? 0) > 0;
