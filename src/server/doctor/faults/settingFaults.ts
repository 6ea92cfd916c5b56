/** Settings that have no effect, and the clock and time zone. */
import { hasUnits } from '../../config';
import type { Fault } from './fault';

const CLOCKS_MAY_DIFFER = 30_000;

export const SETTING_FAULTS = {
  file_unusable: {
    stops: true,
    find: ({ machine: { files } }) =>
      files.length > 0 && {
        wrong: files.map(({ setting, problem }) => `${setting}: ${problem}`).join('\n'),
        mend: 'Name files that the user of the service can read.',
      },
  },
  setting_unknown: {
    find: ({ config: { warnings } }) =>
      warnings.length > 0 && {
        wrong: warnings.join('\n'),
        mend: 'Correct the name, or remove it. The names are in docs/operations.md#settings.',
      },
  },
  clock_stopped: {
    breaks: true,
    find: ({ config: { now } }) =>
      now !== undefined && {
        wrong: `PORTICO_NOW stops the clock at ${now.toISOString()}: nothing ever expires.`,
        mend: 'Remove PORTICO_NOW. It is for tests.',
      },
  },
  clock_behind: {
    breaks: true,
    find: ({ machine: { now }, database }) =>
      database?.newest != null &&
      new Date(database.newest).getTime() - now.getTime() > CLOCKS_MAY_DIFFER && {
        wrong: `It is ${now.toISOString()} here, but the database has entries of ${database.newest}: the clock is behind, or was ahead.`,
        mend: 'Let the clock be set by NTP (timedatectl set-ntp true).',
      },
  },
  clocks_differ: {
    find: ({ machine: { now }, database }) =>
      database !== null &&
      Math.abs(new Date(database.clock).getTime() - now.getTime()) > CLOCKS_MAY_DIFFER && {
        wrong: `It is ${now.toISOString()} here, and ${database.clock} on the database's machine.`,
        mend: 'Let both clocks be set by NTP (timedatectl set-ntp true).',
      },
  },
  zone_unset: {
    find: ({ machine: { zone }, config }) =>
      hasUnits(config) &&
      config.zone === zone &&
      /^(?:UTC|Etc\/|GMT)/.test(zone) && {
        wrong: `The time zone is ${zone}, the machine's: days and vouchers of hotspots without a zone of their own end by it.`,
        mend: 'Set PORTICO_ZONE to the zone of the hotspots, like Europe/Rome.',
      },
  },
} satisfies Record<string, Fault>;
