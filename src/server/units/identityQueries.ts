/**
 * Which unit is meant by what a gateway sends. Names, MAC addresses and fixed addresses are what staff typed, and other tenants may type the
 * same: only a secret proves which unit it is, and only who has proven to be at a fixed address keeps it.
 */
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { leadingMac } from '../../contract/plain/macAddress';
import type { Db } from '../database/db';
import { anyCase, folded } from '../database/searchExpressions';
import { unit_contacts, units } from '../database/schema';
import { secretsOf } from './secretQueries';
import { comparableIdentifier, identifierMatch } from './identifiers';

/** What a packet says of the unit that sent it. */
export interface SentIdentity {
  /** NAS-Identifier; empty if it has none. */
  name: string;
  /** WISPr-Location-ID. MikroTik's hotspot sends the router's own name as its identifier, and here what its profile was given. */
  location: string;
  /** Called-Station-Id, which begins with the unit's MAC address. */
  calledStation: string;
  /** Where the packet came from. */
  address: string;
}

const FOUND = {
  ...{ id: units.id, hotspot_id: units.hotspot_id, mac_address: units.mac_address, uuid: units.uuid },
  ...{ secret: units.secret, previous_secret: units.previous_secret },
  ...{ name: units.name, kind: units.kind, address: units.address, may_be_unsigned: units.may_be_unsigned },
  gateway_hosts: units.gateway_hosts,
};

type FoundUnit = Pick<typeof units.$inferSelect, keyof typeof FOUND>;

/** A unit that a packet may be of. `isSimilar` if only a name says so that differs in what people don't see. */
export interface Candidate extends FoundUnit {
  isSimilar: boolean;
  /** Whether its fixed address isn't that of another unit that proved to be there first. */
  holdsAddress: boolean;
}

/** Candidates whose secrets are tried: more than one tenant's plan has units. */
const MOST = 100;

/**
 * Whether another unit with the same fixed address proved its secret from there first. That one keeps the address, whatever other tenants
 * enter for theirs.
 */
const isDisplaced = sql<boolean>`exists (select 1 from ${units} o where o.address = "units"."address" and o.id <> "units"."id"
  and o.address_confirmed is not null
  and ("units"."address_confirmed" is null or (o.address_confirmed, o.id) < ("units"."address_confirmed", "units"."id")))`;

/**
 * Units with a secret that a packet may be of: those it names, and those with its sender's address. Its secret tells which one it is. What is
 * unique or was heard from there comes first, so that no copies of a name push a unit out.
 */
export async function candidateUnits(db: Db, { name, location, calledStation, address }: SentIdentity): Promise<Candidate[]> {
  const mac = leadingMac(calledStation);
  const wanted = comparableIdentifier(name);
  const named = or(
    ...(wanted === ''
      ? []
      : [
          sql`${anyCase(units.uuid)} = ${wanted}`,
          // Also as sent: not every database knows the small letters of every alphabet.
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
    .where(and(named, ne(units.secret, '')))
    .orderBy(
      ...[desc(inArray(units.uuid, [name, location])), desc(sql`coalesce(${unit_contacts.address} = ${address}, false)`)],
      ...[desc(eq(units.mac_address, mac)), desc(eq(units.name, name)), asc(units.id)],
    )
    .limit(MOST);
  return found.flatMap((unit) => {
    const isNamed = unit.uuid === location || (mac !== '' && unit.mac_address === mac);
    const match = isNamed || (unit.address !== '' && unit.address === address) ? 'exact' : identifierMatch(unit, name);
    // After a renewal its packet is proven by either secret.
    return match === null ? [] : secretsOf(unit).map((secret) => ({ ...unit, secret, isSimilar: match === 'similar' }));
  });
}

/**
 * The unit whose packet a FreeRADIUS in front passes on: the one of the client that sent it, else the one it names by uuid, in capitals or
 * small letters, or by MAC address, else the one with the sender's address. Unit names are not considered: they are not unique across
 * tenants, and there is no secret here to tell units apart; of several with the MAC address or the fixed address it is the one that has proven
 * to be there.
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
  if (byMac.length > 0) return only(byMac) ?? heardAt(db, byMac, address);
  return only(
    await db
      .select(FOUND)
      .from(units)
      .where(and(ne(units.address, ''), eq(units.address, address), sql`not ${isDisplaced}`)),
  );
}

/** Units with a fixed address and a secret, without those whose address is another's that proved to be there first. */
export async function unitsWithFixedAddress(db: Db): Promise<Pick<FoundUnit, 'uuid' | 'address' | 'secret' | 'may_be_unsigned'>[]> {
  return db
    .select(FOUND)
    .from(units)
    .where(and(ne(units.address, ''), ne(units.secret, ''), sql`not ${isDisplaced}`))
    .orderBy(asc(units.id));
}

/** What a unit has in common with others, perhaps of other tenants, though it should be its own. */
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

async function heardAt(db: Db, all: readonly FoundUnit[], address: string): Promise<FoundUnit | undefined> {
  const ids = all.map(({ id }) => id);
  const heard = await db
    .select({ id: unit_contacts.unit_id })
    .from(unit_contacts)
    .where(and(inArray(unit_contacts.unit_id, ids), eq(unit_contacts.address, address)));
  const [right] = heard.length === 1 ? heard : [];
  return all.find(({ id }) => id === right?.id);
}
