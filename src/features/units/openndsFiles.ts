/** What a router with openNDS needs: its settings, and the script that queries and notifies Portico. */

export interface OpenndsConnection {
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
export function openndsUci(connection: OpenndsConnection): string {
  const rule = openTo(connection);
  const set = (options: Options) => options.map(([name, value]) => `uci set opennds.@opennds[0].${name}=${quoted(value)}`);
  const open = (how: string) => (rule === null ? [] : [`uci ${how} opennds.@opennds[0].preauthenticated_users=${quoted(rule)}`]);
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
export function openndsConf(connection: OpenndsConnection): string {
  const rule = hasTls(connection) ? openTo(connection) : null;
  return lines(
    ...heading(connection),
    ...[...optionsOfLevel1(connection), ...commonOptions(connection)].map(([name, value]) => `${name} ${value}`),
    ...(rule === null ? [] : ['FirewallRuleSet preauthenticated-users {', `    FirewallRule ${rule}`, '}']),
    ...CRONTAB,
  );
}

/** For openNDS 10 on other Linux systems, to add to /etc/config/opennds. */
export function openndsConfig(connection: OpenndsConnection): string {
  const options = [...(hasTls(connection) ? optionsOfLevel4 : optionsOfLevel1)(connection), ...commonOptions(connection)];
  return lines(...heading(connection), ...indented(...options.map(([name, value]) => `option ${name} ${quoted(value)}`)), ...CRONTAB);
}

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
    `server=${quoted(server)}`,
    `secret=${quoted(secret)}`,
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

const lines = (...each: string[]) => `${each.join('\n')}\n`;

/** A line break would end the comment. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** Quotes text as one shell word. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
