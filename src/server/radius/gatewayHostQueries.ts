/**
 * The hosts of a unit's own log-in page. The unit names them: CoovaChilli and MikroTik send `WISPr-Logoff-URL` in each Access-Request. From
 * then on the portal sends guests, whose browsers carry login tokens, to no other host (portal/arrival.ts).
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { units } from '../database/schema';
import { valueOf, type Packet } from './codec';

/** Maximum number of hosts of a unit; a router may have several hotspots. */
const MOST = 10;

/** Stores the host that an Access-Request names, unless it is known. Only for packets signed by their unit; others may be anybody's. */
export async function storeGatewayHost(
  db: Db,
  unit: { id: number; gateway_hosts: readonly string[] },
  packet: Pick<Packet, 'attributes'>,
): Promise<void> {
  const host = hostOf(valueOf(packet, 'WISPr-Logoff-URL') ?? '');
  if (host === '' || unit.gateway_hosts.includes(host)) return;
  const { id, gateway_hosts } = units;
  await db
    .update(units)
    .set({ gateway_hosts: sql`(array_append(${gateway_hosts}, ${host}))[greatest(1, cardinality(${gateway_hosts}) + 2 - ${MOST}::int):]` })
    .where(and(eq(id, unit.id), sql`not ${host} = any(${gateway_hosts})`));
}

/** The hosts that a unit has named; none if it hasn't. */
export async function gatewayHostsOf(db: Db, unitId: number): Promise<readonly string[]> {
  const [unit] = await db.select({ hosts: units.gateway_hosts }).from(units).where(eq(units.id, unitId));
  return unit?.hosts ?? [];
}

/** The host of a URL, without brackets; '' for anything else. */
export function hostOf(address: string): string {
  const url = address.length <= 500 && URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^\[|\]$/g, '') : '';
}
