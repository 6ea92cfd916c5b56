/** Generates a guest of a venue: identity, login method, devices and visits. */
import { each } from '../contract/plain/fields';
import { GUEST_TEXTS } from '../contract/plain/guestFields';
import { CODE_ALPHABET, CODE_LENGTH } from '../contract/plain/wire';
import type { users } from '../server/database/schema';
import { DAY, dayOf, HOUR, MINUTE, momentOf, weekdayOf } from './italianTime';
import { person, type Country } from './people';
import type { VenuePlan } from './venues/venuePlan';
import { logNormal, arrivals, between, chance, letters, macAddress, pick, weighted, weightedIndex, type Random } from './random';
import { RHYTHMS, type AccountType, type Rhythm } from './rhythms';

/** A row of `users` without the columns set on insertion. */
export type GuestRow = Omit<typeof users.$inferSelect, 'id' | 'hotspot_id'>;

export interface Unit {
  id: number;
  mac: string;
  /** Unix seconds; Infinity unless the unit is meant to be broken. */
  worksUntil: number;
}

export interface Venue {
  /** The hotspot's id. */
  id: number;
  plan: VenuePlan;
  units: readonly Unit[];
  resellerId: number;
  customerId: number;
  deskId: number;
}

export interface Guest {
  venue: Venue;
  row: GuestRow;
  /** Last day of the stay, as a local day number (italianTime.ts). */
  leaves: number;
  devices: Device[];
}

export interface Device {
  guest: Guest;
  mac: string;
  ip: string;
  /** In chronological order, without overlaps. */
  visits: Visit[];
}

/** A session; still running if it ends in the future. Unix seconds; rates in kbps. */
export interface Visit {
  device: Device;
  unit: Unit;
  start: number;
  stop: number;
  down: number;
  up: number;
}

/** Generates a guest who stays for `nights` nights and first logs in at `created` (Unix seconds). The username may already be taken. */
export function guestRow(random: Random, plan: VenuePlan, created: number, nights: number): GuestRow {
  const rhythm = RHYTHMS[plan.kind];
  const { name, email, phone, country } = person(random, rhythm.countries);
  const type = weighted(random, openLogins(plan, rhythm));
  const byPhone = type === 'sms' || type === 'whatsapp';
  const code = letters(random, CODE_ALPHABET, CODE_LENGTH).toUpperCase();
  const hasPersonalCode = type === 'voucher' && isOn(plan, 'temp_code_login') && chance(random, 0.3);
  const givenEmail = type === 'voucher' ? '' : byPhone && chance(random, 0.7) ? '' : email;
  const validDays = type === 'voucher' ? Math.max(nights + 1, pick(random, [1, 3, 7, 7, 14])) : plan.validDays;
  return {
    ...each(GUEST_TEXTS, () => ''),
    name: hasPersonalCode ? codeAfterName(name, code) : name,
    username: byPhone ? phone : type === 'voucher' ? code : email,
    email: givenEmail,
    email_verified: givenEmail !== '' && chance(random, type === 'email' ? 0.85 : 0.6),
    account_type: type,
    ...origin(random, plan, country),
    ...limits(random, plan),
    marketing_auth: givenEmail !== '' && chance(random, 0.45),
    survey_auth: isOn(plan, 'marketing_1_enabled') && givenEmail !== '' && chance(random, 0.5),
    auto_login: chance(random, 0.92),
    valid_from: dateOf(created),
    valid_until: dateOf(created + validDays * DAY),
    unit_id: null,
    voucher_id: null,
    created: dateOf(created),
  };
}

/** Name of the guest that a voucher of type auth creates (VCH-50). */
export function codeAfterName(name: string, code: string): string {
  return `${name} (${code})`;
}

/** A MAC entry: a device that is let in by its MAC address. */
export function entryRow({ plan, units }: Venue, name: string, mac: string, created: number): GuestRow {
  return {
    ...each(GUEST_TEXTS, () => ''),
    name,
    username: mac,
    email_verified: false,
    account_type: 'mac',
    reason: '',
    country: '',
    ...ownLimits(plan),
    max_navigation_traffic: 0,
    max_navigation_time: 0,
    marketing_auth: false,
    survey_auth: false,
    auto_login: true,
    valid_from: dateOf(created),
    valid_until: dateOf(created + 3_650 * DAY),
    unit_id: units[0]?.id ?? null,
    voucher_id: null,
    created: dateOf(created),
  };
}

/** Adds the guest's devices with all their visits until `now`. */
export function bringDevices(random: Random, guest: Guest, created: number, now: number): void {
  const { devicesOfTen } = RHYTHMS[guest.venue.plan.kind];
  const count = chance(random, (devicesOfTen - 10) / 10) ? 2 : 1;
  for (let number = 0; number < count; number += 1) {
    const device = newDevice(random, guest);
    // The first device logs in at once, others later.
    const starts = startsOf(random, guest, created, now);
    visit(random, device, number === 0 ? [created, ...starts] : starts);
    if (device.visits.length > 0) guest.devices.push(device);
  }
}

export function newDevice(random: Random, guest: Guest, mac = macAddress(random)): Device {
  return { guest, mac, ip: ipAddress(random, guest.venue.id), visits: [] };
}

export function ipAddress(random: Random, hotspotId: number): string {
  return `10.${20 + (hotspotId % 200)}.${between(random, 0, 3)}.${between(random, 10, 250)}`;
}

/** A visit at a random working unit of the venue. Its rates stay below the hotspot's limits. */
export function newVisit(random: Random, device: Device, start: number, stop: number): Visit {
  const { units, plan } = device.guest.venue;
  const working = units.filter(({ worksUntil }) => worksUntil > stop || worksUntil === Infinity);
  const { down, up } = rates(random, plan);
  return { device, unit: pick(random, working), start, stop, down, up };
}

/** Average rates of a session in kbps, down and up. */
export function rates(random: Random, plan: VenuePlan): { down: number; up: number } {
  const { kbps_down: most } = ownLimits(plan);
  const down = Math.min(logNormal(random, 420, 0.9), most === 0 ? Infinity : most * 0.8);
  return { down, up: down * (0.04 + random() * 0.22) };
}

/**
 * Start times of a device's sessions, sorted: at the venue's busy hours, after `created` (Unix seconds) and within the guest's validity.
 */
function startsOf(random: Random, guest: Guest, created: number, now: number): number[] {
  const rhythm = RHYTHMS[guest.venue.plan.kind];
  const validUntil = Math.min(now, (guest.row.valid_until?.getTime() ?? 0) / 1000);
  const first = dayOf(created);
  const last = rhythm.later > 0 ? dayOf(validUntil) : Math.min(guest.leaves, dayOf(validUntil));
  const starts: number[] = [];
  for (let day = first; day <= last; day += 1) {
    if (!chance(random, willBeOnline(rhythm, day, guest.leaves))) continue;
    const times = 1 + arrivals(random, rhythm.sessions - 1);
    // Guests check out in the morning.
    const latest = day === guest.leaves && day > first ? 11 * HOUR : DAY;
    for (let time = 0; time < times; time += 1) {
      const minute = weightedIndex(random, rhythm.hours) * 60 + between(random, 0, 59);
      const start = momentOf(day, minute) + between(random, 0, 59);
      if (start > created && start < validUntil && minute * MINUTE < latest) starts.push(start);
    }
  }
  return starts.sort((one, other) => one - other);
}

function willBeOnline({ daily, later, weekdays }: Rhythm, day: number, leaves: number): number {
  return day <= leaves ? daily : later * (weekdays[weekdayOf(day)] ?? 1);
}

/** Adds a visit for each start; each ends before the next begins. */
function visit(random: Random, device: Device, starts: readonly number[]): void {
  const { median } = RHYTHMS[device.guest.venue.plan.kind];
  starts.forEach((start, index) => {
    const minutes = Math.min(Math.max(logNormal(random, median, 0.85), 2), 600);
    const free = (starts[index + 1] ?? Infinity) - MINUTE;
    const stop = Math.min(start + Math.round(minutes * MINUTE), free);
    if (stop - start >= MINUTE) device.visits.push(newVisit(random, device, start, stop));
  });
}

/** The login methods that the venue has switched on, with their weights. */
function openLogins(plan: VenuePlan, { logins }: Rhythm): Partial<Record<AccountType, number>> {
  const closed: Partial<Record<AccountType, boolean>> = {
    sms: isOff(plan, 'sms_login'),
    facebook: isOff(plan, 'facebook_login'),
    linkedin: isOff(plan, 'linkedin_login'),
    voucher: !isOn(plan, 'voucher_login'),
  };
  return Object.fromEntries(Object.entries(logins).filter(([type]) => closed[type as AccountType] !== true));
}

function isOn({ preferences }: VenuePlan, key: string): boolean {
  return preferences[key] === 'true';
}

function isOff({ preferences }: VenuePlan, key: string): boolean {
  return preferences[key] === 'false';
}

/** Reason and country stay empty if the venue doesn't ask for them. */
function origin(random: Random, plan: VenuePlan, country: Country): { reason: string; country: string } {
  if (!isOn(plan, 'marketing_0_reason_country')) return { reason: '', country: '' };
  const { reasons } = RHYTHMS[plan.kind];
  return { reason: chance(random, 0.9) ? weighted(random, reasons) : '', country };
}

type Limits = Pick<GuestRow, 'kbps_down' | 'kbps_up' | 'max_navigation_traffic' | 'max_navigation_time'>;

/** The venue's limits, except for a few guests who asked for more. */
function limits(random: Random, plan: VenuePlan): Limits {
  const own = ownLimits(plan);
  if (!chance(random, 0.04)) return own;
  return { ...own, kbps_down: own.kbps_down * 2, kbps_up: own.kbps_up * 2, max_navigation_time: 0 };
}

function ownLimits({ preferences }: VenuePlan): Limits {
  const limit = (key: string) => Number(preferences[key] ?? 0);
  return {
    kbps_down: limit('CoovaChilli-Bandwidth-Max-Down'),
    kbps_up: limit('CoovaChilli-Bandwidth-Max-Up'),
    max_navigation_traffic: limit('CoovaChilli-Max-Total-Octets'),
    max_navigation_time: limit('CoovaChilli-Max-Navigation-Time'),
  };
}

export function dateOf(at: number): Date {
  return new Date(at * 1000);
}
