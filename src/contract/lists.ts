import { z } from 'zod';
import { isTimeZone, MAX_INTEGER, MAX_LENGTH, MAX_LIMIT } from './wire';

/** An id; real ones start at 1, 0 stands for none. */
export const id = z.number().int().min(0).max(MAX_INTEGER);

/** A limit or an amount that the database keeps as `integer`: kbps, seconds, counts; 0 is none. */
export const amount = z.number().int().min(0).max(MAX_INTEGER);

/** An id in a path or query: digits. 0 means "none chosen"; pickers send it for "-" (INT-02). */
export const idParam = z.coerce.number().int().min(0).max(MAX_INTEGER);

/** `/{id}` in a path. */
export const byId = z.object({ id: idParam });

/** A moment on the wire: ISO, UTC; null where unset. */
export const moment = z.string().nullable();

/** A moment in a query: `YYYY-MM-DD HH:mm:ss` or ISO, UTC unless it names a zone; years 1900 to 2199. */
export const momentParam = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date');

/** A time zone by a name that this runtime knows. */
export const zone = z.string().refine(isTimeZone, 'is not a time zone');

/** Pages count from 1; without `limit` a page holds `MAX_LIMIT` rows. */
export const paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(MAX_LIMIT),
});

/**
 * Substring search, case-insensitive; each list decides which fields it covers. The unit separator (U+001F) is refused because the
 * server joins the searched fields with it.
 */
export const search = z.object({
  q: z
    .string()
    .max(MAX_LENGTH.search)
    .refine((text) => !text.includes('\u001f'), 'holds a control character')
    .default(''),
});

/** The query of a list that sorts by `columns`, the first being its default. */
export const sorting = <const C extends readonly [string, ...string[]]>(columns: C, order: 'asc' | 'desc' = 'asc') =>
  z.object({
    sort: z.enum(columns).default(() => columns[0] as C[number]),
    order: z.enum(['asc', 'desc']).default(order),
  });

/**
 * Paging by cursor (our server only, docs/wire.md#paging-sorting-totals): the rows after `after` or before `before`, which are the
 * `X-Cursor-Last` and `X-Cursor-First` of an earlier answer, or with `end` the last rows. Sorting and filters must be those of
 * the earlier answer. The cost doesn't grow with depth. `page` is ignored beside a cursor.
 */
export const cursors = z.object({
  after: z.string().max(1000).optional(),
  before: z.string().max(1000).optional(),
  end: z.enum(['true', 'false']).default('false'),
});

/** A page of rows, and the number of rows on all pages. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number().int() });

/** The answer to a change that returns no data. */
export const done = z.object({ status: z.literal('success') });

/** The answer to a creation. */
export const created = z.object({ id, status: z.literal('success') });

/**
 * Every refusal (docs/wire.md#refusals): clients go by `code`; `message` is for people without the console. `fields` maps a field of
 * the body to its reason, `retry_after` is in seconds, `current` is the object as it is now (412), and `etag` its tag.
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
