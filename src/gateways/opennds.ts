import { macOf } from '../contract/plain/macAddress';
import { STANDARD_RADIUS, type Connection, type Gateway, type UnitSettings } from './gateway';
import { lines, oneLine, shellQuoted, withQuery } from './settingsText';

/**
 * A router with openNDS: FAS (forward authentication) level 1 or 4, which differ only in how openNDS learns of a login. It has no RADIUS; a
 * script on the router queries and notifies Portico instead.
 */
export const opennds: Gateway = {
  name: 'openNDS',
  protocol: 'script',
  abilities: {
    ...{ signsArrivals: false, endsSessions: 'with_next_report', takesChanges: false },
    ...{ countsWide: true, limitsTraffic: true, announcesApi: false },
  },
  radius: STANDARD_RADIUS,
  portal: {
    // All parameters are in one, `fas`.
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
        ...{ tok: tools.opennds.returnedHid(hid, faskey), redir: next, custom: tools.opennds.custom(guestId, token) },
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

interface OpenndsConnection {
  /** The unit's name, for comments. */
  name: string;
  secret: string;
  /** URLs of this unit's portal and of the server that the script calls, as reachable from the router. */
  portal: string;
  server: string;
  /** The key shared by openNDS and the portal, with which they authenticate guests to each other. */
  faskey: string;
  /** The portal's IPv4 address; null if only its name is known. */
  address: string | null;
  /** Hosts besides the portal's that guests' browsers load from before they are online. */
  gardenHosts: readonly string[];
}

/** Where the script is installed. */
const SCRIPT = '/usr/lib/opennds/portico.sh';

/** Minutes without traffic after which a session ends, as for all units. */
const IDLE = '30';

/** Interval in seconds at which openNDS polls for guests to admit: the longest a guest has to wait. */
const ASKS_EVERY = '3';

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
    ['nat_traversal_poll_interval', ASKS_EVERY],
  ];
}

const hasTls = ({ portal }: OpenndsConnection) => new URL(portal).protocol === 'https:';

/** What guests may reach before they log in, besides the port that openNDS itself redirects them to. */
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

/** Appended only once, however often the settings are pasted. */
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

/** Lines for hosts that guests may reach by name; openNDS opens those that dnsmasq resolves, which takes dnsmasq-full. */
const gardenHosts = ({ gardenHosts: hosts }: OpenndsConnection, line: (host: string) => string, before: readonly string[] = []) =>
  hosts.length === 0
    ? []
    : ['# Guests load from these before they are online. On OpenWrt this takes dnsmasq-full.', ...before, ...hosts.map(line)];

const indented = (...each: string[]) => each.map((line) => `    ${line}`);

/**
 * The script. openNDS 9 treats no output as a refusal but a failing script as permission, so on any error the script succeeds without
 * output. Requests and responses count only with a proof derived from the secret, which is never sent.
 */
export const openndsScript = ({ name, secret, server }: OpenndsConnection): string =>
  lines(
    '#!/bin/sh',
    `# ${oneLine(name)}: asks Portico whether a guest may go online, and tells what becomes of it.`,
    `# To be installed as ${SCRIPT} (chmod 700). openNDS runs it (binauth); cron runs it with "watch" each minute.`,
    `server=${shellQuoted(server)}`,
    `secret=${shellQuoted(secret)}`,
    SCRIPT_BODY,
  );

const SCRIPT_BODY = String.raw`
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 077
folder=$(mktemp -d) || exit 0
trap 'rm -rf "$folder"' EXIT
ahead=0

# prove FILE WORD...: what only those can write who know the secret.
prove() {
  of=$1
  shift
  inner=$({ printf '%s\n' "$secret" "$@"; cat "$of"; } | sha256sum | cut -c1-64)
  printf '%s\n' "$secret" "$inner" | sha256sum | cut -c1-64
}

send() {
  if command -v curl >/dev/null; then
    curl -s -m 5 --data-binary "@$folder/question" -o "$folder/got" "$1"
  elif wget --version 2>/dev/null | grep -q GNU; then
    wget -q -t 1 -T 5 --post-file="$folder/question" -O "$folder/got" "$1"
  else
    wget -q -T 5 --post-file="$folder/question" -O "$folder/got" "$1"
  fi
}

# ask TRIES: sends the question; the proven answer is in "answer" then. A wrong clock is set right for the next try.
ask() {
  nonce=$(head -c 32 /dev/urandom | sha256sum | cut -c1-32)
  tries=$1
  while [ "$tries" -gt 0 ]; do
    tries=$((tries - 1))
    time=$(($(date +%s) + ahead))
    send "$server?nonce=$nonce&time=$time&proof=$(prove "$folder/question" ask "$nonce" "$time")" || continue
    sed '$d' "$folder/got" >"$folder/answer"
    [ "$(tail -n 1 "$folder/got")" = "proof $(prove "$folder/answer" answer "$nonce")" ] || continue
    read -r word rest <"$folder/answer"
    [ "$word" = clock ] || return 0
    [ "$ahead" -eq 0 ] || return 1
    ahead=$((rest - $(date +%s)))
    tries=1
  done
  return 1
}

# control WORD...: what ndsctl says is in "said" then. It serves one at a time.
control() {
  for _ in 1 2 3 4 5; do
    ndsctl "$@" </dev/null >"$folder/said" 2>"$folder/wrong"
    cat "$folder/wrong" "$folder/said" | head -n 1 | grep -q locked || return 0
    sleep 1
  done
  return 1
}

case "$1" in
watch)
  control json
  # It is busy, or openNDS doesn't run.
  [ "$(head -c 1 "$folder/said")" = '{' ] || exit 1
  { printf 'event=clients\nnow=%s\n\n' "$(date +%s)"; cat "$folder/said"; } >"$folder/question"
  ask 2 || exit 1
  while read -r word rest; do
    [ "$word" = end ] && control deauth "$rest"
  done <"$folder/answer"
  ;;
auth_client)
  printf 'event=%s\nnow=%s\nmac=%s\nip=%s\ntoken=%s\ncustom=%s\n' "$1" "$(date +%s)" "$2" "$5" "$6" "$7" >"$folder/question"
  ask 2 || exit 0
  read -r word rest <"$folder/answer"
  [ "$word" = grant ] && printf '%s\n' "$rest"
  ;;
*)
  printf 'event=%s\nnow=%s\nmac=%s\nincoming=%s\noutgoing=%s\nstart=%s\nend=%s\ntoken=%s\ncustom=%s\n' \
    "$1" "$(date +%s)" "$2" "$3" "$4" "$5" "$6" "$7" "$8" >"$folder/question"
  # A guest waits for the word that a client was let in.
  tries=1
  [ "$1" = ndsctl_auth ] && tries=2
  ask "$tries"
  ;;
esac
exit 0`.trimStart();
