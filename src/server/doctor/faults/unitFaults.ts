/** What keeps units from reaching the server. */
import type { Fault } from './fault';

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
      /^(?:127\.|::1$|localhost$)/.test(radius.host) && {
        wrong: `RADIUS is served at ${radius.host} only, where no unit of another network reaches it.`,
        mend: 'Set PORTICO_RADIUS_HOST to 0.0.0.0 or :: and let the firewall accept the sites, or put FreeRADIUS in front.',
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
