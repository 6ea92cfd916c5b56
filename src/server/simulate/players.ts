/** Sets up the simulation over the API: the hotspot's units, guests with vouchers, and devices with MAC entries. */
import { z } from 'zod';
import { unit as unitOnWire } from '../../contract/units';
import { voucher as voucherOnWire } from '../../contract/vouchers';
import { UNIT_KINDS } from '../../contract/wire';
import type { PlayedGuest, PlayedUnit } from './playedUnit';

/** An error the user at the command line can fix. */
export class SimulationError extends Error {}

interface Options {
  /** URL of the server, like http://127.0.0.1:8080. */
  url: string;
  username: string;
  password: string;
  hotspotId: number;
  guests: number;
  now: Date;
}

const MOST_UNITS = 20;

/**
 * Half of the guests log in with vouchers if there are enough; the others are devices, whose MAC entries are created if missing. Throws
 * SimulationError.
 */
export async function playersAt({ url, username, password, hotspotId, guests, now }: Options) {
  const ask = async (method: 'GET' | 'POST', path: string, token: string, body?: object) => {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (token !== '') headers.set('Token', token);
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/${path}`, sent).catch((error: unknown) => {
      throw new SimulationError(`No answer from ${url}: ${error instanceof Error ? error.message : String(error)}`);
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const login = await ask('POST', 'login', '', { username, password });
  if (login.status !== 201) throw new SimulationError(`${username} can't sign in at ${url}: ${JSON.stringify(login.body)}`);
  const { token } = z.object({ token: z.string() }).parse(login.body);
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const { status, body } = await ask('GET', path, token);
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
  const units = known.map(({ uuid, mac_address, secret }, nth): PlayedUnit => {
    return { uuid, mac: mac_address, secret, kind: UNIT_KINDS[nth % UNIT_KINDS.length] ?? 'generic' };
  });

  const vouchers = await read(`vouchers/${hotspotId}`, z.array(voucherOnWire));
  const isValid = ({ expires }: (typeof vouchers)[number]) => expires === null || new Date(expires) > now;
  const usable = vouchers.filter((one) => one.type === 'auth' && isValid(one)).slice(0, Math.floor(guests / 2));
  const withVouchers = usable.map(({ code }, nth): PlayedGuest => ({ username: code, password: code, ...deviceOf(hotspotId, nth) }));

  const devices: PlayedGuest[] = [];
  for (let nth = withVouchers.length; nth < guests; nth += 1) {
    const device = deviceOf(hotspotId, nth);
    const entry = { mac: device.deviceMac, name: `Simulated device ${nth + 1}` };
    const { status, body } = await ask('POST', `units/${first.id}/mac`, token, entry);
    // 409: created by an earlier simulation.
    if (status !== 201 && status !== 409) throw new SimulationError(`No MAC entry for ${device.deviceMac}: ${JSON.stringify(body)}`);
    devices.push({ username: device.deviceMac, password: null, ...device });
  }
  return { units, guests: [...withVouchers, ...devices] };
}

/** Unique addresses: locally administered, with the hotspot's id in them. */
function deviceOf(hotspotId: number, nth: number): Pick<PlayedGuest, 'deviceMac' | 'address'> {
  const bytes = [0x02, 0x51, (hotspotId >> 8) & 255, hotspotId & 255, (nth >> 8) & 255, nth & 255];
  return {
    deviceMac: bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    address: `10.99.${(nth >> 8) & 255}.${nth & 255}`,
  };
}
