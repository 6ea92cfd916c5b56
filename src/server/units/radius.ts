/** A unit at RADIUS, for its page: what staff have set, how it was heard, and who failed to be it. */
import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { UnitRadius } from '../../contract/units';
import { UNIT_KINDS, type UnitKind } from '../../contract/wire';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { unit_contacts, unit_refusals, units } from '../database/schema';

/** Senders that are shown. */
const MOST_REFUSED = 5;

const known = (kind: string): UnitKind | undefined => UNIT_KINDS.find((one) => one === kind);

/** Undefined if the unit was deleted. The caller has checked its scope. */
export async function radiusOf(db: Db, id: number): Promise<UnitRadius | undefined> {
  const [found] = await db
    .select({
      ...{ kind: units.kind, address: units.address, may_be_unsigned: units.may_be_unsigned },
      contact: getTableColumns(unit_contacts),
    })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(eq(units.id, id));
  if (!found) return undefined;
  const { contact, kind, ...set } = found;
  const { address, outcome, packets, last } = unit_refusals;
  const refused = await db
    .select({ address, outcome, packets, last })
    .from(unit_refusals)
    .where(eq(unit_refusals.unit_id, id))
    .orderBy(desc(last), desc(packets))
    .limit(MOST_REFUSED);
  return {
    ...set,
    kind: known(kind) ?? '',
    heard: contact && {
      ...{ at: isoOf(contact.heard), address: contact.address, software: contact.software, clock_ahead: contact.clock_ahead },
      kind: known(contact.kind) ?? 'generic',
    },
    refused: refused.map((one) => ({ ...one, last: isoOf(one.last) })),
  };
}
