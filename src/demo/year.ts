/** Generates a year of a venue: its guests, their sessions, and those running now. Times are Unix seconds. */
import {
  bringDevices,
  dateOf,
  entryRow,
  guestRow,
  newDevice,
  newVisit,
  type Device,
  type Guest,
  type Venue,
  type Unit,
  type Visit,
} from './guests';
import { DAY, dayOf, HOUR, minuteOf, MINUTE, momentOf, monthOf, weekdayOf } from './italianTime';
import { logNormal, arrivals, between, fixedMacAddress, randomFor, weightedIndex, type Random } from './random';
import { expectedGuests, RHYTHMS } from './rhythms';

/** Days of history. */
const YEAR = 365;

/** Business grows over the year, from a little below average to a little above. */
const GROWTH = { from: 0.85, to: 1.15 };

/** Every guest of a venue in the last year, with all visits up to `now`. MAC entries first, then in order of arrival by day. */
export function guestsOfYear(venue: Venue, since: number, now: number): Guest[] {
  const random = randomFor(venue.plan.name);
  const taken = new Set<string>();
  const guests = entries(random, venue, since, now);
  const [first, today] = [dayOf(Math.max(since, now - YEAR * DAY)), dayOf(now)];
  for (let day = first; day <= today; day += 1) {
    const grown = GROWTH.from + (GROWTH.to - GROWTH.from) * (1 - (today - day) / YEAR);
    const count = arrivals(random, expectedOn(venue, day) * grown * logNormal(random, 1, RHYTHMS[venue.plan.kind].swing));
    const coming = Array.from({ length: count }, () => guestOn(random, venue, day, taken));
    for (const { guest, created } of coming) {
      if (created > now - MINUTE) continue;
      bringDevices(random, guest, created, now);
      guests.push(guest);
    }
  }
  keepUnitsAwake(random, venue, guests, now);
  return guests;
}

/** Guest sessions expected at this time of day, without MAC entries: 10 at 5:00, up to 50 at 17:00. */
export function expectedRunning(now: number): number {
  const hour = minuteOf(now) / 60;
  return Math.round(30 - 20 * Math.cos(((hour - 5) / 24) * 2 * Math.PI));
}

/** Relative likelihood that the next session begins at this venue. */
export function sessionWeight({ plan }: Pick<Venue, 'plan'>, now: number): number {
  const rhythm = RHYTHMS[plan.kind];
  const day = dayOf(now);
  const hour = rhythm.hours[Math.floor(minuteOf(now) / 60)] ?? 0;
  return expectedGuests(rhythm, plan.size, monthOf(day), weekdayOf(day)) * hour;
}

/** Starts sessions until as many guests are online as expected at this time of day. */
export function bringGuestsOnline(random: Random, guests: readonly Guest[], now: number): void {
  const today = dayOf(now);
  const people = guests.filter(({ row }) => row.account_type !== 'mac');
  const running = people.flatMap(({ devices }) => devices).filter((device) => isOnline(device, now)).length;
  const present = people
    .filter((guest) => guest.leaves >= today && isValid(guest, now))
    .flatMap(({ devices }) => devices)
    .filter((device) => !isOnline(device, now));
  const weights = present.map(({ guest }) => sessionWeight(guest.venue, now));
  for (let missing = expectedRunning(now) - running; missing > 0 && weights.some((weight) => weight > 0); missing -= 1) {
    const index = weightedIndex(random, weights);
    const device = present[index];
    weights[index] = 0;
    if (device) goOnline(random, device, now);
  }
}

function expectedOn({ plan }: Venue, day: number): number {
  return expectedGuests(RHYTHMS[plan.kind], plan.size, monthOf(day), weekdayOf(day));
}

function guestOn(random: Random, venue: Venue, day: number, taken: Set<string>): { guest: Guest; created: number } {
  const { arrive, nights } = RHYTHMS[venue.plan.kind];
  const created = momentOf(day, between(random, arrive[0] * 60, arrive[1] * 60 + 59)) + between(random, 0, 59);
  const stays = weightedIndex(random, nights);
  let row = guestRow(random, venue.plan, created, stays);
  while (taken.has(row.username)) row = guestRow(random, venue.plan, created, stays);
  taken.add(row.username);
  return { created, guest: { venue, row, leaves: day + stays, devices: [] } };
}

/**
 * MAC entries: devices that are always online and log in again about once a day. Spread over the units so that none falls silent by chance.
 */
function entries(random: Random, venue: Venue, since: number, now: number): Guest[] {
  const working = venue.units.filter(isWorking);
  return venue.plan.entries.flatMap((name, index) => {
    const created = momentOf(dayOf(Math.max(since, now - between(random, 60, 200) * DAY)) + 1, between(random, 9 * 60, 17 * 60));
    const unit = working[index % working.length];
    if (unit === undefined || created > now) return [];
    const mac = fixedMacAddress(random);
    const guest: Guest = { venue, row: entryRow(venue, name, mac, created), leaves: dayOf(now), devices: [] };
    const device = newDevice(random, guest, mac);
    device.visits.push(...dayAndNight(random, device, unit, created, now));
    guest.devices.push(device);
    return [guest];
  });
}

function dayAndNight(random: Random, device: Device, unit: Unit, created: number, now: number): Visit[] {
  const visits: Visit[] = [];
  for (let start = created; start < now;) {
    const stop = start + between(random, 18 * HOUR, 30 * HOUR);
    const down = logNormal(random, 24, 0.6);
    visits.push({ device, unit, start, stop, down, up: down * 0.3 });
    start = stop + between(random, 2 * MINUTE, 9 * MINUTE);
  }
  return visits;
}

/**
 * Adds sessions so that no working unit counts as silent, as units without a session for a day do; only those meant to be broken should.
 */
function keepUnitsAwake(random: Random, venue: Venue, guests: Guest[], now: number): void {
  const visits = guests.flatMap(({ devices }) => devices.flatMap((device) => device.visits));
  for (const unit of venue.units.filter(isWorking)) {
    if (visits.some((visit) => visit.unit === unit && visit.stop > now - 16 * HOUR)) continue;
    const device = freeDevice(guests, now) ?? technicianIn(random, venue, guests, now);
    const start = between(random, Math.max(freeSince(device), now - 12 * HOUR), now - 45 * MINUTE);
    device.visits.push({ ...newVisit(random, device, start, start + between(random, 4, 30) * MINUTE), unit });
  }
}

/** The device of the most recent valid guest that wasn't online in the last three hours. */
function freeDevice(guests: readonly Guest[], now: number): Device | undefined {
  const devices = guests.filter((guest) => isValid(guest, now)).flatMap((guest) => guest.devices);
  return devices.findLast((device) => freeSince(device) < now - 3 * HOUR);
}

/** Fallback for venues that are empty off season: adds a technician's notebook as a MAC entry. */
function technicianIn(random: Random, venue: Venue, guests: Guest[], now: number): Device {
  const mac = fixedMacAddress(random);
  const guest: Guest = { venue, row: entryRow(venue, 'Notebook manutenzione', mac, now - 13 * HOUR), leaves: 0, devices: [] };
  const device = newDevice(random, guest, mac);
  guest.devices.push(device);
  guests.push(guest);
  return device;
}

function goOnline(random: Random, device: Device, now: number): void {
  const start = Math.max(freeSince(device), now - Math.round(between(random, 2, 100) * MINUTE * (0.3 + random())));
  if (start < now - MINUTE) device.visits.push(newVisit(random, device, start, Infinity));
}

/** Earliest start of a device's next visit: after its last one, or its guest's arrival. */
function freeSince({ guest, visits }: Device): number {
  const last = visits.at(-1);
  return last === undefined ? guest.row.created.getTime() / 1000 : last.stop + 2 * MINUTE;
}

function isOnline({ visits }: Device, now: number): boolean {
  return (visits.at(-1)?.stop ?? 0) > now;
}

function isValid({ row }: Guest, now: number): boolean {
  return row.valid_until !== null && row.valid_until > dateOf(now);
}

function isWorking({ worksUntil }: Unit): boolean {
  return worksUntil === Infinity;
}
