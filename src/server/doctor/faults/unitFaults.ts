/** What keeps units from reaching the server. */
import { hasUnits } from '../../config';
import { LOOPBACK } from '../../loopback';
import type { Fault } from './fault';

const DAY = 86_400_000;
/** Packets that may get lost before it is a fault: units send again what isn't answered. */
const FEW_UNREAD = 100;

export const UNIT_FAULTS = {
  port_taken: {
    stops: true,
    find: ({ network: { takenPorts } }) =>
      takenPorts.length > 0 && {
        wrong: takenPorts.map(({ setting, port }) => `${setting}: another program has port ${port}.`).join('\n'),
        mend: `Stop that program (ss -ltnup shows it), or set ${takenPorts.map(({ setting }) => setting).join(' and ')} to others.`,
      },
  },
  radius_local: {
    find: ({ config: { radius } }) =>
      radius !== undefined &&
      radius.mayMove !== true &&
      LOOPBACK.test(radius.host) && {
        wrong: `RADIUS is served at ${radius.host} only, where no unit of another network reaches it.`,
        mend: 'Set PORTICO_RADIUS_HOST to 0.0.0.0 or :: and let the firewall accept the sites, or put FreeRADIUS in front.',
      },
  },
  unit_unroutable: {
    breaks: true,
    find: ({ network: { unroutable }, config: { radius } }) =>
      unroutable.length > 0 && {
        wrong: `From ${String(radius?.host)}, where RADIUS listens, this machine has no way to ${unroutable.join(', ')}, the fixed address of a unit.`,
        mend: 'Give the machine a route or the tunnel to that network (ip route get ADDRESS), correct PORTICO_RADIUS_HOST, or correct the address on the page of the unit.',
      },
  },
  units_unheard: {
    breaks: true,
    find: ({ config, machine: { now }, database }) => {
      if (!database || !hasUnits(config)) return false;
      const { registered, heard: lastContact } = database.units;
      const isSilent = lastContact === null || now.getTime() - new Date(lastContact).getTime() > DAY;
      return (
        registered > 0 &&
        isSilent && {
          wrong: lastContact === null ? 'No unit has ever reached this server.' : `No unit has reached this server since ${lastContact}.`,
          mend: 'Let the firewall accept UDP 1812 and 1813 from the networks of the units, or HTTPS; "Set up" on the page of a unit says what to enter there and what has arrived.',
        }
      );
    },
  },
  packets_unread: {
    find: ({ network: { unread } }) =>
      unread !== null &&
      unread > FEW_UNREAD && {
        wrong: `Since the server was started, ${unread} RADIUS packets got lost before it could read them: more came at once than the system holds for it.`,
        mend: 'Write net.core.rmem_max=4194304 into a file in /etc/sysctl.d, run "sysctl --system" and restart the server. If it is set, let the firewall accept only the networks of the units, or divide them among several servers.',
      },
  },
  secrets_wrong: {
    find: ({ database }) =>
      database !== null &&
      database.wrongSecrets.length > 0 && {
        wrong: `With a wrong secret, or unsigned, come packets of: ${database.wrongSecrets.join(', ')}.`,
        mend: 'Enter the same secret in the unit and on its page in the console, which lists who sent them.',
      },
  },
  freeradius_outdated: {
    find: ({ machine: { olderFreeradiusFiles: files } }) =>
      files.length > 0 && {
        wrong: `${files.join(' and ')} differ from what this version writes.`,
        mend: 'Run "portico freeradius-config FOLDER" again and restart FreeRADIUS.',
      },
  },
} satisfies Record<string, Fault>;
