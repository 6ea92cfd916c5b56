import { consoleConfig } from '../config';

/** What screens need to know about the back end: what it can't do, or does differently. */
export interface Capabilities {
  hasAttentionList: boolean;
  /** All numbers of a dashboard come in one answer, with how they have changed. */
  hasDashboard: boolean;
  hasAuditTrail: boolean;
  /** Lists tell what goes on now: which guests are online, when a unit last had a guest, how a hotspot is doing. */
  hasLiveLists: boolean;
  /** Everything can be found by part of its name. */
  canFindAnything: boolean;
  /** Disclaimers can be edited, and it tells which hotspots use them. */
  canEditDisclaimers: boolean;
  /** It serves the captive portal itself, and counts how guests get through it. */
  countsPortalVisits: boolean;
  /** It keeps what a hotspot's vouchers look like on paper, and templates for them. */
  keepsPaper: boolean;
  /** The integrations themselves can be managed, not only whether a hotspot uses them. */
  canManageIntegrations: boolean;
  canRenameUnits: boolean;
  /** It may listen to units itself, and then tells how to set them up. */
  canConnectUnits: boolean;
  canRenewSubscriptions: boolean;
  /** A preference without a stored row can be saved. */
  canAddPreferences: boolean;
  /** Creating a MAC entry only takes a session, not a unit's secret. */
  canAddMacWithoutSecret: boolean;
  /** Staff can reset a forgotten password by a mailed code. */
  canResetPasswords: boolean;
  /** Staff can list their sessions and end them. */
  listsSignIns: boolean;
  /** For a desk, deleting all vouchers of a hotspot leaves those it can't see. */
  deletesOnlySeenVouchers: boolean;
  /** Changing one's own password or address requires the current password, and admins' passwords have a minimum length. */
  asksCurrentPassword: boolean;
  /** A new password ends the account's other sessions. */
  endsLoginsWithPassword: boolean;
  /** Reports take a time zone and any range of days; otherwise days are UTC and the range ends now. */
  hasReportDays: boolean;
  /** SMS are counted over the last twelve months; otherwise over the calendar year. */
  countsSmsOfLastMonths: boolean;
  /** A voucher that expires on a day does so at the end of it; otherwise at the time of day it was created. */
  endsVouchersWithDay: boolean;
  /** Ended sessions and reports over all hotspots are as fast as over one. */
  isFastOverAllHotspots: boolean;
  /** Deleting a guest also removes its devices, and its name from its sessions. */
  erasesGuests: boolean;
  /** A change of a guest keeps the fields that it doesn't name; otherwise a missing number is stored as 0. */
  keepsFieldsNotSent: boolean;
  /** An integration's token expires some time after its last sync. */
  integrationTokensExpire: boolean;
  /**
   * What the reception's counter needs beyond making and printing vouchers: presets are kept with the hotspot, vouchers that were made
   * together are a batch, a lost one can be replaced, one can be mailed, and a day can be summed up.
   */
  hasWholeCounter: boolean;
  /** Supports idempotency keys. */
  isSafeToRepeat: boolean;
}

const EMBEDDED: Capabilities = {
  hasAttentionList: true,
  hasDashboard: true,
  hasAuditTrail: true,
  hasLiveLists: true,
  canFindAnything: true,
  canEditDisclaimers: true,
  countsPortalVisits: true,
  keepsPaper: true,
  canManageIntegrations: true,
  canRenameUnits: true,
  canConnectUnits: true,
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
  keepsFieldsNotSent: true,
  integrationTokensExpire: true,
  hasWholeCounter: true,
  isSafeToRepeat: true,
};

const EXISTING = Object.fromEntries(Object.keys(EMBEDDED).map((name) => [name, false])) as unknown as Capabilities;

/** The capabilities of the configured back end. */
export function capabilities(): Capabilities {
  return consoleConfig().backend === 'portico' ? EMBEDDED : EXISTING;
}
