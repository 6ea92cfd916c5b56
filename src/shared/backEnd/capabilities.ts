import { consoleConfig } from '../config';

/** What the configured back end supports, or does differently, as far as screens need to know. */
export interface Capabilities {
  hasAttentionList: boolean;
  /** One response has all of a dashboard's numbers, with how they have changed. */
  hasDashboard: boolean;
  hasAuditTrail: boolean;
  /** Lists the messages that were sent, and those that could not be sent. */
  hasMessages: boolean;
  /** Can check its own installation; the public demonstration can't. */
  examinesItself: boolean;
  /** Lists include live state: which guests are online, when a unit last had a guest, how a hotspot is doing. */
  hasLiveLists: boolean;
  /** Has a global search by part of a name. */
  canFindAnything: boolean;
  /** Explains why a guest can't get online, by the rules that log guests in, and lists refused attempts. */
  explainsAccess: boolean;
  /** Disclaimers can be edited, and each says which hotspots use it. */
  canEditDisclaimers: boolean;
  /** Serves the captive portal itself and counts how guests get through it. */
  countsPortalVisits: boolean;
  /** Admins may change the look of a hotspot's portal; without this, the back end refuses it. */
  letsAdminsStylePortals: boolean;
  /** Reception desks may only view the portal's look; without this, they may change it. */
  keepsDesksFromStyling: boolean;
  /** Stores the print layout of a hotspot's vouchers, and templates for it. */
  keepsPaper: boolean;
  /** Integrations themselves can be managed, not only switched on and off per hotspot. */
  canManageIntegrations: boolean;
  canRenameUnits: boolean;
  /** Can listen to units itself, and gives instructions for setting them up. */
  canConnectUnits: boolean;
  canRenewSubscriptions: boolean;
  /** A preference that has no stored row yet can be saved. */
  canAddPreferences: boolean;
  /** Creating a MAC entry requires only a session, not a unit's secret. */
  canAddMacWithoutSecret: boolean;
  /** Staff can reset a forgotten password with a mailed code. */
  canResetPasswords: boolean;
  /** Staff can sign in with a second factor. */
  hasSecondFactors: boolean;
  /** Staff can list and end their sessions. */
  listsSignIns: boolean;
  /** When a desk account deletes all vouchers of a hotspot, those it can't see are kept. */
  deletesOnlySeenVouchers: boolean;
  /** Changing one's own password or address requires the current password. */
  asksCurrentPassword: boolean;
  /** Refuses passwords that are short or common. */
  refusesWeakPasswords: boolean;
  /** A password can be set for somebody else so that it only lets them choose another. */
  hasOneTimePasswords: boolean;
  /** A new password ends the account's other sessions. */
  endsLoginsWithPassword: boolean;
  /** Reports accept a time zone and any range of days; otherwise days are UTC and the range ends now. */
  hasReportDays: boolean;
  /** Says in which time zone a hotspot's days begin and end; without this, the browser's zone is used. */
  hasHotspotZones: boolean;
  /** SMS are counted over the last twelve months; without this, over the calendar year. */
  countsSmsOfLastMonths: boolean;
  /** A voucher that expires on a day is valid until the end of that day; without this, until the time of day at which it was created. */
  endsVouchersWithDay: boolean;
  /** Lists of ended sessions and reports are as fast for all hotspots as for one. */
  isFastOverAllHotspots: boolean;
  /** Deleting a guest also removes their devices, and their name from their sessions. */
  erasesGuests: boolean;
  /** Deleted objects can be restored for a day; a guest is erased at once only on request. */
  bringsBack: boolean;
  /** Updating a guest keeps fields that the body omits; otherwise a missing number is stored as 0. */
  keepsFieldsNotSent: boolean;
  /** An integration's token expires some time after its last sync. */
  integrationTokensExpire: boolean;
  /**
   * What a reception desk needs beyond creating and printing vouchers: presets stored with the hotspot, batches of vouchers created
   * together, replacing a lost voucher, mailing one, and a summary of a day.
   */
  hasWholeCounter: boolean;
  /** Limits how many devices are online at once with a voucher. */
  limitsDevices: boolean;
  /** Asks guests for feedback itself, and reports the results. */
  asksForFeedback: boolean;
  /** Supports idempotency keys. */
  isSafeToRepeat: boolean;
  /** The longest list, in rows, that can be sorted; longer ones keep the back end's order. */
  sortsUpTo: number;
}

/** Existing back ends don't sort. Lists of up to this many rows are read completely and sorted here. */
export const SORTED_UP_TO = 1000;

const EMBEDDED: Capabilities = {
  hasAttentionList: true,
  hasDashboard: true,
  hasAuditTrail: true,
  hasMessages: true,
  examinesItself: true,
  hasLiveLists: true,
  canFindAnything: true,
  explainsAccess: true,
  canEditDisclaimers: true,
  countsPortalVisits: true,
  letsAdminsStylePortals: true,
  keepsDesksFromStyling: true,
  keepsPaper: true,
  canManageIntegrations: true,
  canRenameUnits: true,
  canConnectUnits: true,
  canRenewSubscriptions: true,
  canAddPreferences: true,
  canAddMacWithoutSecret: true,
  canResetPasswords: true,
  hasSecondFactors: true,
  listsSignIns: true,
  deletesOnlySeenVouchers: true,
  asksCurrentPassword: true,
  refusesWeakPasswords: true,
  hasOneTimePasswords: true,
  endsLoginsWithPassword: true,
  hasReportDays: true,
  hasHotspotZones: true,
  countsSmsOfLastMonths: true,
  endsVouchersWithDay: true,
  isFastOverAllHotspots: true,
  erasesGuests: true,
  bringsBack: true,
  keepsFieldsNotSent: true,
  integrationTokensExpire: true,
  hasWholeCounter: true,
  limitsDevices: true,
  asksForFeedback: true,
  isSafeToRepeat: true,
  sortsUpTo: Infinity,
};

const PUBLIC: Capabilities = { ...EMBEDDED, examinesItself: false, hasSecondFactors: false };

const NONE = Object.fromEntries(Object.keys(EMBEDDED).map((name) => [name, false])) as unknown as Capabilities;
const EXISTING: Capabilities = { ...NONE, sortsUpTo: SORTED_UP_TO };

/** The capabilities of the configured back end. */
export function capabilities(): Capabilities {
  const { backend, public_until: publicUntil } = consoleConfig();
  if (backend !== 'portico') return EXISTING;
  return publicUntil === undefined ? EMBEDDED : PUBLIC;
}
