/** Queries of the portal. It is public, so they take no scope: the unit in the URL determines the hotspot. */
import { and, desc, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { PortalLanguage } from '../../contract/plain/wire';
import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import { loginOptionsOf, lookOf, portalMethodsOf, type LoginOptions, type Look, type PortalMethod } from '../../portal/portalLook';
import type { Db } from '../database/db';
import {
  access_events,
  asked_endings,
  devices,
  hotspot_preferences,
  hotspots,
  sessions,
  unit_contacts,
  units,
  users,
} from '../database/schema';
import { guestTexts, type GuestText } from '../disclaimers/queries';
import { PICTURES, portalPreferences, type PictureKey } from '../preferences/queries';
import { sanitizedOnce } from '../http/sanitizeHtml';
import { sessionsToReach, type DisconnectTarget } from '../access/reachQueries';
import { secretHash } from '../units/secretQueries';
import { networksOf } from '../limits/networks';

/** A unit's portal. */
export interface UnitPortal {
  unitId: number;
  unitUuid: string;
  secret: string;
  /** The previous secret, while it still works; '' for none. */
  previousSecret: string;
  /** Whether the unit has signed an arrival with this secret; then all its guests arrive with a signature. */
  signsArrivals: boolean;
  /** Hosts that the unit has named as those of its gateway; empty if it has named none. */
  gatewayHosts: readonly string[];
  /** Networks from which the unit was heard, or of the address that staff have set; its guests come from there, too. */
  networks: readonly string[];
  hotspotId: number;
  hotspotUuid: string;
  hotspotName: string;
  /** Pictures as the MD5 of the stored value; '' for none. */
  look: Look;
  methods: PortalMethod[];
  loginOptions: LoginOptions;
  /** IANA name; empty means the server's default zone. */
  zone: string;
  /** All preferences other than the look, by key. */
  settings: Readonly<Record<string, string>>;
}

/** The portal of the unit with this uuid; null if there is none. Pictures are left in the database because they are large. */
export async function findPortal(db: Db, unitUuid: string): Promise<UnitPortal | null> {
  const [row] = await db
    .select({
      unitId: units.id,
      unitUuid: units.uuid,
      secret: units.secret,
      previousSecret: units.previous_secret,
      hotspotId: hotspots.id,
      hotspotUuid: hotspots.uuid,
      hotspotName: hotspots.name,
      signedWith: units.arrivals_signed_with,
      fixed: units.address,
      contactAddress: unit_contacts.address,
      gatewayHosts: units.gateway_hosts,
    })
    .from(units)
    .innerJoin(hotspots, eq(hotspots.id, units.hotspot_id))
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(eq(units.uuid, unitUuid));
  if (!row) return null;
  const { signedWith, fixed, contactAddress, ...unit } = row;
  const found = { ...unit, networks: networksOf({ fixed, contactAddress }), signsArrivals: signedWith === secretHash(unit.secret) };
  const preferences = await preferencesOf(db, found.hotspotId);
  const zone = preferences.find((one) => one.key === 'time_zone')?.value ?? '';
  const settings = Object.fromEntries(preferences.filter((one) => !one.key.startsWith(CAPTIVE_PREFIX)).map((one) => [one.key, one.value]));
  return {
    ...found,
    look: lookOf(preferences),
    methods: portalMethodsOf(preferences),
    loginOptions: loginOptionsOf(settings),
    zone,
    settings,
  };
}

const DEFAULTS = { ...HOTSPOT_PREFERENCE_DEFAULTS, captive_3_logo: '', captive_5_banner: '' };

/** A hotspot's preferences that the portal's pages depend on, with their defaults. */
async function preferencesOf(db: Db, hotspotId: number): Promise<{ key: string; value: string }[]> {
  const stored = await portalPreferences(db, hotspotId);
  return Object.entries({ ...DEFAULTS, ...stored }).map(([key, value]) => ({ key, value }));
}

/** The look of a hotspot, for pages that belong to no unit. */
export const findLook = async (db: Db, hotspotId: number): Promise<Look> => lookOf(await preferencesOf(db, hotspotId));

/** Records that a unit signs its guests' arrivals with its secret. */
export async function noteSignedArrival(db: Db, { unitId, secret }: Pick<UnitPortal, 'unitId' | 'secret'>): Promise<void> {
  await db
    .update(units)
    .set({ arrivals_signed_with: secretHash(secret) })
    .where(eq(units.id, unitId));
}

/** A picture of a hotspot's portal by the hash of its stored value; null if there is none. */
export async function findPicture(db: Db, hotspotId: number, hash: string): Promise<{ key: PictureKey; value: string } | null> {
  const { key, value } = hotspot_preferences;
  const [found] = await db
    .select({ key, value })
    .from(hotspot_preferences)
    .where(and(eq(hotspot_preferences.hotspot_id, hotspotId), inArray(key, [...PICTURES]), sql`md5(${value}) = ${hash}`))
    .limit(1);
  const picture = PICTURES.find((one) => one === found?.key);
  return found && picture ? { key: picture, value: found.value } : null;
}

/** Terms and privacy notice of a hotspot in this language, as sanitised HTML; '' if there is none. */
export async function findTexts(db: Db, hotspotUuid: string, language: PortalLanguage): Promise<Record<'terms' | 'privacy', GuestText>> {
  const { terms, privacy } = await guestTexts(db, hotspotUuid, language);
  const clean = (text: GuestText) => ({ ...text, body: sanitizedOnce(text.body) });
  return { terms: clean(terms), privacy: clean(privacy) };
}

/** Country and reason for travelling; '' for no answer. */
export interface Origin {
  country: string;
  reason: string;
}

/** Records a guest's answers; a missing answer keeps the previous one. */
export async function recordOrigin(db: Db, guestId: number, { country, reason }: Origin): Promise<void> {
  const set = { ...(country !== '' && { country }), ...(reason !== '' && { reason }) };
  if (Object.keys(set).length > 0) await db.update(users).set(set).where(eq(users.id, guestId));
}

/** Whether a guest has answered the country or reason question. */
export async function hasOrigin(db: Db, guestId: number): Promise<boolean> {
  const [guest] = await db.select({ country: users.country, reason: users.reason }).from(users).where(eq(users.id, guestId));
  return guest !== undefined && (guest.country !== '' || guest.reason !== '');
}

/** The refusal of a device's last request at a unit within the last minute; null if there was none, or access was granted. */
export async function lastRefusal(db: Db, unitId: number, deviceMac: string, now: Date): Promise<string | null> {
  if (deviceMac === '') return null;
  const [last] = await db
    .select({ refusal: access_events.refusal })
    .from(access_events)
    .where(
      and(
        eq(access_events.unit_id, unitId),
        eq(access_events.device_mac, deviceMac),
        gt(access_events.at, new Date(now.getTime() - 60_000)),
      ),
    )
    .orderBy(desc(access_events.at), desc(access_events.id))
    .limit(1);
  return last === undefined || last.refusal === '' ? null : last.refusal;
}

/** Whether a device has been seen at a hotspot, or has a MAC entry there. One cheap query, because most phones are unknown. */
export async function isKnownDevice(db: Db, hotspotId: number, deviceMac: string): Promise<boolean> {
  const seen = db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.hotspot_id, hotspotId), eq(devices.mac_address, deviceMac)));
  const entered = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.username, deviceMac)));
  return (await unionAll(seen, entered).limit(1)).length > 0;
}

/** Milliseconds without a report after which a session is considered ended. */
const ONLINE_WITHIN = 15 * 60_000;

/**
 * The running sessions of a device at a unit, at most five, each with its guest. `address` is '' if the unit's address isn't known yet.
 */
export async function runningSessions(db: Db, unitId: number, deviceMac: string, now: Date): Promise<Running[]> {
  if (deviceMac === '') return [];
  return found(await running(db, now, and(eq(sessions.unit_id, unitId), eq(sessions.device_mac, deviceMac))).limit(5));
}

/** A guest's running sessions at all units of the hotspot, except this device's and those asked to end; longest running first. */
export async function sessionsOfGuest(
  db: Db,
  { hotspotId, guestId, deviceMac }: { hotspotId: number; guestId: number; deviceMac: string },
  now: Date,
): Promise<Running[]> {
  const others = deviceMac === '' ? undefined : ne(sessions.device_mac, deviceMac);
  const ofGuest = and(eq(sessions.hotspot_id, hotspotId), eq(sessions.user_id, guestId));
  const rows = running(db, now, and(ofGuest, others, isNull(asked_endings.session_id)));
  return found(await rows.orderBy(sessions.start_time, sessions.id).limit(20));
}

interface Running extends DisconnectTarget {
  userId: number;
  guestName: string;
  since: Date;
}

const running = (db: Db, now: Date, which: SQL | undefined) =>
  sessionsToReach(db, and(which, gt(sessions.update_time, new Date(now.getTime() - ONLINE_WITHIN))));

const found = (rows: Awaited<ReturnType<typeof sessionsToReach>>): Running[] =>
  rows.map(({ target, userId, guestName, start }) => ({ ...target, userId, guestName, since: start }));
