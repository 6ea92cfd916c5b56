/** Messages that go through the outbox. */
import { z } from 'zod';
import { id, idParam, moment, momentParam, paging, search, sorting } from './lists';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from './plain/wire';

/**
 * A message (our server only). Its content is never shown, its recipient only masked (m…@example.com, +39…67; the name of a platform).
 * `hotspot_id` 0 is none; `next_try` is null once it has ended; `reason` says why the last try failed.
 */
export const outboxMessage = z.object({
  id,
  kind: z.enum(MESSAGE_KINDS),
  channel: z.enum(MESSAGE_CHANNELS),
  recipient: z.string(),
  hotspot_id: id,
  hotspot_name: z.string(),
  state: z.enum(MESSAGE_STATES),
  tries: z.number().int(),
  reason: z.string(),
  created: moment,
  next_try: moment,
  ended: moment,
  /** When it is too late to send the message. */
  expires: moment,
  /** Whether staff may send it again: it failed and hasn't expired. */
  may_repeat: z.boolean(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

/**
 * GET /api/messages: a bare array with X-Total-Count. `q` searches reasons and names of hotspots, or is a whole recipient; `hotspot` 0 is
 * everywhere; `from` and `to`, inclusive, are about when they were created.
 */
export const listMessages = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['created', 'kind', 'state', 'hotspot_name', 'tries'], 'desc').shape,
  state: z.enum(MESSAGE_STATES).or(z.literal('')).default(''),
  kind: z.enum(MESSAGE_KINDS).or(z.literal('')).default(''),
  hotspot: idParam.default(0),
  from: momentParam.or(z.literal('')).default(''),
  to: momentParam.or(z.literal('')).default(''),
});
export type ListMessages = z.infer<typeof listMessages>;
