import { z } from 'zod';
import { id, idParam, moment, momentParam, paging, search, sorting } from './lists';
import { AUDITED } from './plain/roles';

/** What an audit entry can be about. Archived guests are a separate kind because they have their own ids. */
export const AUDIT_KINDS = [
  'hotspot',
  'unit',
  'guest',
  'archived_guest',
  'voucher',
  'paper_template',
  'account',
  'disclaimer',
  'integration',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who made the change: a role, a unit that registered a device, or the server, which ends sessions that should have ended. */
export const AUDIT_ROLES = ['admin', 'reseller', 'customer', 'desk', 'unit', 'server'] as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field's old and new value; null for none. Secrets (`hidden`) record only that the value changed. */
export const auditChange = z.object({ field: z.string(), old: value, new: value, hidden: z.literal(true).optional() });
export type AuditChange = z.infer<typeof auditChange>;

/**
 * One change (our server only). Names are those at the time, and entries outlive their objects. `account_id` 0 is a unit or the server,
 * `hotspot_id` 0 no hotspot. Long texts are truncated, images are reduced to type and size, and erased guests are blanked.
 */
export const auditEntry = z.object({
  id,
  at: moment,
  account_id: id,
  account_name: z.string(),
  role: z.enum(AUDIT_ROLES),
  address: z.string(),
  action: z.string(),
  kind: z.enum(AUDIT_KINDS),
  object_id: id,
  object_name: z.string(),
  hotspot_id: id,
  hotspot_name: z.string(),
  changes: z.array(auditChange),
  /** With `undo=true`: the id with which the caller can restore what was deleted, and until when. */
  undo: z.object({ id, until: moment }).optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * GET /api/audit: a bare array with X-Total-Count, or with `csv=true` the page as a CSV file. `q` searches the names of account, object
 * and hotspot; `account` 0 is everybody, `hotspot` 0 everywhere; `to` is inclusive.
 */
export const listAudit = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['at', 'account_name', 'action', 'object_name', 'hotspot_name'], 'desc').shape,
  account: idParam.default(0),
  hotspot: idParam.default(0),
  action: z.enum(AUDITED).or(z.literal('')).default(''),
  from: momentParam.or(z.literal('')).default(''),
  to: momentParam.or(z.literal('')).default(''),
  csv: z.enum(['true', 'false']).default('false'),
  undo: z.enum(['true', 'false']).default('false'),
});
export type ListAudit = z.infer<typeof listAudit>;

/** Response to `csv=true`: a header line, and a line per changed field. */
export const auditCsv = z.object({ data: z.string(), total: z.number().int() });
