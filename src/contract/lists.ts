import { z } from 'zod';
import { MAX_INTEGER, MAX_LENGTH, MAX_LIMIT } from './wire';

/** Ids are whole numbers from 1. */
export const id = z.number().int().min(0).max(MAX_INTEGER);

/** A limit or an amount that the database keeps as an integer: kbps, seconds, counts; 0 is none. */
export const amount = z.number().int().min(0).max(MAX_INTEGER);

/** An id as it stands in a path or a query: digits. A hotspot of 0 means "none chosen", as pickers send it ("-" = 0). */
export const idParam = z.coerce.number().int().min(0).max(MAX_INTEGER);

/** `/{id}` in a path. */
export const byId = z.object({ id: idParam });

/** A moment on the wire: ISO, UTC; null where there is none (API.md, "Unset time"). */
export const moment = z.string().nullable();

/** A moment in a query: `YYYY-MM-DD HH:mm:ss` or ISO, both UTC (API.md, "Times in queries"); of the years 1900 to 2199. */
export const momentParam = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date');

/** A zone that this runtime, and with it the browser that sent it, knows by this name. */
export const zone = z.string().refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}, 'is not a time zone');

/** Page numbers start at 1; no `limit` means as many as the server gives at once (API.md, "Paging"). */
export const paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(MAX_LIMIT),
});

/**
 * Substring search, case-insensitive; which fields it looks at is the list's affair. The unit separator, a character that nobody types,
 * is refused: the server sets fields apart with it.
 */
export const search = z.object({
  q: z
    .string()
    .max(MAX_LENGTH.search)
    .refine((text) => !text.includes('\u001f'), 'holds a control character')
    .default(''),
});

/** The query of a list that sorts by `columns`, the first being its default (API.md, "Sorting"). */
export const sorting = <const C extends readonly [string, ...string[]]>(columns: C, order: 'asc' | 'desc' = 'asc') =>
  z.object({
    sort: z.enum(columns).default(() => columns[0] as C[number]),
    order: z.enum(['asc', 'desc']).default(order),
  });

/**
 * Beyond the numbered pages (embedded server): the rows that follow `after` or come before `before`, cursors that an answer's
 * `X-Cursor-First` and `X-Cursor-Last` gave, or with `end` the last rows of all. Each needs the sorting and the filters of
 * the answer that the cursor is from, and costs the same however deep it lies; `page` does not count beside it.
 */
export const cursors = z.object({
  after: z.string().max(1000).optional(),
  before: z.string().max(1000).optional(),
  end: z.enum(['true', 'false']).default('false'),
});

/** A page of rows, and how many rows there are on all pages. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number().int() });

/** What a change answers that has nothing to tell but that it happened. */
export const done = z.object({ status: z.literal('success') });

/** What a creation answers. */
export const created = z.object({ id, status: z.literal('success') });

/**
 * Every refusal (API.md, "Refusals"): `code` is a stable word for the case, `message` is for people without the console,
 * `fields` maps a field of the body to its reason, `retry_after` is in seconds, `current` is what somebody else made of it, and `etag`
 * the tag of that.
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
