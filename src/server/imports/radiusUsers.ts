/** What a user of FreeRADIUS' tables becomes here: attributes of radcheck, radreply and of the groups, to a voucher or a MAC entry. Pure. */
import { macOf } from '../../contract/plain/macAddress';
import { MAX_DEVICES, MAX_INTEGER, MAX_VOUCHER_DAYS, VOUCHER_CODE } from '../../contract/plain/wire';

/** A voucher or MAC entry to make. Bandwidth in kbps, traffic in bytes, time in seconds; 0 for no limit. */
export interface Person {
  line: number;
  /** Its name where it comes from, by which its sessions are found. */
  source: string;
  /** `auth`: one guest's own; `normal`: for whoever has the code; `mac`: a device without a code. */
  type: 'auth' | 'normal' | 'mac';
  /** In small letters; of a MAC entry the address. */
  code: string;
  name: string;
  mail: string;
  note: string;
  max_time: number;
  max_traffic: number;
  kbps_up: number;
  kbps_down: number;
  /** Seconds of validity from the first use; 0 if it doesn't begin with it. */
  period: number;
  /** Its end, and when it was made, with or without a zone; empty if not known. */
  expires: string;
  created: string;
  /** Uses left; -1 for any number. */
  uses: number;
  devices: number;
}

export const NOBODY: Omit<Person, 'line' | 'source' | 'code'> = {
  ...{ type: 'auth', name: '', mail: '', note: '', max_time: 0, max_traffic: 0, kbps_up: 0, kbps_down: 0 },
  ...{ period: 0, expires: '', created: '', uses: -1, devices: 0 },
};

export interface Attribute {
  line: number;
  /** `info` is what daloRADIUS knows of a user. */
  of: 'check' | 'reply' | 'group' | 'info';
  attribute: string;
  value: string;
}

/** A user, or why nothing can be made of it. `ignored`: attributes that have no counterpart. `isPerDay`: its time or traffic is for a day. */
export type Made = { person: Person; ignored: string[]; counts: 'day' | 'total' | null } | { why: string };

/** Passwords in clear. */
const CLEAR = new Set(['cleartext-password', 'user-password', 'password']);
/** Attributes that say nothing that would have to be taken. */
const SILENT = new Set(
  'acct-interim-interval auth-type service-type framed-protocol fall-through idle-timeout reply-message framed-ip-address framed-ip-netmask framed-routing framed-mtu framed-compression'.split(
    ' ',
  ),
);

const GIGAWORD = 2 ** 32;

/** `written`: the user's name. `groups`: the attributes of groups by name. */
export function personOf(written: string, own: readonly Attribute[], groups: ReadonlyMap<string, readonly Attribute[]>): Made {
  const mac = macOf(written);
  // As sessions have it, whatever its letters: MySQL compares without case.
  const source = mac || written.toLowerCase();
  const line = own.find(({ of }) => of === 'check')?.line ?? 0;
  const info = (name: string) => own.find(({ of, attribute }) => of === 'info' && attribute === name)?.value ?? '';
  const inherited = own.filter(({ of }) => of === 'group').flatMap(({ value }) => groups.get(value) ?? []);
  // A user's own come before those of groups.
  const said = [...own.filter(({ of }) => of === 'check' || of === 'reply'), ...inherited];
  const values = new Map<string, string>();
  for (const { attribute, value } of said) if (!values.has(attribute.toLowerCase())) values.set(attribute.toLowerCase(), value.trim());
  if (values.get('auth-type')?.toLowerCase() === 'reject') return { why: 'is disabled there (Auth-Type Reject)' };

  const expires = momentIn(values.get('expiration') ?? '');
  if (expires === null) return { why: "has an Expiration that can't be read" };
  const common = { line, source, mail: info('mail'), created: momentIn(info('created')) || '', expires };
  const name = info('name') || written;
  const password = [...CLEAR].map((attribute) => values.get(attribute)).find((value) => value !== undefined);
  const isAccepted = values.get('auth-type')?.toLowerCase() === 'accept';
  if (mac !== '' && (isAccepted || password === undefined || macOf(password) === mac)) {
    const speed = speedOf(values);
    return { person: { ...NOBODY, ...common, ...speed, type: 'mac', code: mac, name }, ignored: [], counts: null };
  }
  if (password === undefined || password === '') {
    const hashed = said.find(({ attribute }) => /-password$|^password-with-header$/i.test(attribute));
    return { why: hashed ? `has a hashed password (${hashed.attribute}), from which no code can be made` : 'has no password' };
  }
  const code = password.toLowerCase();
  if (!VOUCHER_CODE.test(code))
    return {
      why: `has a password that is no code: up to 32 letters, digits, dots, dashes and underscores, which begins with a letter or digit`,
    };

  const time = whole(values, 'max-all-session', 'max-all-session-time') ?? 0;
  const timePerDay = whole(values, 'max-daily-session', 'max-daily-session-time') ?? 0;
  const traffic = trafficIn(values);
  const person: Person = {
    ...NOBODY,
    ...common,
    ...speedOf(values),
    code,
    name,
    max_time: time || timePerDay,
    max_traffic: traffic.total || traffic.perDay,
    period: Math.min(whole(values, 'access-period') ?? 0, MAX_VOUCHER_DAYS * 86_400),
    devices: Math.min(whole(values, 'simultaneous-use', 'port-limit') ?? 0, MAX_DEVICES),
  };
  const counts = time + traffic.total > 0 ? 'total' : timePerDay + traffic.perDay > 0 ? 'day' : null;
  return { person, ignored: [...new Set(said.map(({ attribute }) => attribute))].filter((attribute) => !isKnown(attribute)), counts };
}

const KNOWN = new Set([
  ...CLEAR,
  ...SILENT,
  ...'expiration max-all-session max-all-session-time max-daily-session max-daily-session-time access-period simultaneous-use port-limit'.split(
    ' ',
  ),
  ...'mikrotik-rate-limit mikrotik-total-limit mikrotik-total-limit-gigawords wispr-bandwidth-max-up wispr-bandwidth-max-down'.split(' '),
  ...'chillispot-bandwidth-max-up chillispot-bandwidth-max-down coovachilli-bandwidth-max-up coovachilli-bandwidth-max-down'.split(' '),
  ...'chillispot-max-total-octets coovachilli-max-total-octets coovachilli-max-total-gigawords'.split(' '),
  ...'max-all-octets max-total-octets max-daily-octets'.split(' '),
]);
const isKnown = (attribute: string): boolean => KNOWN.has(attribute.toLowerCase());

/** The first of these that is a whole number; undefined if none is. */
function whole(values: ReadonlyMap<string, string>, ...names: string[]): number | undefined {
  const text = names.map((name) => values.get(name)).find((value) => value !== undefined && /^\d+$/.test(value));
  return text === undefined ? undefined : Math.min(Number(text), MAX_INTEGER);
}

function trafficIn(values: ReadonlyMap<string, string>): { total: number; perDay: number } {
  const octets = (name: string) => Number(/^\d{1,15}$/.exec(values.get(name) ?? '')?.[0] ?? 0);
  const total =
    octets('mikrotik-total-limit') + octets('mikrotik-total-limit-gigawords') * GIGAWORD ||
    octets('coovachilli-max-total-octets') + octets('coovachilli-max-total-gigawords') * GIGAWORD ||
    octets('chillispot-max-total-octets') ||
    octets('max-all-octets') ||
    octets('max-total-octets');
  return { total, perDay: octets('max-daily-octets') };
}

function speedOf(values: ReadonlyMap<string, string>): Pick<Person, 'kbps_up' | 'kbps_down'> {
  const mikrotik = rateOf(values.get('mikrotik-rate-limit') ?? '');
  const of = (way: 'up' | 'down') => {
    const bits = whole(values, `wispr-bandwidth-max-${way}`);
    return (
      (bits === undefined ? undefined : Math.ceil(bits / 1000)) ??
      whole(values, `chillispot-bandwidth-max-${way}`, `coovachilli-bandwidth-max-${way}`)
    );
  };
  return { kbps_up: of('up') ?? mikrotik.up, kbps_down: of('down') ?? mikrotik.down };
}

/** Of MikroTik's `rx/tx …`: the router receives what the guest sends. One number is for both. In kbps. */
export function rateOf(text: string): { up: number; down: number } {
  const [, up = '0', down = up] = /^\s*([\d.]+[kMG]?)(?:\/([\d.]+[kMG]?))?/.exec(text) ?? [];
  const kbps = (rate: string) => Math.ceil((Number.parseFloat(rate) * ({ k: 1000, M: 1e6, G: 1e9 }[rate.slice(-1)] ?? 1)) / 1000);
  return { up: kbps(up), down: kbps(down) };
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (number: number | string) => String(number).padStart(2, '0');

/**
 * A moment as PostgreSQL reads it: with the zone where it has one, else without. From "2026-11-26 10:00:00+01", from FreeRADIUS'
 * "26 Nov 2026 10:00:00" and "November 26 2026", and RouterOS' "nov/26/2026 10:00:00". Empty for none (zeros too), null if it is no moment.
 */
export function momentIn(text: string): string | null {
  const written = text.trim();
  if (written === '' || /^0000-|^0001-01-01/.test(written)) return '';
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(written);
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/i.exec(written);
  const monthFirst = /^([a-z]{3})[a-z]*[ /](\d{1,2})[ /,]+(\d{4})(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/i.exec(written);
  const [year, month, day, rest] = iso
    ? [iso[1], Number(iso[2]), iso[3], iso.slice(4)]
    : dayFirst
      ? [dayFirst[3], MONTHS.indexOf((dayFirst[2] ?? '').toLowerCase()) + 1, dayFirst[1], dayFirst.slice(4)]
      : monthFirst
        ? [monthFirst[3], MONTHS.indexOf((monthFirst[1] ?? '').toLowerCase()) + 1, monthFirst[2], monthFirst.slice(4)]
        : [];
  if (year === undefined || month === undefined || day === undefined || rest === undefined) return null;
  const [hour = '00', minute = '00', second = '00', zone = ''] = rest;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const isDay = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${year}-${two(month)}-${two(day)} ${hour}:${minute}:${second}${zone}`;
}
