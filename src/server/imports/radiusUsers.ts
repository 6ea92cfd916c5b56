/** Converts a user of FreeRADIUS' tables to a voucher or MAC entry, by the attributes of radcheck, radreply and the user's groups. Pure. */
import { macOf } from '../../contract/plain/macAddress';
import { MAX_DEVICES, MAX_INTEGER, MAX_VOUCHER_DAYS, VOUCHER_CODE } from '../../contract/plain/wire';

/** A voucher or MAC entry to create. Bandwidth in kbps, traffic in bytes, time in seconds; 0 for no limit. */
export interface Person {
  line: number;
  /** Its name in the other program, by which its sessions are found. */
  source: string;
  /** `auth`: for one guest; `normal`: for anybody who has the code; `mac`: a device without a code. */
  type: 'auth' | 'normal' | 'mac';
  /** In lower case; for a MAC entry its MAC address. */
  code: string;
  name: string;
  mail: string;
  note: string;
  max_time: number;
  max_traffic: number;
  kbps_up: number;
  kbps_down: number;
  /** Seconds of validity from the first use; 0 if the validity doesn't depend on that. */
  period: number;
  /** When it ends and when it was created, with or without a zone; empty if unknown. */
  expires: string;
  created: string;
  /** Uses left; -1 for unlimited. */
  uses: number;
  devices: number;
}

export const NOBODY: Omit<Person, 'line' | 'source' | 'code'> = {
  type: 'auth',
  name: '',
  mail: '',
  note: '',
  max_time: 0,
  max_traffic: 0,
  kbps_up: 0,
  kbps_down: 0,
  period: 0,
  expires: '',
  created: '',
  uses: -1,
  devices: 0,
};

export interface Attribute {
  line: number;
  /** `info`: from daloRADIUS. */
  of: 'check' | 'reply' | 'group' | 'info';
  attribute: string;
  value: string;
}

/** The converted user, or why it can't be converted. `ignored`: attributes without a counterpart. `counts`: whether limits are per day. */
export type ParsedPerson = { person: Person; ignored: string[]; counts: 'day' | 'total' | null } | { why: string };

/** Attributes with a password in clear text. */
const CLEAR = new Set(['cleartext-password', 'user-password', 'password']);
/** Attributes that needn't be imported. */
const SILENT = new Set(
  'acct-interim-interval auth-type service-type framed-protocol fall-through idle-timeout reply-message framed-ip-address framed-ip-netmask framed-routing framed-mtu framed-compression'.split(
    ' ',
  ),
);

const GIGAWORD = 2 ** 32;

/** `written`: the user's name. `groups`: the attributes of each group, by name. */
export function personOf(written: string, own: readonly Attribute[], groups: ReadonlyMap<string, readonly Attribute[]>): ParsedPerson {
  const mac = macOf(written);
  // As in sessions, in lower case: MySQL ignores case.
  const source = mac || written.toLowerCase();
  const line = own.find(({ of }) => of === 'check')?.line ?? 0;
  const info = (name: string) => own.find(({ of, attribute }) => of === 'info' && attribute === name)?.value ?? '';
  const inherited = own.filter(({ of }) => of === 'group').flatMap(({ value }) => groups.get(value) ?? []);
  // The user's own attributes take precedence over those of groups.
  const attributes = [...own.filter(({ of }) => of === 'check' || of === 'reply'), ...inherited];
  const values = new Map<string, string>();
  for (const { attribute, value } of attributes)
    if (!values.has(attribute.toLowerCase())) values.set(attribute.toLowerCase(), value.trim());
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
    const hashed = attributes.find(({ attribute }) => /-password$|^password-with-header$/i.test(attribute));
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
  return { person, ignored: [...new Set(attributes.map(({ attribute }) => attribute))].filter((attribute) => !isKnown(attribute)), counts };
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

/** The value of the first of these attributes that has a whole number; undefined if none has. */
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
  const of = (direction: 'up' | 'down') => {
    const bits = whole(values, `wispr-bandwidth-max-${direction}`);
    return (
      (bits === undefined ? undefined : Math.ceil(bits / 1000)) ??
      whole(values, `chillispot-bandwidth-max-${direction}`, `coovachilli-bandwidth-max-${direction}`)
    );
  };
  return { kbps_up: of('up') ?? mikrotik.up, kbps_down: of('down') ?? mikrotik.down };
}

/** Parses MikroTik's `rx/tx …`, where the router receives (rx) what the guest sends. A single number applies to both. In kbps. */
export function rateOf(text: string): { up: number; down: number } {
  const [, up = '0', down = up] = /^\s*([\d.]+[kMG]?)(?:\/([\d.]+[kMG]?))?/.exec(text) ?? [];
  const kbps = (rate: string) => Math.ceil((Number.parseFloat(rate) * ({ k: 1000, M: 1e6, G: 1e9 }[rate.slice(-1)] ?? 1)) / 1000);
  return { up: kbps(up), down: kbps(down) };
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (number: number | string) => String(number).padStart(2, '0');

/**
 * A time as PostgreSQL reads it, with a zone if it has one. From "2026-11-26 10:00:00+01", from FreeRADIUS' "26 Nov 2026 10:00:00" and
 * "November 26 2026", and RouterOS' "nov/26/2026 10:00:00". '' for an empty text or zeros, null if it isn't a time.
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
