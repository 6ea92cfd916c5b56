/**
 * Packets that lie, through the whole service to the database: half of them are malformed or have a wrong secret; the others are signed
 * with the right secret and contain what no unit should send. Between them, guests of another unit log in and are reported.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import fc from '../../support/run/property';
import { SEED, timesRounds } from '../../support/run/rounds';
import { foldSums, rebuildSums } from '../../../src/server/database/reportSums';
import { session_histories, sessions, unit_contacts, unit_refusals, units } from '../../../src/server/database/schema';
import { attribute, CODE, decodePacket, valueOf, type Attribute } from '../../../src/server/radius/codec';
import { ACCT_STATUS, ATTRIBUTES, VENDOR, type AttributeName } from '../../../src/server/radius/dictionary';
import { hiddenPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';
import { radiusService, type Outcome, type RadiusService } from '../../../src/server/radius/service';
import { guestWithVoucher, setOnlyPreferences } from '../../support/radius/radius';
import { sumsIn } from '../../support/server/reportSums';
import { serve } from '../../support/server/server';

const PACKETS = timesRounds(10_000);
/** Number of concurrent packets. */
const AT_ONCE = 32;
const BATCH = 500;
/** Of each batch, this many packets are true, and half of the others are lies. */
const TRUE = 50;
const LIES = (BATCH - TRUE) / 2;
const GUESTS = 25;
/** Bytes by which the heap may grow from the first tenth of the packets to the last; what is cached about packets is bounded. */
const MAX_GROWTH = 60e6;

const SECRET = 'the secret of the lying unit';
const HONEST_SECRET = 'the secret of the honest unit';
const NOW = new Date('2026-11-22T09:30:00Z');
/** Hotspots of different resellers. */
const [HONEST_HOTSPOT, DISHONEST_HOTSPOT] = [1, 4];

const server = serve();
const failures: string[] = [];
let service: RadiusService;
let now = NOW;
afterAll(() => service.close());

const codeOf = (nth: number) => `honest${nth}`;
const macOf = (nth: number) => `02-F0-00-00-00-${nth.toString(16).padStart(2, '0').toUpperCase()}`;
const guestIds: number[] = [];

beforeAll(async () => {
  const db = server.db();
  const unit = { created: NOW };
  await db.insert(units).values([
    { ...unit, uuid: 'honest', name: 'honest', mac_address: '00-11-22-33-44-55', secret: HONEST_SECRET, hotspot_id: HONEST_HOTSPOT },
    { ...unit, uuid: 'liar', name: 'liar', mac_address: '00-11-22-33-44-66', secret: SECRET, hotspot_id: DISHONEST_HOTSPOT },
  ]);
  for (const hotspot of [HONEST_HOTSPOT, DISHONEST_HOTSPOT]) await setOnlyPreferences(db, hotspot, { voucher_login: 'true' });
  for (let nth = 0; nth < GUESTS; nth += 1)
    guestIds.push(await guestWithVoucher(db, { hotspot_id: HONEST_HOTSPOT, code: codeOf(nth), created: NOW }));
  service = radiusService({ db, clock: () => now, zone: 'Europe/Rome', onFailure: (error) => void failures.push(whyOf(error)) });
});

/** An error with the database's own message, which is the cause of a failed query. */
const whyOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause === undefined ? '' : `\n${whyOf(error.cause)}`}` : String(error);

type Port = 'authentication' | 'accounting';
interface Sent {
  port: Port;
  bytes: Buffer;
}

/** Enough senders that none of them exceeds the number of packets that are checked. */
const addressOf = (nth: number) => `10.${(nth >> 14) & 255}.${(nth >> 6) & 255}.${nth & 63}`;

/** The service's answer; null for silence. The transport is a reliable one, because a slow machine would drop packets that are late. */
async function answerTo({ port, bytes }: Sent, address: string): Promise<Buffer | null> {
  let answer: Buffer | null = null;
  await service.receive(port, bytes, { address, port: 1024, isReliable: true }, async (sent) => {
    if (answer !== null) throw new Error('answered twice');
    if (sent.includes(SECRET) || sent.includes(HONEST_SECRET)) throw new Error('an answer holds a secret');
    answer = sent;
  });
  return answer;
}

/** What a unit gets that sends its packet again as long as a busy server drops it. */
async function finalAnswerTo(sent: Sent, address: string): Promise<Buffer | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { dropped } = service.counts();
    const answer = await answerTo(sent, address);
    if (answer !== null || attempt === 20 || service.counts().dropped === dropped) return answer;
  }
}

// --- Lies ---

const bytesOf = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

const number32 = fc
  .oneof(fc.constantFrom(0, 1, 59, 60, 300, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_fe, 0xff_ff_ff_ff), fc.nat(0xff_ff_ff_ff))
  .map((value) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]));

const NASTY = [
  '',
  ' ',
  '\0',
  '\0\0a\0',
  "'; drop table units; --",
  '%{User-Password}',
  '${jndi:x}',
  '../../etc/passwd',
  '\\',
  '"',
  '\u202Ex',
  '\uFEFF',
  '02-00-00-00-00-01',
  '020000000001',
  '02:F0:00:00:00:00',
  '02-F0-00-00-00-00:Guests',
  'honest0',
  'HONEST0',
  'honest',
  'liar',
  '🙂'.repeat(63),
  `${'x'.repeat(99)}🙂`,
  'ß'.repeat(126),
  'İ'.repeat(120),
  'x'.repeat(253),
  '\n\r\t',
  'null',
  '{"a":1}',
  '\uD83D',
];

const someText = fc.oneof(
  fc.constantFrom(...NASTY).map((text) => Buffer.from(text)),
  bytesOf(253),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => Buffer.from(text)),
  // Truncated in the middle of a character.
  fc.constantFrom(...NASTY).map((text) => Buffer.from(text).subarray(0, -1)),
);

const someClass = fc
  .oneof(
    fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 9_999_999_999),
    fc.nat(GUESTS - 1).map((nth) => () => guestIds[nth] ?? 0),
  )
  .map((id) => Buffer.from(`portico ${typeof id === 'number' ? id : id()}`));

const moment = (offset: number) => Math.floor(NOW.getTime() / 1000) + offset;
const someMoment = fc.oneof(
  number32,
  fc.integer({ min: -100_000, max: 100_000 }).map((offset) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(moment(offset));
    return bytes;
  }),
);

/** Hidden passwords of right and wrong lengths. */
const someSecretBytes = fc
  .constantFrom(0, 1, 15, 16, 17, 18, 32, 49, 50, 51, 128, 144, 253)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes)));

const FITTING = {
  text: someText,
  octets: fc.oneof(bytesOf(60), someClass, someSecretBytes),
  integer: number32,
  ipv4: fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  ipv6: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  prefix: fc.uint8Array({ minLength: 2, maxLength: 18 }).map((bytes) => Buffer.from(bytes)),
  time: someMoment,
};

const NAMES = Object.keys(ATTRIBUTES) as AttributeName[];
/** Without Message-Authenticator, which is computed for the packet. */
const oneOfNames = (names: readonly AttributeName[]): fc.Arbitrary<Attribute> =>
  fc.constantFrom(...names.filter((name) => name !== 'Message-Authenticator')).chain((name) => {
    const { vendor, type, kind } = ATTRIBUTES[name];
    return fc
      .oneof({ weight: 5, arbitrary: FITTING[kind] }, { weight: 1, arbitrary: bytesOf(253) })
      .map((value) => ({ vendor, type, value: value.subarray(0, vendor === 0 ? 253 : 247) }));
  });

/** A Vendor-Specific with arbitrary content: several attributes, nested ones, lengths that are too long, 0 or 1. */
const nested = fc
  .record({
    vendor: fc.oneof(fc.constantFrom(0, ...Object.values(VENDOR)), fc.nat(0xff_ff_ff_ff)),
    parts: fc.array(fc.tuple(fc.nat(255), fc.integer({ min: -2, max: 60 }), bytesOf(40)), { maxLength: 6 }),
  })
  .map(({ vendor, parts }): Attribute => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(vendor);
    const inner = parts.map(([type, wrong, value]) => {
      const length = wrong < 55 ? value.length + 2 : wrong - 55;
      return Buffer.concat([Buffer.of(type, length), value]);
    });
    const list = Buffer.concat(inner);
    // Sometimes one is nested in another.
    const value =
      vendor % 3 === 0 ? Buffer.concat([head, Buffer.of(26, Math.min(list.length + 6, 255)), head, list]) : Buffer.concat([head, list]);
    return { vendor: 0, type: 26, value: value.subarray(0, 253) };
  });

const anyAttribute: fc.Arbitrary<Attribute> = fc.oneof(
  { weight: 6, arbitrary: oneOfNames(NAMES) },
  { weight: 2, arbitrary: nested },
  {
    weight: 1,
    // Includes the extended types of RFC 6929.
    arbitrary: fc.record({ vendor: fc.constant(0), type: fc.nat(255).filter((type) => type !== 80), value: bytesOf(253) }),
  },
);

/** Attributes that belong together in logins and reports, which chance would rarely combine. */
const OF_LOGIN = ['User-Name', 'Calling-Station-Id', 'User-Password', 'CHAP-Password', 'CHAP-Challenge', 'Called-Station-Id'] as const;
const OF_MS_CHAP = ['User-Name', 'MS-CHAP-Challenge', 'MS-CHAP2-Response', 'Calling-Station-Id'] as const;
const OF_REPORT = [
  ...(['Acct-Session-Time', 'Acct-Input-Octets', 'Acct-Output-Octets', 'Acct-Input-Gigawords', 'Acct-Output-Gigawords'] as const),
  ...([
    'Event-Timestamp',
    'Acct-Delay-Time',
    'Acct-Terminate-Cause',
    'User-Name',
    'Calling-Station-Id',
    'Framed-IP-Address',
    'Class',
  ] as const),
  ...(['CoovaChilli-Version', 'CoovaChilli-Acct-View-Point'] as const),
];

const login = fc.constantFrom(OF_LOGIN, OF_MS_CHAP).chain((names) => fc.tuple(...names.map((name) => oneOfNames([name]))));

const report = fc
  .tuple(
    fc.oneof({ weight: 20, arbitrary: fc.constantFrom<number>(...Object.values(ACCT_STATUS)) }, { weight: 1, arbitrary: fc.nat(20) }),
    fc.oneof(
      // Few ids, so that reports of the same session contradict each other.
      { weight: 6, arbitrary: fc.nat(60).map((nth) => Buffer.from(`lie-${nth}`)) },
      { weight: 3, arbitrary: someText },
    ),
    fc.array(oneOfNames(OF_REPORT), { minLength: 2, maxLength: 14 }),
  )
  .map(([status, key, rest]) => [
    attribute('Acct-Status-Type', status),
    { vendor: 0, type: ATTRIBUTES['Acct-Session-Id'].type, value: key },
    ...rest,
  ]);

const anyCode = fc.oneof(fc.constantFrom<number>(...Object.values(CODE)), fc.nat(255));

/** A code, and attributes some of which make sense with it. */
const reported = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant<number>(CODE.accessRequest), login) },
  { weight: 5, arbitrary: fc.tuple(fc.constant<number>(CODE.accountingRequest), report) },
  { weight: 1, arbitrary: fc.tuple(anyCode, fc.oneof(login, report, fc.constant([]))) },
);

const MAX_ATTRIBUTE_BYTES = 4000;

/** This attribute names a unit, too. */
const LOCATION = ATTRIBUTES['WISPr-Location-ID'];

/** A packet with this secret; `unit` is the name that it gives itself, and in no other attribute. */
const signedBy = (secret: string, unit = 'liar'): fc.Arbitrary<Sent> =>
  fc
    .record({ id: fc.nat(255), told: reported, nonsense: fc.array(anyAttribute, { maxLength: 10 }), order: fc.nat(4), where: fc.nat(40) })
    .map(({ id, told: [code, sense], nonsense, order, where }) => {
      const isOther = ({ vendor, type, value }: Attribute) =>
        unit === 'liar' || !(vendor === LOCATION.vendor && type === LOCATION.type && value.toString().trim() === 'liar');
      const contents = (order === 0 ? [...nonsense, ...sense] : [...sense, ...nonsense]).filter(isOther);
      let room = MAX_ATTRIBUTE_BYTES;
      // Sometimes all attributes occur twice.
      const all = [attribute('NAS-Identifier', unit), ...contents, ...(order === 1 ? contents : [])];
      const attributes = all.filter(({ value }) => (room -= value.length + 8) > 0);
      const { bytes } = encodeRequest({ code, id, attributes }, secret);
      const isReport = (code === CODE.accountingRequest) === (where !== 0);
      return { port: isReport ? 'accounting' : 'authentication', bytes };
    });

const port = fc.constantFrom<Port>('authentication', 'accounting');

/** Signed, and then changed, truncated, or given a wrong length. */
const damaged = fc
  .tuple(
    signedBy(SECRET),
    fc.array(fc.tuple(fc.nat(4095), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: -40, max: 40 }),
  )
  .map(([{ port: to, bytes }, changes, more]): Sent => {
    const changed = Buffer.from(bytes);
    for (const [at, by] of changes) changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ by;
    return { port: to, bytes: more < 0 ? changed.subarray(0, more) : Buffer.concat([changed, Buffer.alloc(more)]) };
  });

/** A packet without its Message-Authenticator, which comes first. */
const unsigned = signedBy(SECRET)
  .filter(({ bytes }) => bytes[0] === CODE.accessRequest || bytes[0] === CODE.statusServer)
  .map(({ port: to, bytes }): Sent => {
    const without = Buffer.concat([bytes.subarray(0, 20), bytes.subarray(38)]);
    without.writeUInt16BE(without.length, 2);
    return { port: to, bytes: without };
  });

const unproven: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ port, bytes: bytesOf(300) }),
  fc.record({ port, bytes: bytesOf(5000) }),
  damaged,
  unsigned,
  signedBy('guessed'),
  signedBy(SECRET, 'honest'),
  signedBy(SECRET, 'nobody'),
);

// --- True packets ---

interface Session {
  key: string;
  up: number;
  down: number;
  seconds: number;
}

/** A guest who logs in, is reported five times, leaves, and comes back. */
class Guest {
  readonly ended: Session[] = [];
  running: Session | null = null;
  #step = 0;
  #began = 0;

  constructor(readonly nth: number) {}

  /** The next packet, and the code that its answer must have. */
  next(): { sent: Sent; authenticator: Buffer; code: number } {
    const step = this.#step % 8;
    this.#step += 1;
    if (step === 0) return this.#logIn();
    if (step === 1) {
      this.#began = now.getTime();
      this.running = { key: `true-${this.nth}-${this.#step}`, up: 0, down: 0, seconds: 0 };
      return this.#report(ACCT_STATUS.start, this.running);
    }
    const before = this.running ?? { key: '', up: 0, down: 0, seconds: 0 };
    const seconds = Math.round((now.getTime() - this.#began) / 1000);
    const session = { ...before, up: before.up + 1000 * this.#step, down: before.down + 3_000_000_000, seconds };
    this.running = step === 7 ? null : session;
    if (step === 7) this.ended.push(session);
    return this.#report(step === 7 ? ACCT_STATUS.stop : ACCT_STATUS.interim, session);
  }

  #logIn() {
    const { bytes, authenticator } = encodeRequest(
      { code: CODE.accessRequest, id: this.nth, attributes: this.#who() },
      HONEST_SECRET,
      (random) => [attribute('User-Password', hiddenPassword(codeOf(this.nth), random, HONEST_SECRET) ?? Buffer.alloc(0))],
    );
    return { sent: { port: 'authentication' as const, bytes }, authenticator, code: CODE.accessAccept };
  }

  #report(status: number, { key, up, down, seconds }: Session) {
    const attributes = [
      ...this.#who(),
      attribute('Acct-Status-Type', status),
      attribute('Acct-Session-Id', key),
      attribute('Acct-Session-Time', seconds),
      attribute('Acct-Input-Octets', up % 2 ** 32),
      attribute('Acct-Input-Gigawords', Math.floor(up / 2 ** 32)),
      attribute('Acct-Output-Octets', down % 2 ** 32),
      attribute('Acct-Output-Gigawords', Math.floor(down / 2 ** 32)),
    ];
    const { bytes, authenticator } = encodeRequest({ code: CODE.accountingRequest, id: this.nth, attributes }, HONEST_SECRET);
    return { sent: { port: 'accounting' as const, bytes }, authenticator, code: CODE.accountingResponse };
  }

  #who() {
    const device = attribute('Calling-Station-Id', macOf(this.nth));
    return [attribute('NAS-Identifier', 'honest'), attribute('User-Name', codeOf(this.nth).toUpperCase()), device];
  }
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heap(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Runs work on all items, this many concurrently, in their order. */
async function each<T>(items: readonly T[], work: (item: T, nth: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const nth = next;
      next += 1;
      const item = items[nth];
      if (item !== undefined) await work(item, nth);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

test(`${PACKETS} packets, half of them correctly signed lies, cause no failure, and every true one is answered and counted`, async () => {
  const guests = Array.from({ length: GUESTS }, (_, nth) => new Guest(nth));
  const answered = { lies: 0, true: 0, again: 0, elsewhere: 0 };
  const truth = async (turn: number) => {
    // No other packet of this guest is being processed.
    const guest = guests[turn % GUESTS];
    if (!guest) return;
    const { sent: packet, authenticator, code } = guest.next();
    const answer = await finalAnswerTo(packet, '192.0.2.1');
    const read = decodePacket(answer ?? Buffer.alloc(0));
    if (typeof read === 'string') throw new Error(`the true packet ${turn} was not answered`);
    expect({ code: read.code, proof: answerProof(read, authenticator, HONEST_SECRET) }).toEqual({ code, proof: 'proven' });
    if (code === CODE.accessAccept) expect(valueOf(read, 'Class')?.toString()).toBe(`portico ${guestIds[guest.nth]}`);
    answered.true += 1;
    // A unit that missed the answer retransmits the packet, and so does somebody else who recorded it.
    if (turn % 7 === 0) {
      expect(await finalAnswerTo(packet, '192.0.2.1')).toEqual(answer);
      answered.again += 1;
    }
    if (turn % 11 === 0 && (await answerTo(packet, '198.51.100.1')) !== null) answered.elsewhere += 1;
  };
  let sent = 0;
  let early: number | null = null;
  const before = service.counts();

  for (let batch = 0; sent < PACKETS; batch += 1) {
    const lies = fc.sample(signedBy(SECRET), { numRuns: LIES, seed: SEED + batch });
    const rubbish = fc.sample(unproven, { numRuns: LIES, seed: -SEED - batch });
    await each(lies, async (lie, nth) => {
      const address = addressOf(batch * LIES + nth);
      if ((await answerTo(lie, address)) !== null) answered.lies += 1;
      const other = rubbish[nth];
      if (other) expect({ other, answer: await answerTo(other, address) }).toEqual({ other, answer: null });
      const turn = Math.floor((nth * TRUE) / LIES);
      if (turn === Math.floor(((nth - 1) * TRUE) / LIES)) return;
      if (turn % 5 === 0) await service.flush();
      await truth(batch * TRUE + turn);
    });
    sent += BATCH;
    now = new Date(now.getTime() + 20_000);
    await service.flush();
    expect(failures).toEqual([]);
    if (early === null && sent >= PACKETS / 10) early = heap();
  }
  const grown = heap() - (early ?? 0);

  const after = service.counts();
  const outcomes = Object.fromEntries(Object.entries(after).map(([outcome, count]) => [outcome, count - before[outcome as Outcome]]));
  expect(outcomes).toMatchObject({
    failed: 0,
    answered: answered.true + answered.lies + answered.elsewhere,
    repeated: answered.again,
  });
  expect(answered.true).toBe((PACKETS / BATCH) * TRUE);
  // Lies got as far as decisions and records; they weren't all rejected before.
  expect(answered.lies).toBeGreaterThan(PACKETS / 3);
  for (const outcome of ['malformed', 'wrong_secret', 'not_signed', 'unknown_unit']) expect(outcomes[outcome]).toBeGreaterThan(0);
  expect(grown).toBeLessThan(MAX_GROWTH);
  await theTruthIsStored(guests);
}, 3_600_000);

async function theTruthIsStored(guests: readonly Guest[]): Promise<void> {
  const db = server.db();
  const honest = eq(units.uuid, 'honest');
  const columns = (table: typeof sessions | typeof session_histories) => ({
    key: table.session_key,
    up: table.bytes_up,
    down: table.bytes_down,
    seconds: table.duration,
    guest: table.user_id,
  });
  const running = await db.select(columns(sessions)).from(sessions).innerJoin(units, eq(units.id, sessions.unit_id)).where(honest);
  const ended = await db
    .select(columns(session_histories))
    .from(session_histories)
    .innerJoin(units, eq(units.id, session_histories.unit_id))
    .where(honest);
  const byKey = (one: { key: string | null }, other: { key: string | null }) => (one.key ?? '').localeCompare(other.key ?? '');
  const reported = (list: (guest: Guest) => Session[]) =>
    guests.flatMap((guest) => list(guest).map((session) => ({ ...session, guest: guestIds[guest.nth] }))).sort(byKey);
  expect(running.sort(byKey)).toEqual(reported((guest) => (guest.running ? [guest.running] : [])));
  expect(ended.sort(byKey)).toEqual(reported((guest) => guest.ended));

  // Nothing that the liar sends about them changes them.
  const others = eq(units.uuid, 'liar');
  for (const table of [sessions, session_histories]) {
    const rows = await db
      .select({ hotspot: table.hotspot_id, guest: table.user_id })
      .from(table)
      .innerJoin(units, eq(units.id, table.unit_id))
      .where(others);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ hotspot, guest }) => hotspot !== DISHONEST_HOTSPOT || guestIds.includes(guest))).toEqual([]);
  }
  // The stored sums equal those of the sessions.
  await foldSums(db);
  const sums = await sumsIn(db);
  await rebuildSums(db);
  expect(await sumsIn(db)).toEqual(sums);
  // What is stored about senders stays small.
  expect(await db.$count(unit_refusals)).toBeLessThanOrEqual(2 * 20);
  expect(await db.$count(unit_contacts, sql`${unit_contacts.unit_id} in (select id from units where uuid in ('honest', 'liar'))`)).toBe(2);
}
