/**
 * Statistical patterns of each kind of venue: when guests arrive, how long they stay, when they are online, where they are from and how
 * they log in. Weights are relative.
 */
import type { Country, Reason } from './people';

export type AccountType = 'email' | 'sms' | 'whatsapp' | 'facebook' | 'linkedin' | 'voucher';

export interface Rhythm {
  /** January to December; 1 is an average month. */
  months: readonly number[];
  /** Sunday to Saturday; 1 is an average day. */
  weekdays: readonly number[];
  /** Weight of each hour (0 to 23, local time) for sessions to begin. */
  hours: readonly number[];
  /** First and last hour of arrival, local time. */
  arrive: readonly [number, number];
  /** Random variation between similar days (sigma of a log-normal), e.g. high for a congress hotel, which is either full or empty. */
  swing: number;
  /** Weights of 0, 1, 2 … nights of stay. */
  nights: readonly number[];
  /** Probability that a guest is online on a day of the stay (`daily`), and on a later day while the access is valid (`later`). */
  daily: number;
  later: number;
  /** Mean number of sessions per device on a day when it is online. */
  sessions: number;
  /** Median length of a session, in minutes. */
  median: number;
  /** Devices per ten guests. */
  devicesOfTen: number;
  countries: Readonly<Partial<Record<Country, number>>>;
  logins: Readonly<Partial<Record<AccountType, number>>>;
  reasons: Readonly<Record<Reason, number>>;
}

export type Kind = 'hotel' | 'cafe' | 'library' | 'camping' | 'marina' | 'congress' | 'mountain';

const HOLIDAYS = { business: 1, family: 7, other: 2 };
const COAST = { IT: 52, DE: 13, AT: 8, CH: 5, FR: 3, BE: 1, GB: 3, PL: 4, NL: 2, CZ: 3, SI: 1, HU: 2, RO: 2, SE: 1, US: 1 };
const NORTH_EAST = { IT: 46, AT: 14, SI: 10, DE: 9, HR: 6, HU: 4, CZ: 3, GB: 2, FR: 1, US: 2, ES: 1, JP: 1, IE: 1 };
const ALPS = { IT: 38, DE: 32, AT: 8, CH: 8, NL: 5, CZ: 4, PL: 3, BE: 2 };

export const RHYTHMS: Readonly<Record<Kind, Rhythm>> = {
  hotel: {
    months: [0.45, 0.5, 0.6, 0.95, 1.1, 1.45, 1.8, 2, 1.2, 0.75, 0.5, 0.7],
    weekdays: [0.8, 0.8, 0.85, 0.9, 1, 1.35, 1.3],
    hours: [2, 1, 0.5, 0.3, 0.3, 0.6, 2, 5, 7, 6, 4, 4, 5, 6, 5, 5, 6, 8, 9, 9, 10, 10, 8, 5],
    arrive: [14, 20],
    swing: 0.2,
    nights: [0, 28, 28, 18, 9, 5, 4, 8],
    daily: 0.8,
    later: 0,
    sessions: 1.2,
    median: 75,
    devicesOfTen: 14,
    countries: COAST,
    logins: { email: 34, sms: 26, facebook: 12, voucher: 18, whatsapp: 8, linkedin: 2 },
    reasons: { business: 2, family: 6, other: 2 },
  },
  cafe: {
    months: [0.9, 0.9, 1, 1.05, 1.1, 1.05, 0.95, 0.7, 1.05, 1.1, 1.1, 1.1],
    weekdays: [0.55, 1, 1.05, 1.05, 1.1, 1.15, 1.1],
    hours: [0, 0, 0, 0, 0, 0, 1, 5, 8, 7, 6, 8, 13, 13, 8, 5, 5, 6, 7, 5, 3, 2, 1, 0],
    arrive: [7, 21],
    swing: 0.2,
    nights: [1],
    daily: 1,
    later: 0.05,
    sessions: 1.1,
    median: 34,
    devicesOfTen: 11,
    countries: { IT: 84, DE: 3, FR: 3, GB: 3, US: 3, ES: 3, NL: 1 },
    logins: { email: 30, sms: 34, facebook: 14, voucher: 8, whatsapp: 13, linkedin: 1 },
    reasons: { business: 3, family: 2, other: 5 },
  },
  library: {
    months: [1.25, 1.3, 1.15, 1.05, 1.15, 1.2, 0.75, 0.3, 0.95, 1.1, 1.1, 0.8],
    weekdays: [0, 1.15, 1.2, 1.2, 1.15, 1.1, 0.6],
    hours: [0, 0, 0, 0, 0, 0, 0, 0, 3, 10, 10, 8, 4, 4, 9, 10, 9, 7, 4, 0, 0, 0, 0, 0],
    arrive: [9, 18],
    swing: 0.15,
    nights: [1],
    daily: 1,
    later: 0.045,
    sessions: 1.15,
    median: 95,
    devicesOfTen: 14,
    countries: { IT: 88, RO: 3, GB: 2, FR: 2, ES: 2, PL: 2, US: 1 },
    logins: { email: 48, sms: 34, facebook: 6, voucher: 6, whatsapp: 4, linkedin: 2 },
    reasons: { business: 2, family: 1, other: 7 },
  },
  camping: {
    months: [0.08, 0.08, 0.25, 0.8, 1.1, 2, 2.8, 3.1, 1.3, 0.3, 0.1, 0.1],
    weekdays: [1, 0.75, 0.7, 0.75, 0.9, 1.3, 1.6],
    hours: [2, 1, 0.5, 0.2, 0.2, 0.4, 1, 3, 5, 5, 4, 4, 5, 8, 8, 6, 5, 6, 8, 9, 10, 11, 9, 5],
    arrive: [10, 19],
    swing: 0.25,
    nights: [0, 6, 14, 14, 10, 8, 6, 22, 4, 2, 2, 2, 2, 2, 6],
    daily: 0.55,
    later: 0,
    sessions: 1.15,
    median: 48,
    devicesOfTen: 14,
    countries: { IT: 40, DE: 22, AT: 8, CH: 6, NL: 10, CZ: 5, PL: 4, BE: 2, SI: 1, HU: 2 },
    logins: { email: 26, sms: 24, facebook: 14, voucher: 28, whatsapp: 8 },
    reasons: HOLIDAYS,
  },
  marina: {
    months: [0.15, 0.2, 0.4, 0.9, 1.2, 1.8, 2.3, 2.5, 1.4, 0.6, 0.3, 0.15],
    weekdays: [1.3, 0.8, 0.75, 0.8, 0.9, 1.2, 1.5],
    hours: [1, 0.5, 0.2, 0.2, 0.2, 1, 3, 6, 7, 6, 4, 3, 4, 4, 3, 4, 6, 8, 10, 10, 9, 7, 4, 2],
    arrive: [9, 20],
    swing: 0.3,
    nights: [3, 8, 8, 5, 3, 2, 2, 3],
    daily: 0.7,
    later: 0.02,
    sessions: 1.2,
    median: 52,
    devicesOfTen: 13,
    countries: NORTH_EAST,
    logins: { email: 44, sms: 24, facebook: 6, voucher: 18, whatsapp: 6, linkedin: 2 },
    reasons: HOLIDAYS,
  },
  congress: {
    months: [0.7, 0.9, 1.3, 1.2, 1.4, 1, 0.35, 0.15, 1.25, 1.6, 1.4, 0.75],
    weekdays: [0.1, 0.9, 1.3, 1.4, 1.4, 1.1, 0.4],
    hours: [0, 0, 0, 0, 0, 0, 0.2, 3, 12, 14, 10, 9, 6, 6, 10, 9, 8, 5, 2, 0.5, 0, 0, 0, 0],
    arrive: [8, 15],
    swing: 0.85,
    nights: [5, 4, 2],
    daily: 0.95,
    later: 0,
    sessions: 1.4,
    median: 62,
    devicesOfTen: 15,
    countries: { IT: 74, DE: 5, FR: 4, GB: 5, CH: 3, ES: 3, AT: 2, NL: 2, US: 2 },
    logins: { email: 42, sms: 16, facebook: 2, voucher: 22, whatsapp: 2, linkedin: 16 },
    reasons: { business: 9, family: 0.2, other: 0.8 },
  },
  mountain: {
    months: [1.5, 1.7, 1.2, 0.4, 0.4, 0.9, 1.5, 2, 1.1, 0.6, 0.3, 1.3],
    weekdays: [1.2, 0.8, 0.8, 0.85, 0.9, 1.1, 1.4],
    hours: [1, 0.5, 0.2, 0.2, 0.3, 1, 4, 8, 7, 4, 3, 3, 5, 4, 3, 5, 8, 9, 9, 9, 10, 9, 5, 2],
    arrive: [13, 19],
    swing: 0.35,
    nights: [2, 10, 12, 10, 6, 4, 3, 14],
    daily: 0.7,
    later: 0,
    sessions: 1.2,
    median: 58,
    devicesOfTen: 14,
    countries: ALPS,
    logins: { email: 40, sms: 22, facebook: 8, voucher: 24, whatsapp: 6 },
    reasons: HOLIDAYS,
  },
};

/** Expected number of new guests on a day at a venue with `size` new guests on an average day. */
export function expectedGuests({ months, weekdays }: Rhythm, size: number, month: number, weekday: number): number {
  return size * (months[month] ?? 1) * (weekdays[weekday] ?? 1);
}
