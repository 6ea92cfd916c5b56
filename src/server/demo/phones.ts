/**
 * Phones of the demonstration, in which visitors are guests, and the gateway that each of them meets: a MikroTik hotspot as far as the
 * portal, RADIUS and guests' browsers can tell. Real gateways know a phone by its network; here it is in the gateway's address.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { DemoPhone } from '../../contract/demo';
import type { Db } from '../database/db';
import { hotspots, units } from '../database/schema';
import { CODE } from '../radius/codec';
import { repeat } from '../repeating';
import {
  ask,
  begun,
  CAUSE,
  challengedRequest,
  reportOf,
  type PlayedGuest,
  type PlayedSession,
  type PlayedUnit,
  type RadiusTarget,
} from '../simulate/playedUnit';
import { playedUnit } from './units';

/** Phones that are kept; a new one takes the place of the oldest. */
const MOST_PHONES = 50;

/** Seconds between two rounds, and between two reports of a session: real units report less often. */
const ROUND = 2;
const REPORT_EVERY = 10;

/** Bytes a second, up to which a phone downloads; uploads are a tenth. */
const FASTEST = 150_000;

/** What a phone asks for to find out whether it is online. */
const PROBE = 'http://connectivitycheck.example/generate_204';

interface Phone {
  id: string;
  unit: PlayedUnit;
  hotspot: { id: number; name: string };
  deviceMac: string;
  address: string;
  /** What the browser's password is made with, new for each log-in. */
  challenge: { id: Buffer; bytes: Buffer };
  session: PlayedSession | null;
  /** Where the gateway sent the browser after the log-in. */
  landing: string | null;
  ended: DemoPhone['ended'];
}

/** Where this server is, as a phone's browser addresses it. */
export interface Surroundings {
  /** Of the gateway's pages. */
  gateway: string;
  /** Of the portal, without the unit. */
  portal: string;
}

interface LogOn {
  username: string;
  /** In hex: MD5 over the challenge's id, the password and the challenge. */
  response: string;
  wanted: string;
}

export interface DemoPhones {
  /** A phone that nobody has seen before, at a hotspot, or at the first one; null if there is no such hotspot, or no unit at it. */
  take: (hotspotId: number | null) => Promise<DemoPhone | null>;
  find: (id: string) => DemoPhone | null;
  /** The page that a phone's browser comes to; null for an unknown phone. */
  pageFor: (id: string, around: Surroundings) => string | null;
  /** The gateway's log-in page: where it sends the browser. */
  logOn: (id: string, how: LogOn, around: Surroundings) => Promise<string | null>;
  /** The gateway's page for logging out. */
  logOut: (id: string, around: Surroundings) => Promise<string | null>;
  /** The units that play gateways. */
  units: () => PlayedUnit[];
  /** Ends the session with this key at the unit's request; false if no phone has it. */
  end: (key: string) => boolean;
  stop: () => Promise<void>;
}

export function demoPhones(db: Db, target: () => RadiusTarget, onFailure: (error: unknown) => void): DemoPhones {
  const phones = new Map<string, Phone>();

  const report = async (session: PlayedSession, ...about: [status: 'start' | 'interim' | 'stop', cause?: (typeof CAUSE)['left']]) => {
    session.unreported = 0;
    await ask(session.unit, target(), reportOf(session, ...about)).catch(onFailure);
  };

  const end = async (phone: Phone, why: NonNullable<DemoPhone['ended']>) => {
    const { session } = phone;
    if (!session) return;
    Object.assign(phone, { session: null, landing: null, ended: why });
    await ask(session.unit, target(), reportOf(session, 'stop', CAUSE_OF[why])).catch(onFailure);
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

  const rounds = repeat(async () => {
    await Promise.all([...phones.values()].map(pass));
    return ROUND * 1000;
  }, ROUND * 1000);

  const portalFor = (
    { unit, deviceMac, address, challenge, id }: Phone,
    { gateway, portal }: Surroundings,
    wanted: string,
    error: string,
  ) => {
    const login = `${gateway}/${id}/login`;
    const values = {
      ...{ mac: deviceMac.replaceAll('-', ':'), ip: address, username: '', 'link-login': `${login}?dst=${encodeURIComponent(wanted)}` },
      ...{ 'link-login-only': login, 'link-orig': wanted, error, identity: unit.uuid },
      ...{ 'chap-id': octal(challenge.id), 'chap-challenge': octal(challenge.bytes) },
    };
    return `${portal}/${unit.uuid}?${new URLSearchParams(values).toString()}`;
  };

  return {
    take: async (hotspotId) => {
      const found = await playedUnitAt(db, hotspotId);
      if (!found) return null;
      const phone: Phone = { id: randomBytes(12).toString('hex'), ...found, ...newDevice(), challenge: newChallenge(), ...OFFLINE };
      const oldest = phones.size < MOST_PHONES ? undefined : phones.values().next().value;
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
    pageFor: (id, around) => {
      const phone = phones.get(id);
      if (!phone) return null;
      return phone.landing ?? portalFor(phone, around, PROBE, '');
    },
    logOn: async (id, { username, response, wanted }, around) => {
      const phone = phones.get(id);
      if (!phone) return null;
      // Back from here leads only to the portal: the address may be anybody's.
      const next = wanted.startsWith(`${around.portal}/${phone.unit.uuid}/`) ? wanted : '';
      if (phone.session) return next || (phone.landing ?? portalFor(phone, around, PROBE, ''));
      if (username === '') return portalFor(phone, around, next || PROBE, '');
      const guest: PlayedGuest = { username, password: null, deviceMac: phone.deviceMac, address: phone.address };
      const { id: chapId, bytes } = phone.challenge;
      phone.challenge = newChallenge();
      const proof = Buffer.concat([chapId, Buffer.from(response, 'hex')]);
      const answer = proof.length === 17 ? await ask(phone.unit, target(), challengedRequest(phone.unit, guest, bytes, proof)) : null;
      if (answer?.code !== CODE.accessAccept) {
        return portalFor(phone, around, next || PROBE, answer ? 'invalid username or password' : 'RADIUS server is not responding');
      }
      const session = begun(phone.unit, guest, answer);
      Object.assign(phone, { session, landing: next || null, ended: null });
      await report(session, 'start');
      return next || portalFor(phone, around, PROBE, '');
    },
    logOut: async (id, around) => {
      const phone = phones.get(id);
      if (!phone) return null;
      await end(phone, 'left');
      return portalFor(phone, around, PROBE, '');
    },
    units: () => [...phones.values()].map(({ unit }) => unit),
    end: (key) => {
      const phone = [...phones.values()].find(({ session }) => session?.key === key);
      if (phone) void end(phone, 'disconnected');
      return phone !== undefined;
    },
    stop: async () => {
      await rounds.stop();
      await Promise.all([...phones.values()].map((phone) => end(phone, 'left')));
    },
  };
}

const OFFLINE = { session: null, landing: null, ended: null };

const CAUSE_OF = { left: CAUSE.left, time: CAUSE.time, disconnected: CAUSE.reset } as const;

/** Hotspots at which one can be a guest: those that have a unit. */
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

/** Locally administered, and of no simulated guest. */
function newDevice(): Pick<Phone, 'deviceMac' | 'address'> {
  const bytes = [0x02, 0x9e, ...randomBytes(4)];
  return {
    deviceMac: bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    address: `10.5.50.${randomInt(2, 255)}`,
  };
}

const newChallenge = () => ({ id: randomBytes(1), bytes: randomBytes(16) });

/** As routers write bytes into their pages. */
const octal = (bytes: Buffer) => Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

function shown({ id, hotspot, deviceMac, session, ended }: Phone): DemoPhone {
  return {
    ...{ id, hotspot_id: hotspot.id, hotspot_name: hotspot.name, device_mac: deviceMac, ended },
    session: session && { username: session.guest.username, seconds: session.seconds, bytes: session.up + session.down },
  };
}
