import { lines, oneLine, shellQuoted } from './settingsText';

export interface OpenndsConnection {
  /** The unit's name, for comments. */
  name: string;
  secret: string;
  /** URLs of this unit's portal and of the server that the script calls, as reachable from the router. */
  portal: string;
  server: string;
  /** The key with which openNDS and the portal authenticate guests to each other. */
  faskey: string;
  /** The portal's IPv4 address; null if only its name is known. */
  address: string | null;
  /** Hosts besides the portal's that guests' browsers load from before they are online. */
  gardenHosts: readonly string[];
}

/** Where the script is installed. */
export const SCRIPT = '/usr/lib/opennds/portico.sh';

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
