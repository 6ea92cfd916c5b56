/**
 * A hotspot on this machine: a guest's phone, a router with openNDS, and the internet, each in its own network namespace. They reach only
 * each other; the machine's own network isn't touched.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { debianRoot } from './debianRoot';
import { CHROMIUM_ARGS, findBrowser } from '../run/chromium.mjs';
import { startTethered } from '../run/tethered.mjs';

export const GUEST = { address: '10.77.0.7', mac: '02:77:00:00:00:07' };
export const SERVER = '203.0.113.10';
export const BEYOND = '203.0.113.20';
const ROUTER = { inside: '10.77.0.1', outside: '203.0.113.1' };

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

export interface GuestNetwork {
  /** The words of a command that runs a program in one of the namespaces. */
  inside: (where: 'guest' | 'router' | 'internet', ...command: string[]) => string[];
  browser: (where: 'guest' | 'internet') => Promise<Browser>;
  /** Starts a router with openNDS. */
  startRouter: (settings: RouterSettings) => Promise<{ stop: () => Promise<void> }>;
  /** A folder that is removed together with the network. */
  folder: string;
  remove: () => void;
}

export interface RouterSettings {
  /** 9 is the version installed on this machine, 10 the one of Debian 13. */
  version: 9 | 10;
  /** Lines for openNDS' own configuration. */
  settings: string;
  script: string;
  /** The authority that signs the portal's certificate, as PEM. */
  authority?: Buffer;
}

export function makeGuestNetwork(): GuestNetwork {
  const names = { guest: `pg-${process.pid}`, router: `pr-${process.pid}`, internet: `pi-${process.pid}` };
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-guests-'));
  const inside: GuestNetwork['inside'] = (where, ...command) => ['ip', 'netns', 'exec', names[where], ...command];
  const at = (where: keyof typeof names, ...args: string[]) => ip('-n', names[where], ...args);

  const remove = () => {
    for (const name of Object.values(names)) {
      if (!ip('netns', 'list').split(/\s/).includes(name)) continue;
      for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch (error) {
          // The process has just ended.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      ip('netns', 'delete', name);
    }
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    for (const name of Object.values(names)) ip('netns', 'add', name);
    ip('link', 'add', 'eth0', 'netns', names.guest, 'address', GUEST.mac, 'type', 'veth', 'peer', 'name', 'lan0', 'netns', names.router);
    ip('link', 'add', 'wan0', 'netns', names.router, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', names.internet);
    at('guest', 'address', 'add', `${GUEST.address}/24`, 'dev', 'eth0');
    at('router', 'address', 'add', `${ROUTER.inside}/24`, 'dev', 'lan0');
    at('router', 'address', 'add', `${ROUTER.outside}/24`, 'dev', 'wan0');
    for (const address of [SERVER, BEYOND]) at('internet', 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const [where, link] of [
      ...(['guest', 'router', 'internet'] as const).map((each) => [each, 'lo'] as const),
      ...([['guest', 'eth0'], ['router', 'lan0'], ['router', 'wan0'], ['internet', 'eth0']] as const), // prettier-ignore
    ])
      at(where, 'link', 'set', link, 'up');
    at('guest', 'route', 'add', 'default', 'via', ROUTER.inside);
    at('router', 'route', 'add', 'default', 'via', SERVER);
    const run = (where: keyof typeof names, ...command: string[]) =>
      execFileSync('ip', ['netns', 'exec', names[where], ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    run('router', 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
    run('router', 'nft', 'table ip outward { chain leaving { type nat hook postrouting priority srcnat; oifname wan0 masquerade; }; }');
  } catch (error) {
    remove();
    throw error;
  }

  return {
    inside,
    folder,
    remove,
    browser: async (where) => {
      const command = path.join(folder, `browser-${where}`);
      writeFileSync(command, `#!/bin/sh\nexec ip netns exec ${names[where]} ${findBrowser()} "$@"\n`);
      chmodSync(command, 0o700);
      return chromium.launch({ executablePath: command, args: CHROMIUM_ARGS });
    },
    startRouter: async ({ version, settings, script, authority }) => {
      writeFileSync(path.join(folder, 'portico.sh'), script, { mode: 0o700 });
      writeFileSync(path.join(folder, 'settings'), (version === 9 ? SETTINGS_OF_9 : SETTINGS_OF_10) + settings);
      writeFileSync(path.join(folder, 'leases'), `4102444800 ${GUEST.mac} ${GUEST.address} phone *\n`);
      writeFileSync(path.join(folder, 'authority.crt'), authority ?? '');
      const [command = '', ...args] = inside('router', 'sh', '-c', version === 9 ? startOf9(folder) : startOf10(folder));
      return startTethered({
        name: 'openNDS',
        command,
        args,
        ready: /openNDS starts/,
        secondsToStart: 30,
        stopBy: 'SIGTERM' as const,
        secondsToStop: 30,
      });
    },
  };
}

/** Runs in place of cron, and more often. */
const WATCH = '(while kill -0 $$; do sleep 2; /usr/lib/opennds/portico.sh watch || true; done) >/dev/null 2>&1 &';

/** Mounts exist only in the namespace, so nothing of this remains. */
const startOf9 = (folder: string) => `
  set -e
  mount -t tmpfs tmpfs /run
  mkdir -p ${folder}/library
  cp -r /usr/lib/opennds/. ${folder}/portico.sh ${folder}/library
  mount --bind ${folder}/library /usr/lib/opennds
  mount --bind ${folder}/settings /etc/opennds/opennds.conf
  mkdir -p /var/lib/misc
  mount -t tmpfs tmpfs /var/lib/misc
  cp ${folder}/leases /var/lib/misc/dnsmasq.leases
  # openNDS 9 makes chains that the iptables of nftables doesn't take.
  mount --bind /usr/sbin/xtables-legacy-multi "$(readlink -f /usr/sbin/iptables)"
  ${WATCH}
  echo openNDS starts
  exec opennds -f`;

/** Its writable files are in memory. */
const startOf10 = (folder: string) => `
  set -e
  mkdir ${folder}/memory
  mount -t tmpfs tmpfs ${folder}/memory
  cd ${folder}/memory
  mkdir written work root
  mount -t overlay -o lowerdir=${debianRoot('trixie', PACKAGES)},upperdir=written,workdir=work overlay root
  mount -t tmpfs tmpfs root/run
  mount -t proc proc root/proc
  mount --rbind /dev root/dev
  mkdir -p root/etc/config root/var/lib/misc
  cp ${folder}/settings root/etc/config/opennds
  cp ${folder}/portico.sh root/usr/lib/opennds/
  cp ${folder}/leases root/var/lib/misc/dnsmasq.leases
  cat ${folder}/authority.crt >>root/etc/ssl/certs/ca-certificates.crt
  exec chroot root sh -c '${WATCH} echo openNDS starts; exec opennds -f'`;

/** The packages of Debian 13 that openNDS 10 needs. */
const PACKAGES = ['opennds', 'nftables', 'iproute2', 'procps', 'wget', 'ca-certificates'];

/** What guests may request from the router itself, as in the package's own example. */
const USERS_TO_ROUTER = ['allow udp port 53', 'allow udp port 67', 'allow tcp port 2050'];

const SETTINGS_OF_9 = `GatewayInterface lan0
gatewayfqdn disable
checkinterval 5
FirewallRuleSet users-to-router {
${USERS_TO_ROUTER.map((rule) => `    FirewallRule ${rule}\n`).join('')}}
`;

const SETTINGS_OF_10 = `config opennds
    option gatewayinterface 'lan0'
    option gatewayfqdn 'disable'
    option checkinterval '5'
${USERS_TO_ROUTER.map((rule) => `    list users_to_router '${rule}'\n`).join('')}`;
