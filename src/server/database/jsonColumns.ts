/** What columns hold as JSON: types alone, for the schema and for the code that reads and writes them. */

/**
 * Short hashes of the name and the device that a report names, to compare with those of other reports under its key. Too short to tell who it
 * was: they remain when a guest is erased.
 */
export interface Who {
  name?: string;
  device?: string;
  /** The unit's port, of a report that names no device. */
  port?: string;
}

export interface Counter {
  /** The unit's own counter, with wraps added. */
  raw: number;
  /** Traffic used; more than `raw` if the unit restarted its counter. */
  total: number;
  /** The greatest value that was told and not believed. */
  doubted?: number;
}

export interface Sample {
  /** Since the session began; by our clock where the reported session time didn't fit. */
  seconds: number;
  /** The session time as reported, if it is another. */
  told?: number;
  /** Null if not reported. */
  up: number | null;
  down: number | null;
  isWide: boolean;
}

export interface SessionState {
  start: number;
  /** When it began by its own Start, if that was received. */
  begun?: number;
  /** Whom its first report named. */
  who?: Who;
  /** Time of the newest event. */
  heard: number;
  /** Milliseconds by which the unit's clock was behind ours when it last told the time, if more than SLACK. */
  behind?: number;
  seconds: number;
  up: number;
  down: number;
  /** The latest reports ordered by session time, kept so that late ones can be inserted; `before` holds the counters preceding them. */
  samples: Sample[];
  before: { seconds: number; up: Counter; down: Counter };
  /** The latest of its addresses, and all that it has now. */
  addresses?: readonly SessionAddress[];
  /** From the fingerprints of its starts and stops, oldest first. */
  prints?: string[];
  /** The last reports taken for copies that may instead be of a new session, which then began at `start`. */
  doubtful?: Doubtful[];
  ended: Ended | null;
}

export interface Doubtful {
  start: number;
  seconds: number;
}

export interface Ended {
  at: number;
  /** When we concluded it: only an event later than this shows that the session continued. */
  decided: number;
  cause: string;
  /** True if the unit reported the stop; false if we inferred it. */
  isFinal: boolean;
}

/** What is reported apart from each other: a report of one family says nothing about the others. */
export type Family = 'ipv4' | 'ipv6' | 'prefix' | 'delegated';

export interface SessionAddress {
  /** Number within the session; never given twice. */
  nth: number;
  family: Family;
  hash: string;
  /** Milliseconds since 1970; `until` is null as long as no report says otherwise: at most until the session ends. */
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

/** A mail without what is known when it is sent. */
export interface StoredMail {
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Address for RFC 8058: a POST there ends mails of this kind. */
  unsubscribe?: string;
}

/**
 * What is sent. A mail's logo is loaded when it is sent: in each row it would be a thousand times the text. So are a webhook's address and
 * secret, which may change meanwhile.
 */
export type OutboxContent = {
  /** When it must not arrive; left out for what guests wait for, and for staff. */
  quiet?: QuietHours;
  /** Whether somebody waits for the first try, and learns that it failed: then it isn't repeated. */
  isAwaited?: true;
} & (
  | { channel: 'mail'; mail: StoredMail }
  /** `reserved`: what the reseller's pack was charged with for it. */
  | { channel: 'sms'; text: string; unitId: number; reserved?: ReservedSms }
  | { channel: 'webhook'; body: object }
);
