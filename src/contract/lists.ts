import { z } from 'zod';
import { HOTSPOT_ZONE, isTimeZone, MAX_INTEGER, MAX_LENGTH, MAX_LIMIT } from './plain/wire';
import { isDay } from './plain/zones';

/** An id; real ones start at 1, 0 means none. */
export const id = z.number().int().min(0).max(MAX_INTEGER);

/** A limit or amount stored as an `integer` column: kbps, seconds, counts; 0 is none. */
export const amount = z.number().int().min(0).max(MAX_INTEGER);

/** An id in a path or query: digits. 0 means "none chosen"; pickers send it for "-" (INT-02). */
export const idParam = z.coerce.number().int().min(0).max(MAX_INTEGER);

/** An id that filters a list; 0 is all, and so is `null`, which the console of existing back ends writes if none is chosen. */
export const idFilter = z.preprocess((given) => (given === 'null' ? 0 : given), idParam).default(0);

/** `/{id}` in a path. */
export const byId = z.object({ id: idParam });

/** A timestamp on the wire: ISO, UTC; null if unset. */
export const moment = z.string().nullable();

/** A timestamp in a query: `YYYY-MM-DD HH:mm:ss` or ISO, UTC unless it has an offset; years 1900 to 2199. */
export const momentParam = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/)
  .refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'not a date');

/** A timestamp that filters a list; an empty one is none, as for existing back ends. */
export const momentFilter = z.preprocess((given) => (given === '' ? undefined : given), momentParam.optional());

/** A time zone name that this runtime knows. */
export const zone = z.string().refine(isTimeZone, 'is not a time zone');

/** The zone in which a request's days begin and end: a name, or `hotspot` for that of the hotspot concerned. */
export const dayZone = z.union([z.literal(HOTSPOT_ZONE), zone]);

/** Pages count from 1; without `limit` a page holds `MAX_LIMIT` rows. */
export const paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(MAX_LIMIT),
});

/**
 * Case-insensitive substring search; each list decides which fields it covers. The unit separator (U+001F) is rejected because the
 * server joins the searched fields with it.
 */
export const search = z.object({
  q: z
    .string()
    .max(MAX_LENGTH.search)
    .refine((text) => !text.includes('\u001f'), 'holds a control character')
    .default(''),
});

/** Query of a list sortable by `columns`; the first is the default. */
export const sorting = <const C extends readonly [string, ...string[]]>(columns: C, order: 'asc' | 'desc' = 'asc') =>
  z.object({
    sort: z.enum(columns).default(() => columns[0] as C[number]),
    order: z.enum(['asc', 'desc']).default(order),
  });

/**
 * Cursor paging (our server only, docs/wire.md#paging-sorting-totals): the rows after `after` or before `before`, which are the
 * `X-Cursor-Last` and `X-Cursor-First` of an earlier response, or with `end` the last rows. Sorting and filters must match that
 * response. The cost doesn't grow with depth. `page` is ignored when there is a cursor.
 */
export const cursors = z.object({
  after: z.string().max(1000).optional(),
  before: z.string().max(1000).optional(),
  end: z.enum(['true', 'false']).default('false'),
});

/** A page of rows, and the total number of rows. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number().int() });

/** Response to a change that returns no data. */
export const done = z.object({ status: z.literal('success') });

/** Response to a create call. */
export const created = z.object({ id, status: z.literal('success') });

/**
 * Error response (docs/wire.md#refusals): clients act on `code`; `message` is for people without the console. `fields` maps a field of
 * the body to what is wrong with it, `retry_after` is in seconds, `current` is the object's current state (412) and `etag` its ETag.
 */
export const refusal = z.object({
  message: z.string(),
  code: z.string(),
  error: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  status: z.string().optional(),
  id: z.number().optional(),
  retry_after: z.number().optional(),
  current: z.unknown().optional(),
  etag: z.string().optional(),
});
export type Refusal = z.infer<typeof refusal>;
