import { consoleConfig } from '../config';

/** What a screen has to know of the back end: what cannot be had there, or is not true there. */
export interface Capabilities {
  hasAttentionList: boolean;
  hasAuditTrail: boolean;
  /** Anything can be found by a part of its name. */
  canFindAnything: boolean;
  /** Disclaimers can be edited, and it is known which hotspots show them. */
  canEditDisclaimers: boolean;
  /** The platforms themselves, not only whether a hotspot uses them. */
  canManageIntegrations: boolean;
  canRenameUnits: boolean;
  canRenewSubscriptions: boolean;
  /** A preference that is not stored yet can be saved. */
  canAddPreferences: boolean;
  /** A MAC entry is made by whoever is signed in, without the secret of a unit. */
  canAddMacWithoutSecret: boolean;
  /** Staff who forgot their password get a code by mail. */
  canResetPasswords: boolean;
  /** Staff see where they are signed in, and sign out there. */
  listsSignIns: boolean;
  /** Deleting all vouchers of a hotspot in one call spares those of others that a desk does not see. */
  deletesOnlySeenVouchers: boolean;
  /** Staff prove their present password before their own password or address changes, and admins' passwords have a floor. */
  asksCurrentPassword: boolean;
  /** A new password ends the other log-ins of the account. */
  endsLoginsWithPassword: boolean;
  /** Reports know time zones and any days; without, days are UTC and end now. */
  hasReportDays: boolean;
  /** SMS are counted over the last twelve months; without, over the calendar year. */
  countsSmsOfLastMonths: boolean;
  /** A voucher that ends on a day ends when that day does; without, at the hour at which it was made. */
  endsVouchersWithDay: boolean;
  /** Ended sessions and reports over all hotspots come as fast as those of one. */
  isFastOverAllHotspots: boolean;
  /** Deleting a guest takes its name out of its sessions and its devices along. */
  erasesGuests: boolean;
  /** What an integration reads with ends some time after its last sync. */
  integrationTokensExpire: boolean;
  /** The same request sent again is done once. */
  isSafeToRepeat: boolean;
}

const EMBEDDED: Capabilities = {
  hasAttentionList: true,
  hasAuditTrail: true,
  canFindAnything: true,
  canEditDisclaimers: true,
  canManageIntegrations: true,
  canRenameUnits: true,
  canRenewSubscriptions: true,
  canAddPreferences: true,
  canAddMacWithoutSecret: true,
  canResetPasswords: true,
  listsSignIns: true,
  deletesOnlySeenVouchers: true,
  asksCurrentPassword: true,
  endsLoginsWithPassword: true,
  hasReportDays: true,
  countsSmsOfLastMonths: true,
  endsVouchersWithDay: true,
  isFastOverAllHotspots: true,
  erasesGuests: true,
  integrationTokensExpire: true,
  isSafeToRepeat: true,
};

const EXISTING = Object.fromEntries(Object.keys(EMBEDDED).map((name) => [name, false])) as unknown as Capabilities;

/** What the back end of this console can do. */
export function capabilities(): Capabilities {
  return consoleConfig().backend === 'portico' ? EMBEDDED : EXISTING;
}
