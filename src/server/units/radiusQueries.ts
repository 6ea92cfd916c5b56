/** RADIUS details for a unit's page: its settings, when it was last heard, and who failed to authenticate as it. */
import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import { REFUSAL_CODES } from '../../contract/plain/access';
import type { UnitRadius } from '../../contract/units';
import { UNIT_KINDS, type UnitKind } from '../../contract/plain/wire';
import { WIFI4EU_ORIGIN, wifi4euOf } from '../../portal/portalLook';
import type { Db } from '../database/db';
import { isoOf, isoOrNull } from '../database/listQueries';
import { serverKey } from '../auth/serverKeyQueries';
import type { Config } from '../config';
import { FAS_KEY, fasKey } from './openndsProofs';
import { storedPreferences } from '../preferences/queries';
import { unsignedArrivalsOf } from './arrivalSignatureQueries';
import { sharedIdentity } from './identityQueries';
import { access_events, session_histories, sessions, unit_contacts, unit_other_names, unit_refusals, units } from '../database/schema';

/** Maximum number of senders shown: those that failed, and those with another name. */
const MOST_SHOWN = 5;

const known = (kind: string): UnitKind | undefined => UNIT_KINDS.find((one) => one === kind);

/** Minimum upload per day for a judgement, in bytes, and the ratio of upload to download that is suspicious. */
const ENOUGH_BYTES = 20_000_000;
const ODD = 4;
const DAY = 86_400_000;

/** Undefined if the unit was deleted. The caller has checked scope. */
export async function radiusOf(
  db: Db,
  id: number,
  { radius, radsec, httpAaa, opennds, portalOrigin, publicUrl, basePath }: Config,
  now: Date,
): Promise<UnitRadius | undefined> {
  const [found] = await db
    .select({
      uuid: units.uuid,
      kind: units.kind,
      address: units.address,
      may_be_unsigned: units.may_be_unsigned,
      coa_port: units.coa_port,
      http_proof: units.http_proof,
      mac: units.mac_address,
      previousUntil: units.previous_secret_until,
      hotspotId: units.hotspot_id,
      contact: getTableColumns(unit_contacts),
    })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(eq(units.id, id));
  if (!found) return undefined;
  const { contact, kind, uuid, mac, previousUntil, hotspotId, ...set } = found;
  const { address, outcome, packets, last } = unit_refusals;
  const refused = await db
    .select({ address, outcome, packets, last })
    .from(unit_refusals)
    .where(eq(unit_refusals.unit_id, id))
    .orderBy(desc(last), desc(packets))
    .limit(MOST_SHOWN);
  const misnamed = await otherNamesOf(db, id);
  return {
    ...set,
    kind: known(kind) ?? '',
    previous_secret_until: isoOrNull(previousUntil),
    shared: await sharedIdentity(db, { id, address: set.address, mac }),
    heard: contact && {
      at: isoOf(contact.heard),
      address: contact.address,
      software: contact.software,
      clock_ahead: contact.clock_ahead,
      kind: known(contact.kind) ?? 'generic',
      is_http_signed: contact.is_http_signed,
    },
    ports: radius ? { ...radius.ports, tls: radsec ? radius.ports.tls : null } : null,
    has_http: httpAaa,
    portal: portalOrigin === undefined ? null : `${portalOrigin}${basePath}/portal/${uuid}`,
    server: publicUrl === undefined ? null : publicUrl + basePath,
    garden_hosts: await gardenHosts(db, hotspotId),
    faskey: opennds ? fasKey(await serverKey(db, FAS_KEY), uuid) : null,
    last_login: await lastLogin(db, id),
    is_lopsided: await isLopsided(db, id, now),
    misnamed,
    unsigned_arrivals: await unsignedArrivalsOf(db, id, now),
    refused: refused.map((one) => ({ ...one, last: isoOf(one.last) })),
  };
}

async function gardenHosts(db: Db, hotspotId: number): Promise<string[]> {
  const settings = await storedPreferences(db, hotspotId, { keys: ['wifi4eu_enabled', 'wifi4eu_id'] });
  return wifi4euOf(settings) ? [new URL(WIFI4EU_ORIGIN).hostname] : [];
}

async function otherNamesOf(db: Db, unitId: number): Promise<UnitRadius['misnamed']> {
  const { unit_id, name, address, packets, since, last } = unit_other_names;
  const found = await db
    .select({ name, address, packets, since, last })
    .from(unit_other_names)
    .where(eq(unit_id, unitId))
    .orderBy(desc(last), desc(packets))
    .limit(MOST_SHOWN);
  return found.map((one) => ({ ...one, since: isoOf(one.since), last: isoOf(one.last) }));
}

async function lastLogin(db: Db, unitId: number): Promise<UnitRadius['last_login']> {
  const { at, device_mac, refusal } = access_events;
  const [last] = await db
    .select({ at, device_mac, refusal })
    .from(access_events)
    .where(eq(access_events.unit_id, unitId))
    .orderBy(desc(at), desc(access_events.id))
    .limit(1);
  return last
    ? { at: isoOf(last.at), device_mac: last.device_mac, refusal: REFUSAL_CODES.find((code) => code === last.refusal) ?? '' }
    : null;
}

/** Whether guests seem to upload far more than they download, by a day's sessions: the unit's counters are probably swapped. */
async function isLopsided(db: Db, unitId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY);
  const used = (table: typeof sessions | typeof session_histories) =>
    db
      .select({
        up: sql<number>`coalesce(sum(${table.bytes_up}), 0)::float8`,
        down: sql<number>`coalesce(sum(${table.bytes_down}), 0)::float8`,
      })
      .from(table)
      .where(and(eq(table.unit_id, unitId), gt(table.start_time, since)));
  const all = [...(await used(sessions)), ...(await used(session_histories))];
  const up = all.reduce((sum, each) => sum + each.up, 0);
  const down = all.reduce((sum, each) => sum + each.down, 0);
  return up > ENOUGH_BYTES && up > ODD * down;
}
