/**
 * Bounds on what guests and strangers may do, a row each: how many, in how many seconds, and what one of them is counted by. Counted in the
 * database, so that all replicas count together. The page docs/limits.md shows them with what the refused see.
 *
 * Nothing that a stranger can invent (a MAC address, an e-mail address) is the only key of something worth having.
 */

interface Limit {
  most: number;
  seconds: number;
  /** What is counted together; the key names it. */
  by: string;
}

const MINUTES = 60;

const HOUR = 3600;

const DAY = 24 * HOUR;

export const LIMITS = {
  /**
   * Failed sign-ins of staff, and proofs of units by their digest (auth/throttle.ts). The numbers are those of the default of
   * PORTICO_LOGIN_LIMIT, by which operators scale them all.
   */
  sign_in: { most: 10, seconds: 5 * MINUTES, by: 'account and address, or the browser in which it signed in lately' },
  sign_in_day: { most: 20, seconds: DAY, by: 'account and network' },
  /** Where the account signed in lately. */
  sign_in_day_known: { most: 100, seconds: DAY, by: 'account and network' },
  /** Of an account with more than `sign_in_account`. */
  sign_in_day_attacked: { most: 5, seconds: DAY, by: 'account and network' },
  /** From strangers' addresses altogether; refuses nobody, but says that the account is attacked. */
  sign_in_account: { most: 100, seconds: DAY, by: 'account' },
  /** Whatever the account; beyond, each account has one from there. */
  sign_in_crowded: { most: 30, seconds: 5 * MINUTES, by: 'address' },
  /** Whatever the account. */
  sign_in_address: { most: 300, seconds: 5 * MINUTES, by: 'address' },
  /**
   * Wrong codes of a second factor by somebody who has entered the right password (second-factor/proof.ts). Three of a million are right at
   * a time: 20 a day take 45 years on average, however many addresses the guesser has.
   */
  second_factor_known: { most: 20, seconds: DAY, by: 'account and browser or network in which it signed in lately' },
  /** Wherever else. */
  second_factor: { most: 20, seconds: DAY, by: 'account' },
  /**
   * Failed codes of a device. The network is part of the key: a MAC address can be forged, and would lock its owner out from anywhere. Where
   * a unit names no device, its port stands for it.
   */
  device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot, device (or its port) and network' },
  /** Failed codes of a device that units vouch for, at all units of the hotspot. */
  vouched_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  /** Failed codes of a network, which may be all guests of a hotspot. Devices that a unit vouches for don't count. */
  address: { most: 60, seconds: 10 * MINUTES, by: 'hotspot and network' },
  /** Failed codes at a hotspot, by whatever way; beyond, it counts as attacked (codeTries.ts). */
  hotspot: { most: 300, seconds: 10 * MINUTES, by: 'hotspot' },
  /** Short accesses of a device, to read an e-mail or to sign in at a social site. */
  short_device: { most: 1, seconds: DAY, by: 'hotspot and device' },
  /** Short accesses for a mailbox, which may have many addresses (`mailboxOf`). */
  short_email: { most: 1, seconds: DAY, by: 'hotspot and mailbox' },
  /** Short accesses at a unit: devices and addresses cost an attacker nothing. There is room for a full house (500 in ten minutes). */
  short_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /** Log-ins by an e-mail address that nobody confirms, where the hotspot lets them (`email_login_skip_auth`): each may be another guest. */
  unconfirmed_device: { most: 10, seconds: 10 * MINUTES, by: 'hotspot and device' },
  unconfirmed_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /** Codes by SMS that nobody has entered: numbers that somebody makes up, who pays nothing for them (messages/sms/madeUpQueries.ts). */
  sms_unentered: { most: 60, seconds: HOUR, by: 'hotspot, and whether asked for there' },
  /** Beyond that number, one at a time: many who ask at once slow newcomers down, and don't stop them. */
  sms_slowed: { most: 1, seconds: 30, by: 'hotspot, and whether asked for there' },
  /** The same to numbers that differ only in their last four digits. */
  sms_range: { most: 20, seconds: HOUR, by: 'hotspot, whether asked for there, and range of numbers' },
  /** The same to numbers of other countries than the hotspot's. */
  sms_abroad: { most: 40, seconds: DAY, by: 'hotspot, and whether asked for there' },
  /** The same in a day, at a hotspot and at all of a reseller together, where its pack isn't larger. */
  sms_day: { most: 20, seconds: DAY, by: 'hotspot, and reseller, and whether asked for there' },
  /** Codes that nobody enters of guests and devices that the hotspot knows, which none of the bounds above concern. */
  sms_known: { most: 100, seconds: DAY, by: 'hotspot' },
  /** Codes refused by one of these, beyond which staff get an alert. */
  sms_refused: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes asked for by numbers of countries to which the hotspot sends none, beyond which staff get an alert. */
  sms_country: { most: 5, seconds: DAY, by: 'hotspot' },
  /** Codes by e-mail (portal/sentCodeQueries.ts). */
  email_recipient: { most: 5, seconds: DAY, by: 'hotspot and address' },
  email_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  email_network: { most: 100, seconds: DAY, by: 'network' },
  /** Codes by SMS; a number gets them across all hotspots: they cost money and make phones ring. */
  sms_recipient: { most: 3, seconds: DAY, by: 'number' },
  sms_device: { most: 5, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  sms_network: { most: 300, seconds: DAY, by: 'network' },
  /** Ways to a social site. */
  social_device: { most: 20, seconds: DAY, by: 'hotspot, device, and network unless its unit vouches for it' },
  social_network: { most: 300, seconds: DAY, by: 'network' },
  /** Any of these for all devices of a hotspot that their units vouch for: there is room for a full house. */
  house: { most: 1500, seconds: DAY, by: 'hotspot and way' },
  /** SMS of a unit, entered or not (messages/sms/quotaQueries.ts); there is room for a full house, too. */
  sms_unit: { most: 600, seconds: HOUR, by: 'unit' },
  /**
   * A request of a router with openNDS, as long as its time may be right: sent again it isn't refused, but moves no contact and ends no
   * session (opennds/routes.ts).
   */
  opennds_request: { most: 1, seconds: 30 * MINUTES, by: 'unit and nonce' },
  /** Vouchers that staff send by e-mail, so that no account can be used as an open mail relay (vouchers/routes.ts). */
  voucher_mails: { most: 30, seconds: 5 * MINUTES, by: 'account' },
  /** Test e-mails of feedback (marketing/routes.ts). */
  test_mails: { most: 10, seconds: 5 * MINUTES, by: 'account' },
  /** Examinations of the installation (doctor/routes.ts), which call other servers. */
  examinations: { most: 30, seconds: 5 * MINUTES, by: 'account' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const LONGEST = Math.max(...Object.values(LIMITS).map(({ seconds }) => seconds)) * 1000;

/** Something to count: by which row, and the value of what it is counted by. */
export interface Counting {
  limit: LimitName;
  key: string | number;
}

/** Start of the time in which a limit counts. */
export const since = (limit: LimitName, now: Date) => new Date(now.getTime() - LIMITS[limit].seconds * 1000);

/** What a counting is stored under. */
export const keyOf = ({ limit, key }: Counting) => `${limit} ${key}`;
