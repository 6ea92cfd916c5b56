/** Sets up the simulation over the API: the hotspot's units, guests with vouchers, and devices with MAC entries. */
import { z } from 'zod';
import { liveUnit, unit as unitOnWire, type UnitRadius } from '../../contract/units';
import { isExpired } from '../../contract/plain/voucherState';
import { voucher as voucherOnWire } from '../../contract/vouchers';
import { COA_PORT, CONSOLE_HEADER, UNIT_KINDS, type UnitKind } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';
import type { PlayedGuest } from './playedUnit';
import type { SimulatedUnit } from './unitLinks';

/** An error the user at the command line can fix. */
export class SimulationError extends Error {}

interface Options {
  /** URL of the server, like http://127.0.0.1:8080. */
  url: string;
  username: string;
  password: string;
  hotspotId: number;
  guests: number;
  /** Whether units may use RADIUS although the server has none itself: FreeRADIUS in front of it. */
  hasRadius?: boolean;
  now: Date;
}

type UnitWithName = SimulatedUnit & { name: string; coaPort: number };

const MOST_UNITS = 20;

/**
 * Half of the guests log in with vouchers if there are enough; the others are devices, whose MAC entries are created if missing. Throws
 * SimulationError.
 */
export async function setUpSimulation({ url, username, password, hotspotId, guests, hasRadius = false, now }: Options) {
  const call = async (method: 'GET' | 'POST', path: string, token: string, body?: object) => {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    // Without the header, units come with their secrets; with it, an empty list is no refusal.
    if (!path.startsWith('units')) headers.set(CONSOLE_HEADER, '1');
    if (token !== '') headers.set('Token', token);
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/${path}`, sent).catch((error: unknown) => {
      throw new SimulationError(`No answer from ${url}: ${error instanceof Error ? error.message : String(error)}`);
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const login = await call('POST', 'login', '', { username, password });
  if (login.status !== 201) throw new SimulationError(`${username} can't sign in at ${url}: ${JSON.stringify(login.body)}`);
  const { token } = z.object({ token: z.string() }).parse(login.body);
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const { status, body } = await call('GET', path, token);
    if (status !== 200) throw new SimulationError(`${path}: ${JSON.stringify(body)}`);
    return schema.parse(body);
  };

  const listed = await read(`units?hotspot=${hotspotId}&page=1&limit=${MOST_UNITS}`, z.object({ data: z.array(unitOnWire) }));
  const known = listed.data.filter(({ secret }) => secret !== '');
  const [first] = known;
  if (!first)
    throw new SimulationError(
      `Hotspot ${hotspotId} has no unit with a secret, or ${username} may not read it: sign in as admin or reseller.`,
    );
  const { units, unserved, ports } = await unitsOf(known, hasRadius, (id) => read(`units/${id}?live=true`, liveUnit));
  if (units.length === 0)
    throw new SimulationError(
      `${url} serves none of the units of hotspot ${hotspotId}. Start it with PORTICO_RADIUS=on, PORTICO_HTTP_AAA=on or PORTICO_OPENNDS=on.`,
    );

  const vouchers = await read(`vouchers/${hotspotId}`, z.array(voucherOnWire));
  const usable = vouchers.filter((one) => one.type === 'auth' && !isExpired(one, now)).slice(0, Math.floor(guests / 2));
  const withVouchers = usable.map(({ code }, nth): PlayedGuest => {
    return { username: code, password: code, ...deviceOf(hotspotId, nth, PHONE) };
  });

  const devices: PlayedGuest[] = [];
  for (let nth = withVouchers.length; nth < guests; nth += 1) {
    const device = deviceOf(hotspotId, nth, DEVICE);
    const entry = { mac: device.deviceMac, name: `Simulated device ${nth + 1}` };
    const { status, body } = await call('POST', `units/${first.id}/mac`, token, entry);
    // 409: created by an earlier simulation.
    if (status !== 201 && status !== 409) throw new SimulationError(`No MAC entry for ${device.deviceMac}: ${JSON.stringify(body)}`);
    devices.push({ username: device.deviceMac, password: null, ...device });
  }
  return { units, unserved, ports, guests: [...withVouchers, ...devices] };
}

/**
 * Each unit is of the kind set by staff; those without take the other kinds in turn. `unserved`: names of units whose kind the server isn't
 * set up for. `ports`: the server's RADIUS ports, null if it has none.
 */
async function unitsOf(
  known: readonly z.infer<typeof unitOnWire>[],
  hasRadius: boolean,
  read: (id: number) => Promise<z.infer<typeof liveUnit>>,
) {
  const units: UnitWithName[] = [];
  const unserved: string[] = [];
  let ports: UnitRadius['ports'] = null;
  let withoutKind = 0;
  for (const { id, uuid, mac_address: mac, secret, name } of known) {
    const { radius } = await read(id);
    const served = {
      isByRadius: hasRadius || (radius?.ports ?? null) !== null,
      isByHttp: radius?.has_http ?? false,
      faskey: radius?.faskey ?? null,
    };
    const kinds = UNIT_KINDS.filter((one) => protocolOf(one, served, 0) !== null);
    const kind = radius?.kind || kinds[withoutKind % kinds.length];
    if (!radius?.kind) withoutKind += 1;
    const before = units.filter((one) => one.kind === kind).length;
    const protocol = kind && protocolOf(kind, served, before);
    if (protocol) units.push({ uuid, mac, secret, name, kind, coaPort: radius?.coa_port ?? COA_PORT, ...protocol });
    else unserved.push(name);
    ports ??= radius?.ports ?? null;
  }
  return { units, unserved, ports };
}

interface Served {
  isByRadius: boolean;
  isByHttp: boolean;
  faskey: string | null;
}

/**
 * If both the kind and the server support RADIUS and HTTP AAA, every other unit uses HTTP AAA. Null if the server has no protocol for this
 * kind.
 */
function protocolOf(kind: UnitKind, { isByRadius, isByHttp, faskey }: Served, nth: number) {
  const { protocol } = GATEWAYS[kind];
  if (protocol === 'script') return faskey === null ? null : { protocol: 'opennds' as const, faskey };
  if (protocol === 'radius_or_http' && isByHttp && (!isByRadius || nth % 2 === 0)) return { protocol: 'http_aaa' as const };
  return isByRadius ? { protocol: 'radius' as const } : null;
}

/** Second byte of MAC addresses: for phones with a voucher, which must not have a MAC entry from another simulation, and for devices. */
const PHONE = 0x52;
const DEVICE = 0x51;

/** Unique addresses: locally administered, with the hotspot's id in them. */
function deviceOf(hotspotId: number, nth: number, what: number): Pick<PlayedGuest, 'deviceMac' | 'address'> {
  const bytes = [0x02, what, (hotspotId >> 8) & 255, hotspotId & 255, (nth >> 8) & 255, nth & 255];
  return {
    deviceMac: bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    address: `10.99.${(nth >> 8) & 255}.${nth & 255}`,
  };
}
