/** The faults that `portico doctor` knows by name: how to detect each, what is wrong, and how to fix it. No text contains a secret. */
import { hasUnits } from '../config';
import type { Examined } from './examined';

export interface Finding {
  fault: FaultName;
  /** Whether the server can't start with it. */
  stops: boolean;
  /** Whether something doesn't work in the running server because of it, or data may be lost. */
  breaks: boolean;
  wrong: string;
  mend: string;
}

type Found = Pick<Finding, 'wrong' | 'mend'>;

interface Fault {
  stops?: true;
  breaks?: true;
  find: (it: Examined) => Found | false;
}

const MB = 1_048_576;
const DAY = 86_400_000;

/** Minimum memory in bytes: for the embedded database, for its creation at the first start, and for a replica on PostgreSQL. */
export const MEMORY = { embedded: 640 * MB, firstStart: 900 * MB, postgres: 256 * MB };

/** Minimum free disk space, and minimum number of open files. */
const FREE = 500 * MB;
const OPEN_FILES = 4096;

/** Minimum MTU guaranteed by IPv6; RADIUS packets and TLS need more. */
const MTU = 1280;

/** Minimum entropy, in bits. */
const ENTROPY = 128;

const CLOCKS_MAY_DIFFER = 30_000;
const BACKUP_DUE = 2 * DAY;
const CERTIFICATE_DUE = 14 * DAY;

/** Connections that a server opens: ten for each process, and one for commands. */
const connectionsOf = ({ workers }: Examined['config']) => workers * 10 + 1;

const POSTGRES = 140_000;

const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const days = (until: Date, now: Date) => Math.ceil((until.getTime() - now.getTime()) / DAY);
const isEmbedded = ({ config }: Examined) => config.databaseUrl === undefined;
const host = (url: string) => new URL(url).hostname;

/** Larger than any network of one owner: 10.0.0.0/8 and fc00::/7 are the largest private ones. */
function isTooWide(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 7 : 8);
}

export const FAULTS = {
  node_version: {
    find: ({ machine: { nodeVersion } }) => {
      const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
      const isKnown = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
      return !isKnown && { wrong: `Node ${nodeVersion} runs Portico.`, mend: 'Install Node 24, 22.12 or later, or 20.19 or later.' };
    },
  },
  memory_low: {
    find: (it) => {
      const least = isEmbedded(it) ? MEMORY.embedded : MEMORY.postgres;
      return (
        it.machine.memory < least && {
          wrong: `There are ${megabytes(it.machine.memory)} of memory, and Portico needs ${megabytes(least)}.`,
          mend: 'Raise the limit of the container or service, or use PostgreSQL on another machine (DATABASE_URL).',
        }
      );
    },
  },
  open_files_low: {
    find: ({ machine: { openFiles } }) =>
      openFiles !== null &&
      openFiles < OPEN_FILES && {
        wrong: `This process may open ${openFiles} files, connections included.`,
        mend: `Set LimitNOFILE=65536 in the service, or ulimit -n ${OPEN_FILES} before the start.`,
      },
  },
  entropy_low: {
    find: ({ machine: { entropy } }) =>
      entropy !== null &&
      entropy < ENTROPY && {
        wrong: `The system has ${entropy} bits of randomness: keys and tokens may be slow to make.`,
        mend: 'Give a virtual machine a virtio-rng device, or install rng-tools.',
      },
  },
  mtu_small: {
    find: ({ machine: { smallestMtu: smallest } }) =>
      smallest !== null &&
      smallest.mtu < MTU && {
        wrong: `${smallest.name} carries packets of up to ${smallest.mtu} bytes: RADIUS packets may get lost in pieces.`,
        mend: `Raise its MTU to ${MTU} or more (ip link set ${smallest.name} mtu ${MTU}).`,
      },
  },
  disk_low: {
    breaks: true,
    find: (it) => {
      const { free, dataSize } = it.machine;
      const needed = Math.max(FREE, dataSize);
      const [place, bytes] =
        free.data !== null && free.data < FREE ? [it.config.data, free.data] : [it.config.backups, free.backups ?? Infinity];
      return (
        isEmbedded(it) &&
        bytes < (place === it.config.data ? FREE : needed) && {
          wrong: `${megabytes(bytes)} are free at ${place}. A backup needs as much as the data take, ${megabytes(dataSize)}, for a moment.`,
          mend: 'Make room there, or name another folder in PORTICO_BACKUPS.',
        }
      );
    },
  },
  data_foreign: {
    stops: true,
    find: ({ machine: { notOwned } }) =>
      notOwned !== null && { wrong: notOwned, mend: 'Run commands as the user of the service, or give the folder to it as said.' },
  },
  data_unwritable: {
    stops: true,
    find: (it) =>
      isEmbedded(it) &&
      it.machine.dataNotWritable !== null && {
        wrong: `The data folder ${it.config.data} can't be written: ${it.machine.dataNotWritable}.`,
        mend: 'Make it writable for the user of the service, or name another folder in PORTICO_DATA.',
      },
  },
  data_remote: {
    find: (it) =>
      isEmbedded(it) &&
      it.machine.isRemote && {
        wrong: `The data folder ${it.config.data} is on a network's file system, where two servers may not see each other's lock.`,
        mend: 'Keep it on a disk of this machine, or use PostgreSQL (DATABASE_URL).',
      },
  },
  data_relative: {
    find: (it) =>
      isEmbedded(it) &&
      (!it.config.data.startsWith('/') || /^\/(?:tmp|var\/tmp|run|dev\/shm)\//.test(it.config.data)) && {
        wrong: `PORTICO_DATA is ${it.config.data}: another working directory, or a restart of the machine, means other data.`,
        mend: 'Set PORTICO_DATA to an absolute path, like /var/lib/portico/data.',
      },
  },
  backups_unwritable: {
    breaks: true,
    find: (it) =>
      isEmbedded(it) &&
      it.machine.backupsNotWritable !== null && {
        wrong: `Automatic backups are off: ${it.config.backups} can't be written (${it.machine.backupsNotWritable}).`,
        mend: 'Make the folder for the user of the service, or name another one in PORTICO_BACKUPS.',
      },
  },
  backup_old: {
    breaks: true,
    find: (it) => {
      const { backup, backupsNotWritable, now } = it.machine;
      if (!isEmbedded(it) || backupsNotWritable !== null || it.database === null || it.database.adminWaiting !== null) return false;
      const age = backup === null ? Infinity : now.getTime() - backup.made.getTime();
      return (
        age > BACKUP_DUE && {
          wrong: backup === null ? `There is no backup in ${it.config.backups}.` : `The newest backup is of ${backup.made.toISOString()}.`,
          mend: 'See in the log why the daily backup fails; "portico backup FILE" makes one now.',
        }
      );
    },
  },
  backup_broken: {
    breaks: true,
    find: ({ machine: { backup } }) =>
      backup !== null &&
      backup.problem !== null && {
        wrong: `The newest backup, ${backup.file}, can't be restored: ${backup.problem}`,
        mend: 'Check the disk, remove the file, and make another one: portico backup FILE.',
      },
  },
  secrets_readable: {
    find: ({ machine: { readableByOthers } }) =>
      readableByOthers.length > 0 && {
        wrong: `Every user of this machine can read ${readableByOthers.join(', ')}.`,
        mend: `chmod o= ${readableByOthers.join(' ')}`,
      },
  },
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
  proxy_untrusted: {
    find: ({ config: { publicUrl, trustProxy, host: listens }, network: { unnamedProxy } }) => {
      if (unnamedProxy !== null) {
        const trusted = trustProxy.length === 0 ? 'is not set' : `names ${trustProxy.join(', ')} only`;
        return {
          wrong: `Requests come from ${unnamedProxy} with the address of somebody else in X-Forwarded-For, and PORTICO_TRUST_PROXY ${trusted}: all of them count as ${unnamedProxy}.`,
          mend: `If that is the proxy, add ${unnamedProxy} to PORTICO_TRUST_PROXY.`,
        };
      }
      return (
        publicUrl?.startsWith('https:') === true &&
        trustProxy.length === 0 && {
          wrong: `Browsers come by ${publicUrl}, so through a proxy, but none is trusted: to Portico on ${listens} all have the proxy's address.`,
          mend: 'Set PORTICO_TRUST_PROXY to the address of the proxy: loopback if it runs on this machine.',
        }
      );
    },
  },
  proxy_too_wide: {
    find: ({ config: { trustProxy } }) => {
      const wide = trustProxy.filter(isTooWide);
      return (
        wide.length > 0 && {
          wrong: `PORTICO_TRUST_PROXY trusts ${wide.join(' and ')}: whoever connects from there may claim any address, so limits by address hold nobody back.`,
          mend: 'Name the proxies only, like loopback or 10.1.2.3.',
        }
      );
    },
  },
  public_url_unset: {
    find: ({ config }) =>
      (hasUnits(config) || config.smtpUrl !== undefined) &&
      config.publicUrl === undefined && {
        wrong: 'PORTICO_PUBLIC_URL is not set: links in mails and on paper are taken from each request, and feedback is not asked for.',
        mend: 'Set it to the address that browsers use, like https://wifi.example.com.',
      },
  },
  public_url_plain: {
    find: ({ config: { publicUrl } }) =>
      publicUrl?.startsWith('http:') === true &&
      !/^(?:localhost|127\.|\[::1\])/.test(new URL(publicUrl).host) && {
        wrong: `${publicUrl} is not encrypted: passwords and guests' data can be read on the way.`,
        mend: 'Put a proxy with TLS in front (docs/operations.md#behind-nginx), and set PORTICO_PUBLIC_URL to https.',
      },
  },
  public_name_unknown: {
    breaks: true,
    find: ({ config: { publicUrl = '' }, network: { publicSite } }) =>
      publicSite?.isUnknownName === true && {
        wrong: `There is no address for the name ${host(publicUrl)} of PORTICO_PUBLIC_URL.`,
        mend: 'Make its A and AAAA records, or correct the name.',
      },
  },
  public_url_wrong: {
    breaks: true,
    find: ({ config: { publicUrl }, network: { publicSite } }) =>
      publicSite !== null &&
      !publicSite.isUnknownName &&
      (publicSite.problem !== null || !publicSite.isOurs) && {
        wrong: `At ${String(publicUrl)} ${publicSite.problem === null ? 'something else than Portico answers' : `nobody answers: ${publicSite.problem}`}.`,
        mend: 'Correct PORTICO_PUBLIC_URL and PORTICO_BASE_PATH, or let the proxy pass that address on to Portico.',
      },
  },
  policy_changed: {
    find: ({ network: { publicSite } }) =>
      publicSite?.isOurs === true &&
      !/^default-src 'self';/.test(publicSite.policy ?? '') && {
        wrong: `The Content-Security-Policy arrives as ${publicSite.policy ?? 'nothing'}: a proxy has replaced or removed it.`,
        mend: 'Take the header out of the configuration of the proxy; Portico sends its own.',
      },
  },
  certificate_expiring: {
    find: ({ machine: { now }, config: { publicUrl }, network: { publicSite, radsecCertificateEnds: radsec } }) => {
      const all = [
        { name: publicUrl, ends: publicSite?.certificateEnds },
        { name: 'PORTICO_RADSEC_CERT', ends: radsec },
      ];
      const due = all.flatMap(({ name, ends }) => (ends && ends.getTime() - now.getTime() < CERTIFICATE_DUE ? [{ name, ends }] : []));
      return (
        due.length > 0 && {
          wrong: due.map(({ name, ends }) => `The certificate of ${String(name)} ends in ${days(ends, now)} days.`).join('\n'),
          mend: 'Renew it, and see why that did not happen by itself (certbot renew --dry-run).',
        }
      );
    },
  },
  ipv6_unserved: {
    find: ({ machine: { hasIpv6 }, config: { publicUrl = '', host: listens, trustProxy }, network: { publicSite } }) =>
      publicSite?.hasIpv6Address === true &&
      (!hasIpv6 || (trustProxy.length === 0 && !listens.includes(':'))) && {
        wrong: `${host(publicUrl)} has an IPv6 address, but ${hasIpv6 ? `Portico listens on ${listens}` : 'this machine has none'}: phones try that one first.`,
        mend: hasIpv6 ? 'Set HOST to ::.' : 'Give the machine an IPv6 address, or remove the AAAA record.',
      },
  },
  social_plain: {
    breaks: true,
    find: ({ config: { social, portalOrigin } }) =>
      (social.facebook ?? social.linkedin) !== undefined &&
      portalOrigin?.startsWith('https:') !== true && {
        wrong: `Guests who log in at a social site are sent back to ${String(portalOrigin)}, which these sites refuse: it is not https.`,
        mend: 'Serve the portal by https, and enter the same address in the app as its redirect.',
      },
  },
  mail_refused: {
    breaks: true,
    find: ({ network: { mailProblem } }) =>
      mailProblem !== null && {
        wrong: `The mail server takes nothing: ${mailProblem}.`,
        mend: 'Correct SMTP_URL: host, port, user and password.',
      },
  },
  mail_unset: {
    find: ({ config: { smtpUrl } }) =>
      smtpUrl === undefined && {
        wrong: 'No mail is sent: neither codes for guests nor forgotten passwords.',
        mend: 'Set SMTP_URL and MAIL_FROM.',
      },
  },
  sms_unreachable: {
    breaks: true,
    find: ({ network: { smsProblem } }) =>
      smsProblem !== null && {
        wrong: `The SMS gateway can't be reached: ${smsProblem}.`,
        mend: 'Correct the host in SMS_URL, or let the firewall pass.',
      },
  },
  messages_failing: {
    breaks: true,
    find: ({ database }) =>
      database !== null &&
      database.failing.length > 0 && {
        wrong: `For an hour or longer nobody has taken: ${database.failing.join(', ')}.`,
        mend: 'The console shows under Messages why, and sends them again.',
      },
  },
  database_unreachable: {
    stops: true,
    find: ({ databaseProblem }) =>
      databaseProblem !== null && { wrong: databaseProblem, mend: 'Start the database, and correct DATABASE_URL.' },
  },
  database_unsuitable: {
    stops: true,
    find: ({ database }) => {
      const server = database?.server;
      if (!server) return false;
      const problems = [
        ...(server.encoding === 'UTF8' ? [] : [`it keeps texts as ${server.encoding}, not as UTF8`]),
        ...(server.isStandby ? ['it is a standby'] : []),
        ...(server.isReadOnly && !server.isStandby ? ['it is read-only for this role'] : []),
        ...(server.mayCreate ? [] : ['this role may not make tables in it']),
        ...(server.version < POSTGRES ? [`it is PostgreSQL ${Math.floor(server.version / 10_000)}, older than 14`] : []),
      ];
      return (
        problems.length > 0 && {
          wrong: `The database that DATABASE_URL names can't be used: ${problems.join('; ')}.`,
          mend: 'Name another one, made like: createdb --encoding=UTF8 --template=template0 --owner=ROLE portico',
        }
      );
    },
  },
  database_newer: {
    stops: true,
    find: ({ database }) =>
      database !== null &&
      database.applied > database.known && {
        wrong: 'The database was written by a newer version of Portico.',
        mend: 'Install that version or a later one, or restore a backup from before the update.',
      },
  },
  migrations_missing: {
    find: ({ database }) =>
      database !== null &&
      database.applied < database.known && {
        wrong: 'The tables are of an older version of Portico, or there are none yet.',
        mend: 'Start the server, or run "portico migrate": either brings them up to date, all or none.',
      },
  },
  connections_few: {
    find: ({ config, database }) =>
      database?.server != null &&
      database.server.connectionsLeft < connectionsOf(config) && {
        wrong: `PostgreSQL has ${database.server.connectionsLeft} connections left, and this server opens ${connectionsOf(config)}.`,
        mend: 'Raise max_connections of PostgreSQL, or set fewer PORTICO_WORKERS.',
      },
  },
  retention_undecided: {
    find: ({ config: { retentionDays }, database }) =>
      retentionDays === undefined &&
      database?.hasRetention === false &&
      database.applied > 0 && {
        wrong: "Nobody has decided how long guests' personal data are kept: they are kept for ever.",
        mend: 'Set PORTICO_RETENTION_DAYS, to a number or to never.',
      },
  },
  admin_waiting: {
    find: ({ database }) =>
      database?.adminWaiting != null && {
        wrong: `Nobody has signed in yet: the one-time password of ${database.adminWaiting} is unused.`,
        mend: `Sign in; "portico create-admin ${database.adminWaiting}" prints another one-time password.`,
      },
  },
  sign_in_unlimited: {
    find: ({ config: { loginLimit } }) =>
      loginLimit === 0 && {
        wrong: 'PORTICO_LOGIN_LIMIT is 0: passwords can be guessed without limit.',
        mend: 'Remove it, for 10 tries in five minutes.',
      },
  },
  own_password_unconfirmed: {
    find: ({ config: { confirmsPassword } }) =>
      !confirmsPassword && {
        wrong: 'PORTICO_OWN_PASSWORD=unconfirmed: whoever gets hold of an open session can take over its account.',
        mend: 'Remove it once the older console is no longer in use.',
      },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** All faults of an installation, in the order of the table. */
export function findFaults(it: Examined): Finding[] {
  return Object.entries<Fault>(FAULTS).flatMap(([fault, { stops = false, breaks = false, find }]) => {
    const found = find(it);
    return found === false ? [] : [{ fault: fault as FaultName, stops, breaks, ...found }];
  });
}
