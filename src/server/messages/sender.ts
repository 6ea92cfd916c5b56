/**
 * Sends what is in the outbox. A row is claimed before it is sent, so that no two workers send it, and claimed anew if its worker is gone.
 * Whether a receiver that was lost before it answered has taken a message, nobody here can know; so each keeps its id over all tries: a
 * mail's Message-ID, and the header by which webhooks and SMS gateways recognise it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { startJob, type BackgroundJob } from '../backgroundJob';
import type { Db } from '../database/db';
import { failing_destinations, feedback_requests, hotspot_integrations, integrations, outbox } from '../database/schema';
import { destinationOf, maskedRecipient } from './lanes';
import { LOGO_CID, type Mail, type Mailer } from './mailer';
import { forgetMessages, isUnsent, post, type OutboxContent, type Row } from './outboxQueries';
import { outsideQuietHours } from './quietHours';
import { releaseSms, reserveSms, smsWarnings } from './sms/quotaQueries';
import type { Sms } from './sms/sms';
import type { Outcome as Answer, Webhooks } from './webhooks';
import { claim, dueLanes } from './senderQueries';

export interface Carriers {
  db: Db;
  clock: () => Date;
  mailer: Mailer;
  sms: Sms;
  webhooks: Webhooks;
  /** The product's name, for mails of the server itself. */
  product: string;
  /** The logo of a hotspot's mails. */
  logoOf: (hotspotId: number) => Promise<Mail['attachments']>;
  /** Whether a question may still be sent to the guest who agreed to it. */
  isStillWanted: (db: Db, requestId: number) => Promise<boolean>;
  /** Takes note of a try that failed. */
  report: (message: { id: number; kind: Row['kind']; channel: Row['channel']; hotspot: number | null; to: string; reason: string }) => void;
  /** Takes note of an error of the sender itself. */
  onFailure: (error: unknown) => void;
}

/**
 * How a try ended. `unreachable`: whoever would take it takes nothing at present; `later`: it was refused for now; `never`: it needn't be
 * tried again. `answer`: what a webhook's receiver answered.
 */
export type Outcome = ({ kind: 'sent' } | { kind: 'quiet'; until: Date } | Unsent) & { answer?: Answer };

interface Unsent {
  kind: 'unreachable' | 'later' | 'never';
  reason: string;
  /** Whether the receiver refused it, rather than not answer. */
  isRefused?: true;
  /** Milliseconds that the receiver wants to be left alone. */
  after?: number;
}

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

/** A message is put off as its receiver asks, up to this. */
const LONGEST_RETRY_AFTER = 6 * 60 * MINUTE;

/** Milliseconds between attempts to store how a try ended, while the database is away. */
const STORE_AGAIN = SECOND;

/** Milliseconds until the next try after `tries`: a minute, doubled up to an hour, and up to half of it more. */
export const pauseAfter = (tries: number, random: () => number = Math.random): number =>
  Math.min(60, 2 ** Math.max(0, tries - 1)) * MINUTE * (1 + random() / 2);

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

async function tryOnce(carriers: Carriers, row: Row): Promise<Outcome> {
  const { db, clock, isStillWanted } = carriers;
  const { content, expires, kind, code_id, request_id } = row;
  if (content === null || expires <= clock()) return { kind: 'never', reason: 'too late' };
  if (kind === 'code' && code_id === null) return { kind: 'never', reason: 'withdrawn' };
  if (request_id !== null && !(await isStillWanted(db, request_id))) return { kind: 'never', reason: 'no longer wanted' };
  // A repeated message may come due in the night.
  const allowed = content.quiet === undefined ? clock() : outsideQuietHours(clock(), content.quiet);
  if (allowed > clock()) return { kind: 'quiet', until: allowed };
  switch (content.channel) {
    case 'mail':
      return mailOnce(carriers, row, content);
    case 'sms':
      return textOnce(carriers, row, content);
    case 'webhook':
      return callOnce(carriers, row, content);
  }
}

type ContentOf<C extends OutboxContent['channel']> = Extract<OutboxContent, { channel: C }>;

async function mailOnce({ mailer, logoOf }: Carriers, { uuid, recipient, hotspot_id }: Row, { mail }: ContentOf<'mail'>): Promise<Outcome> {
  const hasLogo = hotspot_id !== null && mail.html?.includes(`cid:${LOGO_CID}`) === true;
  const attachments = hasLogo ? await logoOf(hotspot_id) : undefined;
  const delivery = await mailer.send({ ...mail, id: uuid, to: recipient, ...(attachments && { attachments }) });
  if (delivery === 'sent') return { kind: 'sent' };
  if (delivery === 'not configured') return { kind: 'unreachable', reason: delivery };
  if ('unreachable' in delivery) return { kind: 'unreachable', reason: delivery.unreachable };
  const kind = delivery.isPermanent ? 'never' : delivery.isForAll === true ? 'unreachable' : 'later';
  return { kind, reason: delivery.refused, isRefused: true };
}

async function textOnce({ db, sms, clock }: Carriers, row: Row, content: ContentOf<'sms'>): Promise<Outcome> {
  const { hotspot_id: hotspotId, recipient: number, uuid } = row;
  if (hotspotId === null) return { kind: 'never', reason: 'no hotspot' };
  const reached =
    content.reserved === undefined
      ? await db.transaction(async (tx) => {
          const reserved = await reserveSms(tx, { hotspotId, unitId: content.unitId, number, now: clock() });
          if (typeof reserved === 'string') return reserved;
          row.content = { ...content, reserved };
          await tx.update(outbox).set({ content: row.content }).where(eq(outbox.id, row.id));
          return null;
        })
      : null;
  if (reached !== null) return { kind: 'never', reason: `no SMS is left: ${reached}` };
  const failure = await sms.send({ number, text: content.text }, uuid);
  if (failure === null) return { kind: 'sent' };
  const { failed: reason, after } = failure;
  // What a gateway finds wrong with the number or the text stays wrong.
  return { kind: /^(400|422)\b/.test(reason) ? 'never' : 'later', reason, ...(after !== undefined && { after }) };
}

async function callOnce({ db, webhooks }: Carriers, { integration_id, uuid }: Row, { body }: ContentOf<'webhook'>): Promise<Outcome> {
  const [target] = await db
    .select({ url: integrations.webhook_url, secret: integrations.webhook_token })
    .from(integrations)
    .where(eq(integrations.id, integration_id ?? 0));
  if (!target || target.url === '') return { kind: 'never', reason: 'no address' };
  const answer = await webhooks.post(target, body, uuid);
  if ('failed' in answer) return { kind: 'unreachable', reason: answer.failed, answer };
  const { status, after } = answer;
  if (status === 200) return { kind: 'sent', answer };
  return {
    kind: status === 410 ? 'never' : 'later',
    reason: `status ${String(status)}`,
    isRefused: true,
    answer,
    ...(after !== undefined && { after }),
  };
}

/** Why it failed, without the recipient, which mail servers repeat. */
const reasonOf = ({ channel, recipient }: Row, { reason }: Unsent): string =>
  (recipient === '' ? reason : reason.replaceAll(recipient, maskedRecipient(channel, recipient))).slice(0, 500);

/** Stores how a try ended. What was sent keeps no content; an SMS that was given up goes back to the pack. */
async function settle(carriers: Carriers, row: Row, outcome: Outcome): Promise<void> {
  const { db, clock } = carriers;
  const now = clock();
  if (outcome.kind === 'sent') return db.transaction((tx) => settleSent(tx, carriers, row, now));
  // If another worker has taken it over, only that one knows what is next.
  const mine = and(eq(outbox.id, row.id), eq(outbox.state, 'sending'), eq(outbox.tries, row.tries));
  if (outcome.kind === 'quiet') {
    await db
      .update(outbox)
      .set({ state: 'waiting', next_try: outcome.until, tries: row.tries - 1 })
      .where(mine);
    return;
  }
  const reason = reasonOf(row, outcome);
  const next = new Date(now.getTime() + Math.max(pauseAfter(row.tries), Math.min(outcome.after ?? 0, LONGEST_RETRY_AFTER)));
  // Somebody has been told that it failed. Of a later try, after a server was lost, nobody was told.
  const isTold = row.content?.isAwaited === true && row.tries === 1;
  const isRepeated = outcome.kind !== 'never' && !isTold && next < row.retry_until;
  await db.transaction(async (tx) => {
    const [settled] = await tx
      .update(outbox)
      .set(isRepeated ? { state: 'waiting', next_try: next, reason } : { state: 'failed', reason, ended: now })
      .where(mine)
      .returning({ id: outbox.id });
    if (outcome.kind !== 'never') await noteFailing(tx, row.lane, reason, now);
    if (!settled || isRepeated) return;
    if (row.request_id !== null)
      await tx.update(feedback_requests).set({ state: 'failed' }).where(eq(feedback_requests.id, row.request_id));
    if (row.content?.channel === 'sms' && row.content.reserved) {
      const { reserved, ...content } = row.content;
      await releaseSms(tx, reserved);
      await tx.update(outbox).set({ content }).where(eq(outbox.id, row.id));
    }
  });
}

async function settleSent(tx: Db, { mailer, product }: Carriers, row: Row, now: Date): Promise<void> {
  const recipient = maskedRecipient(row.channel, row.recipient);
  const [settled] = await tx
    .update(outbox)
    .set({ state: 'sent', reason: '', content: null, recipient, ended: now })
    .where(and(eq(outbox.id, row.id), isUnsent))
    .returning({ id: outbox.id });
  await tx.delete(failing_destinations).where(eq(failing_destinations.name, destinationOf(row.lane)));
  if (!settled) return;
  const { content, request_id, hotspot_id, integration_id, kind } = row;
  if (request_id !== null) await tx.update(feedback_requests).set({ state: 'sent', sent: now }).where(eq(feedback_requests.id, request_id));
  if (kind === 'sync' && hotspot_id !== null && integration_id !== null)
    await tx
      .update(hotspot_integrations)
      .set({ last_sync: now })
      .where(and(eq(hotspot_integrations.hotspot_id, hotspot_id), eq(hotspot_integrations.integration_id, integration_id)));
  if (content?.channel === 'sms' && content.reserved && mailer.isConfigured)
    for (const { to, accountId, ...mail } of await smsWarnings(tx, content.reserved, product, now))
      await post(tx, { kind: 'sms_warning', accountId, recipient: to, content: { channel: 'mail', mail } }, now);
}

async function noteFailing(tx: Db, lane: string, reason: string, now: Date): Promise<void> {
  await tx
    .insert(failing_destinations)
    .values({ name: destinationOf(lane), reason, since: now, last: now })
    .onConflictDoUpdate({ target: failing_destinations.name, set: { reason, last: now } });
}
