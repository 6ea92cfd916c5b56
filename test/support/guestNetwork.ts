/**
 * A hotspot on this machine: a guest's phone, a router with openNDS, and the internet, each in a network namespace of its own. They reach each
 * other and nothing else, and the machine's own network is left alone.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM_ARGS, findBrowser } from './run/chromium.mjs';
import { startTethered } from './run/tethered.mjs';

export const GUEST = { address: '10.77.0.7', mac: '02:77:00:00:00:07' };
export const SERVER = '203.0.113.10';
export const BEYOND = '203.0.113.20';
const ROUTER = { inside: '10.77.0.1', outside: '203.0.113.1' };

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

export interface GuestNetwork {
  /** A program in one of the namespaces, as words of a command. */
  inside: (where: 'guest' | 'router' | 'internet', ...command: string[]) => string[];
  browser: (where: 'guest' | 'internet') => Promise<Browser>;
  /** Starts openNDS with these settings and the script. */
  startRouter: (settings: { conf: string; script: string }) => Promise<{ stop: () => Promise<void> }>;
  remove: () => void;
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
          // It has just ended.
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
    remove,
    browser: async (where) => {
      const command = path.join(folder, `browser-${where}`);
      writeFileSync(command, `#!/bin/sh\nexec ip netns exec ${names[where]} ${findBrowser()} "$@"\n`);
      chmodSync(command, 0o700);
      return chromium.launch({ executablePath: command, args: CHROMIUM_ARGS });
    },
    startRouter: async ({ conf, script }) => {
      const library = path.join(folder, 'opennds');
      cpSync('/usr/lib/opennds', library, { recursive: true });
      writeFileSync(path.join(library, 'portico.sh'), script);
      chmodSync(path.join(library, 'portico.sh'), 0o700);
      writeFileSync(
        path.join(folder, 'opennds.conf'),
        `GatewayInterface lan0\ngatewayfqdn disable\ncheckinterval 5\n${USERS_TO_ROUTER}${conf}`,
      );
      writeFileSync(path.join(folder, 'leases'), `4102444800 ${GUEST.mac} ${GUEST.address} phone *\n`);
      const start = `
        set -e
        mount -t tmpfs tmpfs /run
        mount --bind ${library} /usr/lib/opennds
        mount --bind ${folder}/opennds.conf /etc/opennds/opennds.conf
        mkdir -p /var/lib/misc
        mount -t tmpfs tmpfs /var/lib/misc
        cp ${folder}/leases /var/lib/misc/dnsmasq.leases
        # openNDS 9 makes chains that the iptables of nftables doesn't take.
        mount --bind /usr/sbin/xtables-legacy-multi "$(readlink -f /usr/sbin/iptables)"
        # Instead of cron, and more often.
        (while kill -0 $$; do sleep 2; /usr/lib/opennds/portico.sh watch || true; done) >/dev/null 2>&1 &
        exec opennds -f`;
      const [command = '', ...args] = inside('router', 'sh', '-c', start);
      return startTethered({
        ...{ name: 'openNDS', command, args, ready: /is in startup/, secondsToStart: 30, stopBy: 'SIGTERM', secondsToStop: 30 },
      });
    },
  };
}

/** What the router of the package's own example lets guests ask of itself. */
const USERS_TO_ROUTER = `FirewallRuleSet users-to-router {
    FirewallRule allow udp port 53
    FirewallRule allow udp port 67
    FirewallRule allow tcp port 2050
}
`;
