import { macOf } from '../contract/plain/macAddress';
import { STANDARD_RADIUS, type Connection, type Gateway, type UnitSettings } from './gateway';
import { lines, oneLine, shellQuoted, withQuery } from './settingsText';
import { openndsScript, type OpenndsConnection, SCRIPT } from './openndsScript';

/**
 * A router with openNDS: FAS (forward authentication) level 1 or 4, which differ only in how openNDS learns of a login. It has no RADIUS; a
 * script on the router queries and notifies Portico instead.
 */
export const opennds: Gateway = {
  name: 'openNDS',
  protocol: 'script',
  abilities: {
    signsArrivals: false,
    endsSessions: 'with_next_report',
    takesChanges: false,
    countsWide: true,
    limitsTraffic: true,
    announcesApi: false,
  },
  radius: STANDARD_RADIUS,
  portal: {
    // All parameters are encoded in one, `fas`.
    parseArrival: ({ query, isPolling = false }, { localAddress }) => {
      // The guest is already online and followed a login URL again.
      if (query.status === 'authenticated' && query.tok !== undefined)
        return { result: 'online', deviceMac: '', data: {}, wanted: query.redir ?? '' };
      const fas = fasIn(query.fas ?? '');
      if (fas === null) return null;
      const { hid = '', clientmac = '', gatewayaddress = '', originurl = '' } = fas;
      const gateway = localAddress(`http://${gatewayaddress}`);
      if (gateway === null || /[/?#]/.test(gatewayaddress) || !/^[\da-f]{64}$/.test(hid)) return 'untrusted';
      const wanted = /^http:\/\/[^/]+\/(?:login)?\?redir=(.*)$/.exec(originurl)?.[1] ?? originurl;
      const data = { gateway: new URL(gateway).origin, hid, ...(isPolling && { level: '4' }) };
      return { result: 'log_in', deviceMac: macOf(clientmac), data, wanted };
    },
    pollingClientId: ({ hid = '', level }, faskey, tools) => (level === '4' ? tools.opennds.returnedHid(hid, faskey) : null),
    loginRequest: ({ gateway = '', hid = '' }, { token, next, faskey, guestId }, tools) => ({
      method: 'GET',
      url: withQuery(`${gateway}/opennds_auth/`, {
        tok: tools.opennds.returnedHid(hid, faskey),
        redir: next,
        custom: tools.opennds.custom(guestId, token),
      }),
    }),
    logoutUrl: ({ gateway }) => (gateway === undefined ? null : `${gateway}/opennds_deny/`),
    endsLate: true,
    returnsAfterLogout: false,
    // While the guest is online, openNDS answers this URL with a page of its own.
    restartUrl: ({ gateway }, next) => (gateway === undefined ? null : withQuery(`${gateway}/login`, next === '' ? {} : { redir: next })),
    reportsResults: false,
  },
  settings: { of: settingsOf, instructions: () => 'units.connect_opennds' },
  simulated: { usesChap: false, signs: [] },
};

/** Parses `fas`: base64 of comma-separated `name=value` pairs with URL-encoded values; null if it is anything else. */
function fasIn(fas: string): Record<string, string> | null {
  // Query parsing turned each `+` of the base64 into a space.
  const text = fas.length > 6000 ? null : latin1In(fas.replaceAll(' ', '+'));
  if (!text?.startsWith('hid=')) return null;
  const pairs = text.split(', ').map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.map(([name, value]) => [name, decoded(value)]));
}

/** Null if it is not base64. */
function latin1In(base64: string): string | null {
  try {
    return atob(base64);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

function settingsOf({ name, uuid, secret, host, faskey, portal, server, gardenHosts }: Connection): UnitSettings {
  if (portal === null || server === null || faskey === '') return { files: [], screens: [] };
  const { hostname } = new URL(portal);
  const router = {
    name,
    secret,
    faskey,
    portal,
    gardenHosts,
    server: `${server}/opennds/${uuid}`,
    address: [hostname, host].find(isIpv4) ?? null,
  };
  return {
    files: [
      { name: 'portico.sh', text: openndsScript(router) },
      { name: 'opennds-uci.sh', text: openndsUci(router) },
      { name: 'opennds-9.conf', text: openndsConf(router) },
      { name: 'opennds-10.config', text: openndsConfig(router) },
    ],
    screens: [],
  };
}

const isIpv4 = (host: string) => /^\d+(?:\.\d+){3}$/.test(host);

/** Minutes without traffic after which a session ends, as for all units. */
const IDLE = '30';

/** Interval in seconds at which openNDS polls for guests to admit: the longest a guest has to wait. */
const POLL_EVERY = '3';
type Options = readonly (readonly [name: string, value: string])[];

/** Options that don't depend on how openNDS learns of a login. */
function commonOptions({ portal, faskey, address }: OpenndsConnection): Options {
  const { hostname } = new URL(portal);
  return [
    ...(address === null ? [] : [['fasremoteip', address] as const]),
    ...(address === hostname ? [] : [['fasremotefqdn', hostname] as const]),
    ['faskey', faskey],
    ['binauth', SCRIPT],
    ['authidletimeout', IDLE],
  ];
}

/**
 * Level 1: the guest's browser tells openNDS. Guests are redirected over plain HTTP; with TLS the server redirects them on from port 80.
 */
function optionsOfLevel1({ portal }: OpenndsConnection): Options {
  const { protocol, port, pathname } = new URL(portal);
  return [
    ['fas_secure_enabled', '1'],
    ['fasport', protocol === 'https:' ? '80' : port || '80'],
    ['faspath', pathname],
  ];
}

/** Level 4: openNDS polls the portal itself. Guests are redirected over https. */
function optionsOfLevel4({ portal }: OpenndsConnection): Options {
  const { port, pathname } = new URL(portal);
  return [
    ['fas_secure_enabled', '4'],
    ['fasport', port || '443'],
    ['faspath', `${pathname}/opennds`],
    ['nat_traversal_poll_interval', POLL_EVERY],
  ];
}

const hasTls = ({ portal }: OpenndsConnection) => new URL(portal).protocol === 'https:';

/** Firewall rule for guests before they log in, in addition to the port to which openNDS redirects them. */
function openTo({ portal, address }: OpenndsConnection): string | null {
  return address === null ? null : `allow tcp port ${new URL(portal).port || '443'} to ${address}`;
}

const heading = (connection: OpenndsConnection) => [
  `# ${oneLine(connection.name)}: guests log in at Portico.`,
  ...(connection.address === null ? [`# Add fasremoteip with the IPv4 address of ${new URL(connection.portal).hostname}.`] : []),
];

/** Shell commands for OpenWrt, to paste into a shell. */
function openndsUci(connection: OpenndsConnection): string {
  const rule = openTo(connection);
  const set = (options: Options) => options.map(([name, value]) => `uci set opennds.@opennds[0].${name}=${shellQuoted(value)}`);
  const open = (how: string) => (rule === null ? [] : [`uci ${how} opennds.@opennds[0].preauthenticated_users=${shellQuoted(rule)}`]);
  const level1 = set(optionsOfLevel1(connection));
  return lines(
    ...heading(connection),
    ...set(commonOptions(connection)),
    ...(hasTls(connection)
      ? [
          ...open('-q del_list'),
          "# openNDS 10.2 and later asks the portal whom to let in; earlier ones are told by the guest's browser.",
          String.raw`if opennds -v 2>&1 | grep -qE ' ([0-9]|10\.[01])\.'; then`,
          ...indented(...level1, ...open('add_list')),
          'else',
          ...indented(...set(optionsOfLevel4(connection))),
          'fi',
        ]
      : level1),
    ...gardenHosts(connection, (host) => `uci add_list opennds.@opennds[0].walledgarden_fqdn_list=${shellQuoted(host)}`, [
      'uci -q delete opennds.@opennds[0].walledgarden_fqdn_list',
    ]),
    'uci commit opennds',
    cron,
    '/etc/init.d/cron restart',
    '/etc/init.d/opennds restart',
  );
}

/** Adds the script to the crontab unless it is there, so that the settings can be pasted repeatedly. */
const cron = `grep -qs '${SCRIPT}' /etc/crontabs/root || echo '* * * * * ${SCRIPT} watch' >> /etc/crontabs/root`;
const CRONTAB = ['# And to the crontab of root:', `# * * * * * ${SCRIPT} watch`];

/** For openNDS 9 on other Linux systems, to add to /etc/opennds/opennds.conf. */
function openndsConf(connection: OpenndsConnection): string {
  const rule = hasTls(connection) ? openTo(connection) : null;
  return lines(
    ...heading(connection),
    ...[...optionsOfLevel1(connection), ...commonOptions(connection)].map(([name, value]) => `${name} ${value}`),
    ...gardenHosts(connection, (host) => `walledgarden_fqdn_list ${host}`),
    ...(rule === null ? [] : ['FirewallRuleSet preauthenticated-users {', `    FirewallRule ${rule}`, '}']),
    ...CRONTAB,
  );
}

/** For openNDS 10 on other Linux systems, to add to /etc/config/opennds. */
function openndsConfig(connection: OpenndsConnection): string {
  const options = [...(hasTls(connection) ? optionsOfLevel4 : optionsOfLevel1)(connection), ...commonOptions(connection)];
  return lines(
    ...heading(connection),
    ...indented(
      ...options.map(([name, value]) => `option ${name} ${shellQuoted(value)}`),
      ...gardenHosts(connection, (host) => `list walledgarden_fqdn_list ${shellQuoted(host)}`),
    ),
    ...CRONTAB,
  );
}

/** Lines that let guests reach hosts by name. openNDS allows the addresses that dnsmasq resolves, which requires dnsmasq-full. */
const gardenHosts = ({ gardenHosts: hosts }: OpenndsConnection, line: (host: string) => string, before: readonly string[] = []) =>
  hosts.length === 0
    ? []
    : ['# Guests load from these before they are online. On OpenWrt this takes dnsmasq-full.', ...before, ...hosts.map(line)];

const indented = (...each: string[]) => each.map((line) => `    ${line}`);
