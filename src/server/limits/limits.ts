/**
 * Limits on what guests and strangers may do, a row each: how many, in how many seconds, and what is counted together. Counted in the
 * database, so for all replicas together. The page docs/limits.md lists them with what a refused person sees.
 *
 * Nothing that a stranger can invent (a MAC address, an e-mail address) is the only key for something that costs money or helps to guess.
 */

interface Limit {
  most: number;
  seconds: number;
  /** What is counted together, in words; the key identifies it. */
  by: string;
}

const MINUTES = 60;

const HOUR = 3600;

const DAY = 24 * HOUR;

export const LIMITS = {
  /**
   * Failed sign-ins of staff, and of units by their digest (auth/throttle.ts). The numbers are for the default of PORTICO_LOGIN_LIMIT, with
   * which operators scale all of them.
   */
  sign_in: { most: 10, seconds: 5 * MINUTES, by: 'account and address, or the browser in which it signed in lately' },
  sign_in_day: { most: 20, seconds: DAY, by: 'account and network' },
  /** For a network in which the account signed in lately. */
  sign_in_day_known: { most: 100, seconds: DAY, by: 'account and network' },
  /** For an account with more failures than `sign_in_account`. */
  sign_in_day_attacked: { most: 5, seconds: DAY, by: 'account and network' },
  /** From addresses of strangers altogether; refuses nobody, but tells that the account is under attack. */
  sign_in_account: { most: 100, seconds: DAY, by: 'account' },
  /** For any account; beyond it, each account has one attempt from there. */
  sign_in_crowded: { most: 30, seconds: 5 * MINUTES, by: 'address' },
  /** For any account. */
  sign_in_address: { most: 300, seconds: 5 * MINUTES, by: 'address' },
  /**
   * Wrong codes of a second factor after the right password (second-factor/proof.ts). At any time three codes of a million are right, so 20
   * a day take 45 years on average, however many addresses the attacker has.
   */
  second_factor_known: { most: 20, seconds: DAY, by: 'account and browser or network in which it signed in lately' },
  /** From anywhere else. */
  second_factor: { most: 20, seconds: DAY, by: 'account' },
  /**
   * Failed codes of a device. The network is part of the key, because a MAC address can be forged, and would lock its owner out everywhere.
   * If a unit names no device, its port stands for it.
   */
  device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot, device (or its port) and network' },
  /** Failed codes of a device that its unit vouches for, at all units of the hotspot. */
  vouched_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  /** Failed codes of a network, which may be that of all guests of a hotspot. Devices that a unit vouches for aren't counted. */
  address: { most: 60, seconds: 10 * MINUTES, by: 'hotspot and network' },
  /** Failed codes at a hotspot, in whatever way; beyond it, the hotspot counts as under attack (codeTries.ts). */
  hotspot: { most: 300, seconds: 10 * MINUTES, by: 'hotspot' },
  /** Short accesses of a device, to read an e-mail or to sign in at a social site. */
  short_device: { most: 1, seconds: DAY, by: 'hotspot and device' },
  /** Short accesses of a mailbox, which may have many addresses (`mailboxOf`). */
  short_email: { most: 1, seconds: DAY, by: 'hotspot and mailbox' },
  /**
   * Short accesses at a unit, because an attacker can invent devices and addresses. High enough for a full house (500 in ten minutes).
   * Those of strangers elsewhere are counted apart (`unitKey`).
   */
  short_unit: { most: 600, seconds: HOUR, by: 'unit, and whether asked for elsewhere' },
  /** Log-ins by an unconfirmed e-mail address, where the hotspot allows them (`email_login_skip_auth`): each may be another guest. */
  unconfirmed_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  unconfirmed_unit: { most: 600, seconds: HOUR, by: 'unit, and whether asked for elsewhere' },
  /** Codes by SMS that nobody entered, as when somebody invents numbers, which costs them nothing (messages/sms/unenteredQueries.ts). */
  sms_unentered: { most: 60, seconds: HOUR, by: 'hotspot, and whether asked for there' },
  /** Beyond `sms_unentered`, one code at a time: an attack slows new guests down, but doesn't stop them. */
  sms_slowed: { most: 1, seconds: 30, by: 'hotspot, and whether asked for there' },
  /** Unentered codes for numbers that differ only in their last four digits. */
  sms_range: { most: 20, seconds: HOUR, by: 'hotspot, whether asked for there, and range of numbers' },
  /** Unentered codes for numbers of other countries than the hotspot's. */
  sms_abroad: { most: 40, seconds: DAY, by: 'hotspot, and whether asked for there' },
  /** Unentered codes per day, of a hotspot and of all hotspots of a reseller; more if the reseller's pack is large. */
  sms_day: { most: 20, seconds: DAY, by: 'hotspot, and reseller, and whether asked for there' },
  /** Unentered codes of guests and devices that the hotspot knows, to which none of the limits above applies. */
  sms_known: { most: 100, seconds: DAY, by: 'hotspot' },
  /** Codes refused by one of these limits; beyond it staff get an alert. */
  sms_refused: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes requested for countries that the hotspot doesn't allow; beyond it staff get an alert. */
  sms_country: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes by e-mail (portal/sentCodeQueries.ts). */
  email_recipient: { most: 5, seconds: DAY, by: 'hotspot and mailbox' },
  email_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  email_network: { most: 100, seconds: DAY, by: 'network' },
  /** Codes by SMS; per number across all hotspots, because they cost money and make phones ring. */
  sms_recipient: { most: 3, seconds: DAY, by: 'number' },
  sms_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  sms_network: { most: 300, seconds: DAY, by: 'network' },
  /** Log-ins started at a social site. */
  social_device: { most: 20, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  social_network: { most: 300, seconds: DAY, by: 'network' },
  /** Any of these for all devices of a hotspot that units vouch for, high enough for a full house. */
  house: { most: 1500, seconds: DAY, by: 'hotspot and way' },
  /** SMS of a unit, entered or not (messages/sms/quotaQueries.ts); high enough for a full house, too. */
  sms_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /**
   * A request of a router with openNDS, for as long as its time is accepted: if repeated it isn't refused, but doesn't change the unit's
   * contact and ends no session (opennds/routes.ts).
   */
  opennds_request: { most: 1, seconds: 30 * MINUTES, by: 'unit and nonce' },
  /** Vouchers that staff send by e-mail, so that no account can be used as an open mail relay (vouchers/routes.ts). */
  voucher_mails: { most: 30, seconds: 5 * MINUTES, by: 'account' },
  /** Test e-mails of feedback (marketing/routes.ts). */
  test_mails: { most: 10, seconds: 5 * MINUTES, by: 'account' },
  /** Runs of the installation's checks (doctor/routes.ts), which call other servers. */
  examinations: { most: 30, seconds: 5 * MINUTES, by: 'account' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const LONGEST = Math.max(...Object.values(LIMITS).map(({ seconds }) => seconds)) * 1000;

/** Something to count: the limit, and the value of what is counted together. */
export interface Counting {
  limit: LimitName;
  key: string | number;
}

/** Start of the period in which a limit counts. */
export const since = (limit: LimitName, now: Date) => new Date(now.getTime() - LIMITS[limit].seconds * 1000);

/** The key for a unit's counts. Who isn't there costs nobody a way who is. */
export const unitKey = (unitId: number, isElsewhere: boolean) => (isElsewhere ? `${unitId} elsewhere` : unitId);

/** The key under which a count is stored. */
export const keyOf = ({ limit, key }: Counting) => `${limit} ${key}`;
