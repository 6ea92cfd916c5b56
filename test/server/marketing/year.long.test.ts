/**
 * A year of guests at three hotspots, over both clock changes of each: who is asked which question and when. The expectation is calculated
 * here hour by hour from the rules in docs/requirements.md (MKT-12 to MKT-28), without any code of the product.
 */
import { expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { consent_texts, consents, hotspot_preferences, users } from '../../../src/server/database/schema';
import { eraseGuest } from '../../../src/server/guests/erasureQueries';
import { sendDueRequests, planFeedback } from '../../../src/server/marketing/feedbackRequests';
import type { Mail } from '../../../src/server/messages/mailer';
import { SEED } from '../../support/run/rounds';
import { serve } from '../../support/server/server';
import { insertEndedSession, insertGuest } from '../../factories/rows';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const END = Date.parse('2027-01-01T00:00:00Z');
const GUESTS = 240;
/** When the server is off, for longer than a question waits. */
const OFF = { from: Date.parse('2026-05-04T06:00:00Z'), until: Date.parse('2026-05-09T15:00:00Z') };

type Kind = 'feedback' | 'review';
interface Venue {
  id: number;
  zone: string;
  preferences: Record<string, string>;
  /** Minutes until the first question, days from that to the second (null: when access ends), and the hours in which nothing is sent. */
  rules: { first: number; second: number | null; quiet: (hour: number) => boolean; kinds: Kind[] };
}
const VENUES: [Venue, Venue, Venue] = [
  {
    id: 1,
    zone: 'Europe/Rome',
    preferences: {
      marketing_3_first_email_enabled: 'true',
      marketing_4_second_email_enabled: 'true',
      marketing_6_first_after: '30',
      marketing_7_second_after: 'days',
      marketing_8_second_after_days: '2',
      marketing_17_quiet_hours: '22-7',
    },
    rules: { first: 30, second: 2, quiet: (hour) => hour >= 22 || hour < 7, kinds: ['feedback', 'review'] },
  },
  {
    id: 2,
    zone: 'America/New_York',
    preferences: {
      marketing_3_first_email_enabled: 'true',
      marketing_4_second_email_enabled: 'true',
      marketing_6_first_after: '1500',
      marketing_7_second_after: 'expiration',
      marketing_17_quiet_hours: '1-4',
    },
    rules: { first: 1500, second: null, quiet: (hour) => hour >= 1 && hour < 4, kinds: ['feedback', 'review'] },
  },
  {
    // All rules are defaults: an hour, four days, and quiet hours from 21 to 9.
    id: 3,
    zone: 'Australia/Sydney',
    preferences: { marketing_4_second_email_enabled: 'true', marketing_3_first_email_enabled: 'true', marketing_7_second_after: 'days' },
    rules: { first: 60, second: 4, quiet: (hour) => hour >= 21 || hour < 9, kinds: ['feedback', 'review'] },
  },
];

interface Guest {
  nth: number;
  venue: Venue;
  mailbox: string;
  start: number;
  agrees: boolean;
  ends: number;
  /** When access is extended, and until when. */
  extended: { at: number; ends: number } | null;
  withdraws: number | null;
  erased: number | null;
  /** How long after the first question arrives the guest unsubscribes by its link. */
  unsubscribesAfter: number | null;
}

/** A generator of random numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(SEED);
const chance = (share: number) => random() < share;
const between = (least: number, most: number) => Math.floor(least + random() * (most - least));

/** Dates around which zones change their clocks or the server is off. */
const TRICKY = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-05-05'].map((day) =>
  Date.parse(day),
);

const guests: Guest[] = [];
for (let nth = 0; nth < GUESTS; nth += 1) {
  const before = guests[between(0, Math.max(1, guests.length))];
  const returns = before !== undefined && chance(0.3);
  const venue = returns ? before.venue : (VENUES[between(0, 3)] ?? VENUES[0]);
  const about = chance(0.3) ? (TRICKY[between(0, TRICKY.length)] ?? BEGIN) + between(-5 * DAY, 2 * DAY) : between(BEGIN, END - 20 * DAY);
  // At whole minutes, never on the hour itself.
  const start = Math.min(END - 20 * DAY, returns ? before.start + between(DAY, 300 * DAY) : about);
  const at = Math.floor(start / HOUR) * HOUR + between(1, 59) * MINUTE;
  const ends = at + between(1, 9) * DAY + between(1, 20) * MINUTE;
  guests.push({
    nth,
    venue,
    start: at,
    ends,
    agrees: chance(0.8),
    mailbox: returns ? before.mailbox : `guest-${nth}@example.com`,
    extended: chance(0.15) ? { at: ends - HOUR, ends: ends + between(1, 6) * DAY } : null,
    withdraws: chance(0.15) ? at + between(1, 100) * HOUR + 7 * MINUTE : null,
    erased: chance(0.1) ? at + between(1, 100) * HOUR + 11 * MINUTE : null,
    unsubscribesAfter: chance(0.15) ? between(1, 80) * HOUR : null,
  });
}

const isOff = (at: number) => at >= OFF.from && at < OFF.until;
const hourIn = (at: number, zone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at));

/** Which messages must be sent at which full hour, by the rules alone. */
function expected(): string[] {
  const sent: { guest: Guest; kind: Kind; at: number }[] = [];
  const over = new Set<string>();
  /** Second questions that are postponed because the first one hasn't been sent yet. */
  const putOff = new Map<string, number>();
  /** Since when second questions have been possible that had to wait until a day after the first. */
  const waited = new Map<string, number>();
  const agreement = new Map<Guest, { from: number; until: number }>();
  const refusals: { venue: Venue; mailbox: string; at: number }[] = [];
  for (const guest of guests) agreement.set(guest, { from: guest.agrees ? guest.start : Infinity, until: guest.withdraws ?? Infinity });
  for (let now = BEGIN; now < END; now += HOUR) {
    // What guests did in the hour before, whether or not the server was on.
    for (const { unsubscribesAfter, mailbox, venue, start } of guests) {
      const first = sent.find((one) => one.guest.mailbox === mailbox && one.at >= start);
      if (unsubscribesAfter === null || start > now || !first || first.at + unsubscribesAfter !== now || isOff(now)) continue;
      refusals.push({ venue, mailbox, at: now });
      const agreed = agreement.get(first.guest);
      if (agreed) agreed.until = Math.min(agreed.until, now);
    }
    if (isOff(now)) continue;
    for (const guest of guests) {
      if (guest.start > now) continue;
      const { venue, mailbox } = guest;
      const agreed = agreement.get(guest) ?? { from: Infinity, until: Infinity };
      for (const kind of venue.rules.kinds) {
        const key = `${String(guest.nth)} ${kind}`;
        if (over.has(key)) continue;
        const first = guest.start + venue.rules.first * MINUTE;
        const access = guest.extended && guest.extended.at <= now ? guest.extended.ends : guest.ends;
        const planned = kind === 'feedback' ? first : venue.rules.second === null ? access : first + venue.rules.second * DAY;
        const due = Math.max(planned, putOff.get(key) ?? 0);
        if (due > now) continue;
        const end = () => over.add(key);
        // The guest has been erased, or the consent is missing or withdrawn.
        if ((guest.erased !== null && guest.erased <= now) || agreed.from > now || agreed.until <= now) {
          end();
          continue;
        }
        // A question that the server couldn't send in time isn't sent at all, even if it was only waiting for the end of quiet hours.
        if (now - (waited.get(key) ?? due) > 3 * DAY) {
          end();
          continue;
        }
        // The second question is sent neither before the first nor within a day of it; the first may have been late.
        const before = sent.find((one) => one.guest === guest && one.kind === 'feedback');
        const isFirstToCome = before === undefined && !over.has(`${String(guest.nth)} feedback`);
        if (kind === 'review' && isFirstToCome) {
          putOff.set(key, Math.max(first, now) + DAY);
          continue;
        }
        if (kind === 'review' && before && before.at + DAY > now) {
          waited.set(key, before.at + DAY);
          continue;
        }
        if (venue.rules.quiet(hourIn(now, venue.zone))) continue;
        end();
        const same = (one: { venue: Venue; mailbox: string }) => one.venue === venue && one.mailbox === mailbox;
        if (refusals.some((one) => same(one) && one.at >= agreed.from)) continue;
        if (sent.some((one) => same(one.guest) && one.kind === kind && one.at > now - 180 * DAY)) continue;
        sent.push({ guest, kind, at: now });
      }
    }
  }
  return sent.map(({ guest, kind, at }) => `${new Date(at).toISOString()} ${kind} ${String(guest.venue.id)} ${guest.mailbox}`).sort();
}

const received: { mail: Mail; at: number }[] = [];
const server = serve({
  config: { httpAaa: true, publicUrl: 'https://wifi.example.com' },
  mailer: { isConfigured: true, send: async (mail) => (received.push({ mail, at: server.clock.now.getTime() }), 'sent') },
});

const scope = { accountId: 1, username: 'admin', role: 'admin' as const, hotspotId: 0 };

test('a year of questions reaches the guests whom the rules name, when they say it, and nobody else', async () => {
  const db = server.db();
  const set = async (venue: Venue) => {
    const values = {
      marketing_1_enabled: 'true',
      marketing_2_feedback_email: 'owner@example.com',
      time_zone: venue.zone,
      ...venue.preferences,
      marketing_15_feedback_subject_text: 'feedback',
      marketing_16_review_subject_text: 'review',
    };
    for (const [key, value] of Object.entries(values))
      await db
        .insert(hotspot_preferences)
        .values({ hotspot_id: venue.id, key, value })
        .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
  };
  await db.update(users).set({ survey_auth: false });
  await db.insert(consent_texts).values({ hash: 'h', body: 'Ask me', created: new Date(BEGIN) });
  for (const venue of VENUES) await set(venue);

  const ids = new Map<Guest, number>();
  const consent = (guest: Guest, at: number, is_given: boolean) =>
    db.insert(consents).values({
      hotspot_id: guest.venue.id,
      user_id: ids.get(guest) ?? 0,
      purpose: 'survey',
      is_given,
      text_hash: 'h',
      language: 'en',
      at: new Date(at),
      unit_id: 1,
    });
  const arrive = async (guest: Guest) => {
    const at = new Date(guest.start);
    const username = `year-${String(guest.nth)}`;
    const about = { hotspot_id: guest.venue.id, name: guest.mailbox, username, email: guest.mailbox, email_verified: true, created: at };
    const created = await insertGuest(db, {
      ...about,
      account_type: 'email',
      survey_auth: guest.agrees,
      valid_from: at,
      valid_until: new Date(guest.ends),
    });
    ids.set(guest, created.id);
    if (guest.agrees) await consent(guest, guest.start, true);
    await insertEndedSession(db, {
      session_id: 900_000 + guest.nth,
      unit_id: 1,
      hotspot_id: guest.venue.id,
      device_id: 0,
      user_id: created.id,
      username,
      auth_time: at,
      start_time: at,
      update_time: at,
      stop_time: at,
      session_key: username,
    });
  };
  const unsubscribe = async (mail: Mail) => {
    const path = (mail.unsubscribe ?? '').replace('https://wifi.example.com', '');
    const answer = await fetch(server.url() + path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect(answer.status).toBe(200);
  };

  let last = BEGIN;
  for (let now = BEGIN; now < END; now += HOUR) {
    // What guests have done since the last hour.
    const happened = (at: number | null | undefined): at is number => at != null && at > now - HOUR && at <= now;
    for (const guest of guests) {
      if (happened(guest.start)) await arrive(guest);
      const id = ids.get(guest);
      if (id === undefined) continue;
      if (happened(guest.extended?.at))
        await db
          .update(users)
          .set({ valid_until: new Date(guest.extended.ends) })
          .where(eq(users.id, id));
      if (happened(guest.withdraws)) {
        await db.update(users).set({ survey_auth: false }).where(eq(users.id, id));
        if (guest.agrees) await consent(guest, guest.withdraws, false);
      }
      if (happened(guest.erased)) await db.transaction((tx) => eraseGuest(tx, scope, id));
    }
    if (isOff(now)) continue;
    server.clock.now = new Date(now);
    for (const guest of guests) {
      if (guest.unsubscribesAfter === null || !ids.has(guest)) continue;
      const own = received.filter(({ mail, at }) => mail.to === guest.mailbox && at >= guest.start);
      const [first] = own;
      if (first && first.at + guest.unsubscribesAfter === now) await unsubscribe(first.mail);
    }
    // A server that has just started looks back for a week.
    const looksBack = now - last > HOUR ? 7 * DAY : DAY;
    last = now;
    await planFeedback(db, { since: new Date(now - looksBack), now: new Date(now), zone: 'Europe/Rome' });
    while (await sendDueRequests(db, { now: new Date(now), zone: 'Europe/Rome', portalUrl: 'https://wifi.example.com/portal' }));
    await server.outbox().drained();
  }
  const got = received.map(({ mail, at }) => {
    const guest = guests.find((one) => one.mailbox === mail.to);
    return `${new Date(at).toISOString()} ${mail.subject} ${String(guest?.venue.id)} ${mail.to}`;
  });
  const wanted = expected();
  expect(wanted.length).toBeGreaterThan(150);
  expect(got.sort()).toEqual(wanted);
}, 900_000);
