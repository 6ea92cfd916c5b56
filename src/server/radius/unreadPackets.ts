/** Packets that the system dropped because a socket's receive buffer was full, as units sent more at once than fits. */
import { readFileSync } from 'node:fs';

/** The system's tables of UDP sockets. */
const TABLES = ['/proc/net/udp', '/proc/net/udp6'];

/** How many packets were dropped since their sockets were opened, at these ports of the machine; null where the system doesn't tell. */
export function unreadPackets(ports: readonly number[]): number | null {
  const tables = TABLES.flatMap(tableOf);
  return tables.length === 0 ? null : tables.reduce((all, table) => all + droppedAt(ports, table), 0);
}

/** None on systems other than Linux, and of IPv6 none where that is off. */
function tableOf(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}

/** A line of the table is a socket: its number, address and port in hexadecimal, and further on, last, what it dropped. */
export const droppedAt = (ports: readonly number[], table: string): number =>
  table
    .split('\n')
    .map((line) => /^\s*\d+: [\dA-F]+:([\dA-F]{4}) .* (\d+)\s*$/.exec(line))
    .reduce((all, found) => (found && ports.includes(parseInt(found[1] ?? '', 16)) ? all + Number(found[2]) : all), 0);
