/**
 * Finds units by what a gateway sends. Names, MAC addresses and fixed addresses are entered by staff, and other tenants may enter the same
 * ones: only a secret proves which unit it is, and a fixed address belongs to the unit that first proved itself from there.
 */
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { leadingMac } from '../../contract/plain/macAddress';
import type { Db } from '../database/db';
import { anyCase, folded } from '../database/searchExpressions';
import { unit_contacts, units } from '../database/schema';
import { secretsOf } from './secretQueries';
import { comparableIdentifier, identifierMatch } from './identifiers';

/** What a packet says about the unit that sent it. */
export interface SentIdentity {
  /** NAS-Identifier; empty if it has none. */
  name: string;
  /** WISPr-Location-ID. MikroTik's hotspot sends the router's identity as its identifier, and here the location set in its profile. */
  location: string;
  /** Called-Station-Id, which begins with the unit's MAC address. */
  calledStation: string;
  /** Source address of the packet. */
  address: string;
}

const FOUND = {
  id: units.id,
  hotspot_id: units.hotspot_id,
  mac_address: units.mac_address,
  uuid: units.uuid,
  secret: units.secret,
  previous_secret: units.previous_secret,
  name: units.name,
  kind: units.kind,
  address: units.address,
  may_be_unsigned: units.may_be_unsigned,
  gateway_hosts: units.gateway_hosts,
};

type FoundUnit = Pick<typeof units.$inferSelect, keyof typeof FOUND>;

/** A unit that a packet may be from. `isSimilar`: only by a name that looks the same, but isn't. */
export interface Candidate extends FoundUnit {
  isSimilar: boolean;
  /** Whether the unit has its fixed address for itself, because no other unit proved itself from there first. */
  holdsAddress: boolean;
}

/** Maximum number of candidates whose secrets are tried; more than a single tenant's plan allows units. */
const MOST = 100;

/**
 * Whether another unit with the same fixed address proved its secret from there first. That unit keeps the address, whatever other tenants
 * enter for theirs. The index has only addresses that are set, so the condition says so.
 */
const isDisplaced = sql<boolean>`exists (select 1 from ${units} o where o.address <> '' and o.address = "units"."address" and o.id <> "units"."id"
  and o.address_confirmed is not null
  and ("units"."address_confirmed" is null or (o.address_confirmed, o.id) < ("units"."address_confirmed", "units"."id")))`;

/**
 * Units with a secret that a packet may be from: those that it names, and those with its sender's address. The packet's secret tells which
 * one it is. Units with a unique match, and those last heard from that address, come first, so that copies of a name can't push a unit out.
 */
export async function candidateUnits(db: Db, { name, location, calledStation, address }: SentIdentity): Promise<Candidate[]> {
  const mac = leadingMac(calledStation);
  const wanted = comparableIdentifier(name);
  const byIdentity = or(
    ...(wanted === ''
      ? []
      : [
          sql`${anyCase(units.uuid)} = ${wanted}`,
          // Also compares the name as sent, because not every database can convert every alphabet to lower case.
          sql`${anyCase(folded(units.name))} in (lower(folded(${wanted}::text)), lower(folded(${name.trim()}::text)))`,
        ]),
    ...(location === '' ? [] : [eq(units.uuid, location)]),
    ...(mac === '' ? [] : [eq(units.mac_address, mac)]),
    and(ne(units.address, ''), eq(units.address, address)),
  );
  const found = await db
    .select({ ...FOUND, holdsAddress: sql<boolean>`not ${isDisplaced}` })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(and(byIdentity, ne(units.secret, '')))
    .orderBy(
      desc(inArray(units.uuid, [name, location])),
      desc(sql`coalesce(${unit_contacts.address} = ${address}, false)`),
      desc(eq(units.mac_address, mac)),
      desc(eq(units.name, name)),
      asc(units.id),
    )
    .limit(MOST)
    // Planning takes five times as long as running, and units that send little cause this for every packet.
    .prepare('candidate_units')
    .execute();
  return found.flatMap((unit) => {
    const isIdentified = unit.uuid === location || (mac !== '' && unit.mac_address === mac);
    const match = isIdentified || (unit.address !== '' && unit.address === address) ? 'exact' : identifierMatch(unit, name);
    // After a renewal, either secret proves the packet.
    return match === null ? [] : secretsOf(unit).map((secret) => ({ ...unit, secret, isSimilar: match === 'similar' }));
  });
}

/**
 * The unit whose packet a FreeRADIUS in front passes on: that of the client that sent it; else the one that it names by uuid, in any case,
 * or by MAC address; else the one with the sender's address. Names of units aren't used: they aren't unique across tenants, and there is no
 * secret here to tell units apart. Of several with the MAC address or fixed address, it is the one that has proven to be there.
 */
export async function unitBehindFreeradius(
  db: Db,
  { client, name, location, calledStation, address }: SentIdentity & { client: string },
): Promise<FoundUnit | undefined> {
  for (const uuid of [client, location]) {
    const [found] = uuid === '' ? [] : await db.select(FOUND).from(units).where(eq(units.uuid, uuid));
    if (found) return found;
  }
  const wanted = comparableIdentifier(name);
  const byName =
    wanted === ''
      ? []
      : await db
          .select(FOUND)
          .from(units)
          .where(sql`${anyCase(units.uuid)} = ${wanted}`)
          .limit(MOST);
  const similar = byName.filter(({ uuid }) => comparableIdentifier(uuid) === wanted);
  const exact = similar.find(({ uuid }) => uuid === name) ?? only(similar);
  if (exact) return exact;
  const mac = leadingMac(calledStation);
  const byMac = mac === '' ? [] : await db.select(FOUND).from(units).where(eq(units.mac_address, mac)).limit(MOST);
  if (byMac.length > 0) return only(byMac) ?? unitSeenAt(db, byMac, address);
  return only(
    await db
      .select(FOUND)
      .from(units)
      .where(and(ne(units.address, ''), eq(units.address, address), sql`not ${isDisplaced}`)),
  );
}

/** Units with a secret and a fixed address, except those whose address another unit proved first. */
export async function unitsWithFixedAddress(db: Db): Promise<Pick<FoundUnit, 'uuid' | 'address' | 'secret' | 'may_be_unsigned'>[]> {
  return db
    .select(FOUND)
    .from(units)
    .where(and(ne(units.address, ''), ne(units.secret, ''), sql`not ${isDisplaced}`))
    .orderBy(asc(units.id));
}

/** Which of its own address and MAC address a unit shares with others, perhaps of other tenants. */
export async function sharedIdentity(db: Db, { id, address, mac }: { id: number; address: string; mac: string }) {
  const others = await db
    .select({ address: units.address, mac: units.mac_address })
    .from(units)
    .where(and(ne(units.id, id), or(eq(units.mac_address, mac), and(ne(units.address, ''), eq(units.address, address)))));
  return [
    ...(address !== '' && others.some((other) => other.address === address) ? (['address'] as const) : []),
    ...(others.some((other) => other.mac === mac) ? (['mac_address'] as const) : []),
  ];
}

const only = <U>(found: readonly U[]): U | undefined => (found.length === 1 ? found[0] : undefined);

async function unitSeenAt(db: Db, all: readonly FoundUnit[], address: string): Promise<FoundUnit | undefined> {
  const ids = all.map(({ id }) => id);
  const seen = await db
    .select({ id: unit_contacts.unit_id })
    .from(unit_contacts)
    .where(and(inArray(unit_contacts.unit_id, ids), eq(unit_contacts.address, address)));
  const [right] = seen.length === 1 ? seen : [];
  return all.find(({ id }) => id === right?.id);
}
