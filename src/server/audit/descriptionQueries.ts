/** The state of an object that is changed, before and after. */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditKind } from '../../contract/audit';
import { rowsIn, type Db } from '../database/db';
import type { Scope } from '../auth/tenancy';
import { type Field, SUBJECTS, utc } from './subjectQueries';

/**
 * The object that is changed. `fields` and `hidden` replace the fields and secrets of its kind, for calls that change only other ones;
 * `details` are recorded in addition.
 */
export interface Ref {
  kind: AuditKind;
  id: number;
  fields?: Record<string, Field>;
  hidden?: Record<string, Field>;
  details?: Record<string, string | number | boolean>;
  /** The id with which it can be restored, if it was deleted. */
  deleted?: number;
}

export const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const description = z.object({
  name: z.string(),
  hotspotId: z.number(),
  hotspotName: z.string(),
  tenantId: z.number(),
  values: z.record(z.string(), value),
  /** Hashes of secrets, only used to see whether they changed. */
  hidden: z.record(z.string(), z.string()),
});
export type Description = z.infer<typeof description>;

/**
 * An object's current state, in a transaction; null if it isn't in scope. With `hold`, its row stays locked until the transaction ends.
 */
export async function describe(
  tx: Db,
  scope: Scope,
  { kind, id, fields, hidden: secrets }: Ref,
  { hold }: { hold: boolean },
): Promise<Description | null> {
  const subject = SUBJECTS[kind];
  const hidden: Record<string, Field> = secrets ?? (fields ? {} : (subject.hidden ?? {}));
  const hotspotId = sql`coalesce(${subject.hotspot}, 0)`;
  const result: unknown = await tx.execute(sql`
    select ${subject.name} as name, ${hotspotId} as "hotspotId", coalesce(${subject.tenant}, 0) as "tenantId",
      coalesce((select h.name from hotspots h where h.id = ${hotspotId}), '') as "hotspotName",
      ${objectOf(fields ?? subject.fields, toJsonValue)} as "values", ${objectOf(hidden, (field) => sql`md5(coalesce((${field})::text, ''))`)} as hidden
    from ${subject.table} where ${and(eq(subject.id, id), subject.mine(scope))} ${hold ? sql`for no key update` : sql``}`);
  const [row] = rowsIn<unknown>(result);
  return row === undefined ? null : description.parse(row);
}

/** Dates as ISO strings, everything else as it is. */
const toJsonValue = (field: Field) => ('dataType' in field && field.dataType === 'date' ? utc(field) : sql`${field}`);

function objectOf<F extends Field>(fields: Record<string, F>, toValue: (field: F) => SQL): SQL {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${name}::text, ${toValue(field)}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}
