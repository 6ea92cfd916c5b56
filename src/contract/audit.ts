import { z } from 'zod';
import { id, idParam, moment, momentParam, paging, search, sorting } from './lists';
import { AUDITED } from './roles';

/** What an entry of the audit trail can be about; an archived guest has an id of its own. */
export const AUDIT_KINDS = ['hotspot', 'unit', 'guest', 'archived_guest', 'voucher', 'account', 'disclaimer', 'integration'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who did it: a role, or a unit that registered a device with its secret. */
export const AUDIT_ROLES = ['admin', 'reseller', 'customer', 'desk', 'unit'] as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One field: what it held before, and holds now; null is nothing. Of a secret, `hidden`, only that it is another is told. */
export const auditChange = z.object({ field: z.string(), old: value, new: value, hidden: z.literal(true).optional() });
export type AuditChange = z.infer<typeof auditChange>;

/**
 * One change, as it was made (embedded server): names are those of that time, and what is gone keeps its entry. `account_id` 0 is a unit.
 * `hotspot_id` 0: of no hotspot. Long texts are cut, of pictures only type and size are told, of erased guests nothing.
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
});
export type AuditEntry = z.infer<typeof auditEntry>;

/**
 * GET /api/audit: a bare array with X-Total-Count, or with `csv=true` the page as a file. `q` looks at the names of who, of what and of
 * the hotspot; `account` 0 is everybody; `to` is the last moment that counts.
 */
export const listAudit = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['at', 'account_name', 'action', 'object_name', 'hotspot_name'], 'desc').shape,
  account: idParam.default(0),
  action: z.enum(AUDITED).or(z.literal('')).default(''),
  from: momentParam.or(z.literal('')).default(''),
  to: momentParam.or(z.literal('')).default(''),
  csv: z.enum(['true', 'false']).default('false'),
});
export type ListAudit = z.infer<typeof listAudit>;

/** What `csv=true` answers: a heading, and a line for each changed field. */
export const auditCsv = z.object({ data: z.string(), total: z.number().int() });
