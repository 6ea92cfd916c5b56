/** Types of JSON columns, for the schema and for the code that reads and writes them. Types only. */

/**
 * Short hashes of the guest's name and device in a report, for comparison with other reports under the same key. They are too short to
 * identify anybody, because they stay when a guest is erased.
 */
export interface Who {
  name?: string;
  device?: string;
  /** The unit's port; only if the report names no device. */
  port?: string;
}

export interface Counter {
  /** The unit's own counter, plus wraps. */
  raw: number;
  /** Traffic used; more than `raw` if the unit restarted its counter. */
  total: number;
  /** The greatest reported value that wasn't believed. */
  doubted?: number;
}

export interface Sample {
  /** Since the session began; by our clock if the reported session time didn't fit. */
  seconds: number;
  /** The reported session time, if it differs. */
  told?: number;
  /** Null if not reported. */
  up: number | null;
  down: number | null;
  isWide: boolean;
}

export interface SessionState {
  start: number;
  /** Time of the session's Start, if one was received. */
  begun?: number;
  /** The guest and device in its first report. */
  who?: Who;
  /** Time of the newest event. */
  heard: number;
  /** Milliseconds by which the unit's clock was last behind ours, if more than SLACK. */
  behind?: number;
  seconds: number;
  up: number;
  down: number;
  /** The latest reports ordered by session time, kept so that late ones can be inserted; `before` holds the counters preceding them. */
  samples: Sample[];
  before: { seconds: number; up: Counter; down: Counter };
  /** The session's most recent addresses, including all that it has now. */
  addresses?: readonly SessionAddress[];
  /** From fingerprints of its Starts and Stops, oldest first. */
  prints?: string[];
  /** The last reports taken for copies, which may instead be of a new session that began at `start`. */
  doubtful?: Doubtful[];
  ended: Ended | null;
}

export interface Doubtful {
  start: number;
  seconds: number;
}

export interface Ended {
  at: number;
  /** When the server concluded that the session ended: only an event after this shows that it continued. */
  decided: number;
  cause: string;
  /** True if the unit reported the stop; false if we inferred it. */
  isFinal: boolean;
}

/** Addresses are reported by family: a report of one family says nothing about the others. */
export type Family = 'ipv4' | 'ipv6' | 'prefix' | 'delegated';

export interface SessionAddress {
  /** Number within the session; never reused. */
  nth: number;
  family: Family;
  hash: string;
  /** Milliseconds since 1970. `until` is null as long as no report says otherwise, and then means the session's end. */
  from: number;
  until: number | null;
}

/** Hours of the day, in a hotspot's zone, between which guests get no mail and no SMS; equal for none. */
export interface QuietHours {
  from: number;
  until: number;
  zone: string;
}

export interface ReservedSms {
  id: number;
  hotspotId: number;
  accountId: number;
}

/** A mail without what is only known when it is sent. */
export interface StoredMail {
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Address for RFC 8058: a POST there ends mails of this kind. */
  unsubscribe?: string;
}

/**
 * The content of an outgoing message. A mail's logo is loaded when it is sent, because it is a thousand times as large as the text; so are
 * a webhook's address and secret, because they may change meanwhile.
 */
export type OutboxContent = {
  /** Hours in which it must not arrive. Absent for messages to staff, and those that guests wait for. */
  quiet?: QuietHours;
  /** Whether somebody waits for the first try and learns if it fails; then it isn't repeated. */
  isAwaited?: true;
} & (
  | { channel: 'mail'; mail: StoredMail }
  /** `reserved`: what was taken off the reseller's pack for it. */
  | { channel: 'sms'; text: string; unitId: number; reserved?: ReservedSms }
  | { channel: 'webhook'; body: object }
);
