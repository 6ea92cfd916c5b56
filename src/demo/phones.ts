/**
 * Virtual phones with which visitors of the demonstration act as guests, and the gateway in front of each: a MikroTik hotspot as far as the
 * portal, RADIUS and browsers can tell. A real gateway knows a phone by its network address; here the phone's id is in the gateway's URL.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { DemoPhone } from '../contract/demo';
import type { Db } from '../server/database/db';
import { hotspots, units } from '../server/database/schema';
import { CODE } from '../server/radius/codec';
import { startJob } from '../server/backgroundJob';
import {
  sendRequest,
  startedSession,
  CAUSE,
  challengedRequest,
  reportOf,
  type PlayedGuest,
  type PlayedSession,
  type PlayedUnit,
  type RadiusTarget,
} from './simulate/playedUnit';
import { playedUnit } from './units';

/** Maximum number of phones; a new one evicts the oldest. */
const MOST_PHONES = 50;

/** The same for one visitor, in a demonstration with visitors. */
const MOST_OF_VISITOR = 5;

/** Seconds between two updates of the phones, and between two reports of a session; more often than real units report. */
const ROUND = 2;
const REPORT_EVERY = 10;

/** Maximum download rate of a phone in bytes per second; uploads are a tenth of the download. */
const FASTEST = 150_000;

/** The phone's connectivity check URL. */
const PROBE = 'http://connectivitycheck.example/generate_204';

interface Phone {
  id: string;
  /** Who uses the phone; null if all phones are one person's. */
  visitor: string | null;
  unit: PlayedUnit;
  hotspot: { id: number; name: string };
  deviceMac: string;
  address: string;
  /** CHAP challenge for the browser's login; renewed for each attempt. */
  challenge: { id: Buffer; bytes: Buffer };
  session: PlayedSession | null;
  /** Where the gateway redirected the browser after the login. */
  landing: string | null;
  ended: DemoPhone['ended'];
}

/** Base URLs of this server, as used by a phone's browser. */
export interface DemoOrigins {
  /** Base URL of the gateway's pages. */
  gateway: string;
  /** Base URL of the portal, without the unit. */
  portal: string;
}

interface LogOn {
  username: string;
  /** CHAP response in hex: MD5 of the challenge's id, the password and the challenge. */
  response: string;
  wanted: string;
}

export interface DemoPhones {
  /** Creates a phone for a visitor at a hotspot, or at the first one if null. Null if there is no such hotspot, or it has no unit. */
  take: (hotspotId: number | null, visitor: string | null) => Promise<DemoPhone | null>;
  find: (id: string) => DemoPhone | null;
  /** The URL that a phone's browser starts at; null for an unknown phone. */
  pageFor: (id: string, origins: DemoOrigins) => string | null;
  /** Handles the gateway's login URL. Returns where the browser is redirected; null for an unknown phone. */
  logOn: (id: string, how: LogOn, origins: DemoOrigins) => Promise<string | null>;
  /** Handles the gateway's logout URL. Returns where the browser is redirected; null for an unknown phone. */
  logOut: (id: string, origins: DemoOrigins) => Promise<string | null>;
  /** The units simulated as gateways. */
  units: () => PlayedUnit[];
  /** Disconnects the session with this key if called; null if no phone has it. */
  sessionOf: (key: string) => (() => void) | null;
  stop: () => Promise<void>;
}

export function demoPhones(db: Db, target: () => RadiusTarget, onFailure: (error: unknown) => void): DemoPhones {
  const phones = new Map<string, Phone>();

  const report = async (session: PlayedSession, ...about: [status: 'start' | 'interim' | 'stop', cause?: (typeof CAUSE)['left']]) => {
    session.unreported = 0;
    await sendRequest(session.unit, target(), reportOf(session, ...about)).catch(onFailure);
  };

  const end = async (phone: Phone, why: NonNullable<DemoPhone['ended']>) => {
    const { session } = phone;
    if (!session) return;
    Object.assign(phone, { session: null, landing: null, ended: why });
    await sendRequest(session.unit, target(), reportOf(session, 'stop', CAUSE_OF[why])).catch(onFailure);
  };

  const pass = async (phone: Phone) => {
    const { session } = phone;
    if (!session) return;
    const online = Math.min(ROUND, session.timeout - session.seconds);
    const bytes = randomInt(FASTEST * ROUND);
    session.seconds += online;
    session.unreported += online;
    session.down += bytes;
    session.up += Math.floor(bytes / 10);
    if (session.seconds >= session.timeout) return end(phone, 'time');
    if (session.unreported >= REPORT_EVERY) await report(session, 'interim');
  };

  const rounds = startJob(async () => {
    await Promise.all([...phones.values()].map(pass));
    return ROUND * 1000;
  }, ROUND * 1000);

  const portalFor = (
    { unit, deviceMac, address, challenge, id }: Phone,
    { gateway, portal }: DemoOrigins,
    wanted: string,
    error: string,
  ) => {
    const login = `${gateway}/${id}/login`;
    const values = {
      mac: deviceMac.replaceAll('-', ':'),
      ip: address,
      username: '',
      'link-login': `${login}?dst=${encodeURIComponent(wanted)}`,
      'link-login-only': login,
      'link-orig': wanted,
      error,
      identity: unit.uuid,
      'chap-id': octal(challenge.id),
      'chap-challenge': octal(challenge.bytes),
    };
    return `${portal}/${unit.uuid}?${new URLSearchParams(values).toString()}`;
  };

  return {
    take: async (hotspotId, visitor) => {
      const found = await playedUnitAt(db, hotspotId);
      if (!found) return null;
      const phone: Phone = {
        id: randomBytes(12).toString('hex'),
        visitor,
        ...found,
        ...newDevice(),
        challenge: newChallenge(),
        ...OFFLINE,
      };
      const own = [...phones.values()].filter((one) => visitor !== null && one.visitor === visitor);
      const [oldest] = own.length < MOST_OF_VISITOR ? [...phones.values()].slice(0, phones.size < MOST_PHONES ? 0 : 1) : own;
      if (oldest) {
        phones.delete(oldest.id);
        await end(oldest, 'left');
      }
      phones.set(phone.id, phone);
      return shown(phone);
    },
    find: (id) => {
      const phone = phones.get(id);
      return phone ? shown(phone) : null;
    },
    pageFor: (id, origins) => {
      const phone = phones.get(id);
      if (!phone) return null;
      return phone.landing ?? portalFor(phone, origins, PROBE, '');
    },
    logOn: async (id, { username, response, wanted }, origins) => {
      const phone = phones.get(id);
      if (!phone) return null;
      // Only redirect to the portal, because `dst` comes from the URL and could point anywhere (open redirect).
      const next = wanted.startsWith(`${origins.portal}/${phone.unit.uuid}/`) ? wanted : '';
      if (phone.session) return next || (phone.landing ?? portalFor(phone, origins, PROBE, ''));
      if (username === '') return portalFor(phone, origins, next || PROBE, '');
      const guest: PlayedGuest = { username, password: null, deviceMac: phone.deviceMac, address: phone.address };
      const { id: chapId, bytes } = phone.challenge;
      phone.challenge = newChallenge();
      const proof = Buffer.concat([chapId, Buffer.from(response, 'hex')]);
      const answer =
        proof.length === 17 ? await sendRequest(phone.unit, target(), challengedRequest(phone.unit, guest, bytes, proof)) : null;
      if (answer?.code !== CODE.accessAccept) {
        return portalFor(phone, origins, next || PROBE, answer ? 'invalid username or password' : 'RADIUS server is not responding');
      }
      const session = startedSession(phone.unit, guest, answer);
      Object.assign(phone, { session, landing: next || null, ended: null });
      await report(session, 'start');
      return next || portalFor(phone, origins, PROBE, '');
    },
    logOut: async (id, origins) => {
      const phone = phones.get(id);
      if (!phone) return null;
      await end(phone, 'left');
      return portalFor(phone, origins, PROBE, '');
    },
    units: () => [...phones.values()].map(({ unit }) => unit),
    sessionOf: (key) => {
      const phone = [...phones.values()].find(({ session }) => session?.key === key);
      return phone ? () => void end(phone, 'disconnected') : null;
    },
    stop: async () => {
      await rounds.stop();
      await Promise.all([...phones.values()].map((phone) => end(phone, 'left')));
    },
  };
}

const OFFLINE = { session: null, landing: null, ended: null };

const CAUSE_OF = { left: CAUSE.left, time: CAUSE.time, disconnected: CAUSE.reset } as const;

/** Hotspots where a phone can be used: those with a unit. */
export async function demoHotspots(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectDistinct({ id: hotspots.id, name: hotspots.name })
    .from(hotspots)
    .innerJoin(units, and(eq(units.hotspot_id, hotspots.id), ne(units.secret, '')))
    .orderBy(asc(hotspots.id));
}

async function playedUnitAt(db: Db, hotspotId: number | null): Promise<Pick<Phone, 'unit' | 'hotspot'> | null> {
  const [found] = await db
    .select({ unit: units, name: hotspots.name })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .where(and(ne(units.secret, ''), hotspotId === null ? undefined : eq(hotspots.id, hotspotId)))
    .orderBy(asc(hotspots.id), asc(units.id))
    .limit(1);
  if (!found) return null;
  return { unit: playedUnit(found.unit), hotspot: { id: found.unit.hotspot_id, name: found.name } };
}

/** A locally administered MAC address. The prefix 02-9E makes a clash with a simulated guest's unlikely. */
function newDevice(): Pick<Phone, 'deviceMac' | 'address'> {
  const bytes = [0x02, 0x9e, ...randomBytes(4)];
  return {
    deviceMac: bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    address: `10.5.50.${randomInt(2, 255)}`,
  };
}

const newChallenge = () => ({ id: randomBytes(1), bytes: randomBytes(16) });

/** Bytes as octal escapes, as MikroTik routers write them into pages. */
const octal = (bytes: Buffer) => Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

function shown({ id, hotspot, deviceMac, session, ended }: Phone): DemoPhone {
  return {
    id,
    hotspot_id: hotspot.id,
    hotspot_name: hotspot.name,
    device_mac: deviceMac,
    ended,
    session: session && { username: session.guest.username, seconds: session.seconds, bytes: session.up + session.down },
  };
}
