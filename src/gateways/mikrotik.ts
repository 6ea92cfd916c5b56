import { macOf } from '../contract/plain/macAddress';
import { GIGAWORD, STANDARD_PORTAL, STANDARD_RADIUS, type Connection, type Gateway } from './gateway';
import { bytesOf, forwardingPage, gardenOf, hexOf, lines, oneLine, withQuery } from './settingsText';

/** RouterOS' hotspot. A login page on the router passes its variables under their own names (docs/operations.md#captive-portal). */
export const mikrotik: Gateway = {
  name: 'MikroTik',
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'at_once',
    takesChanges: true,
    countsWide: true,
    limitsTraffic: true,
    announcesApi: false,
  },
  radius: {
    ...STANDARD_RADIUS,
    vendor: 'mikrotik',
    // From the router's point of view: it receives what the guest sends. 0 means no limit.
    limits: ({ kbpsDown, kbpsUp, bytes }) => [
      ...(kbpsDown === null && kbpsUp === null ? [] : [['Mikrotik-Rate-Limit', `${rate(kbpsUp)}/${rate(kbpsDown)}`] as const]),
      ...(bytes === null
        ? []
        : [['Mikrotik-Total-Limit', bytes % GIGAWORD] as const, ['Mikrotik-Total-Limit-Gigawords', Math.floor(bytes / GIGAWORD)] as const]),
    ],
    withoutLimits: ({ kbpsDown, kbpsUp, bytes }) => [
      ...(kbpsDown === null && kbpsUp === null ? [['Mikrotik-Rate-Limit', '0/0'] as const] : []),
      ...(bytes === null ? [['Mikrotik-Total-Limit', 0] as const, ['Mikrotik-Total-Limit-Gigawords', 0] as const] : []),
    ],
  },
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query, trusted }, { localAddress }) => {
      const link = query['link-login-only'] ?? '';
      if (link === '') return null;
      const gateway = localAddress(link, trusted);
      if (gateway === null) return 'untrusted';
      const id = octets(query['chap-id'] ?? '');
      const challenge = octets(query['chap-challenge'] ?? '');
      const hasChap = id?.length === 1 && challenge !== null && challenge.length > 0;
      return {
        result: (query.error ?? '') === '' ? 'log_in' : 'failed',
        deviceMac: macOf(query.mac ?? ''),
        data: { gateway, ...(hasChap && { id: hexOf(id), challenge: hexOf(challenge) }) },
        wanted: query['link-orig'] ?? '',
      };
    },
    loginRequest: ({ gateway = '', id = '', challenge = '' }, { username, token, next }, { md5 }) => {
      const password = challenge === '' ? token : hexOf(md5(bytesOf(id), token, bytesOf(challenge)));
      return { method: 'GET', url: withQuery(gateway, { username, password, dst: next, popup: 'false' }) };
    },
    // The logout page is next to the login page.
    logoutUrl: ({ gateway = '' }) => new URL('logout', gateway).href,
    restartUrl: ({ gateway = '' }, next) => withQuery(gateway, next === '' ? {} : { dst: next }),
  },
  settings: {
    of: (connection) => ({
      files: [
        { name: 'portico.rsc', text: script(connection) },
        ...(connection.portal === null ? [] : [{ name: 'login.html', text: loginPage(connection.portal) }]),
      ],
      screens: [],
    }),
    instructions: (files) => (files > 1 ? 'units.connect_paste_page' : 'units.connect_paste'),
  },
  simulated: { usesChap: true, signs: [['Mikrotik-Host-IP', '10.5.50.1']] },
};

const rate = (kbps: number | null) => (kbps === null ? '0' : `${kbps}k`);

/** Parses bytes written by routers as octal escapes (`\117\003…`) or as hex; null for anything else. */
function octets(text: string): Uint8Array | null {
  if (/^(?:\\[0-3][0-7]{2})+$/.test(text)) return Uint8Array.from(text.match(/[0-7]{3}/g) ?? [], (digits) => Number.parseInt(digits, 8));
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? bytesOf(text) : null;
}

/**
 * Everything that the script adds is marked as Portico's, so that it can be run again. Other profiles and the router's identity don't
 * change: Portico identifies the router by the location in the profile.
 */
const script = ({ name, uuid, secret, host, ports, coaPort, portal, gardenHosts }: Connection): string =>
  lines(
    `# ${oneLine(name)}: asks Portico who may be online. RouterOS 7.15 or later.`,
    '/radius remove [find comment="portico"]',
    `/radius add comment="portico" service=hotspot address=${quoted(host)} secret=${quoted(secret)} \\`,
    `    authentication-port=${ports.authentication} accounting-port=${ports.accounting} timeout=3s`,
    '# Portico may end sessions.',
    `/radius incoming set accept=yes port=${coaPort}`,
    '# A profile for the hotspot of the guests: log-ins by code, and by the address of known devices. No cookies: they would repeat old codes.',
    ':if ([:len [/ip hotspot profile find name="portico"]] = 0) do={ /ip hotspot profile add name="portico" }',
    '/ip hotspot profile set [find name="portico"] use-radius=yes radius-accounting=yes radius-interim-update=received \\',
    '    login-by=http-chap,mac mac-auth-mode=mac-as-username-and-password \\',
    `    radius-location-id=${quoted(uuid)}`,
    ...(portal === null
      ? []
      : [
          '# Guests reach the portal before they log in.',
          '/ip hotspot walled-garden ip remove [find comment="portico"]',
          ...gardenOf({ portal, gardenHosts }).map(
            (host) => `/ip hotspot walled-garden ip add comment="portico" action=accept dst-host=${quoted(host)}`,
          ),
        ]),
    '# If the router has several hotspots, give the profile to that of the guests: /ip hotspot set NAME profile=portico',
    ':if ([:len [/ip hotspot find]] = 1) do={ /ip hotspot set [find] profile="portico" }',
  );

/** Quotes text for RouterOS, where quotes, backslashes, dollar signs and question marks are special. */
const quoted = (text: string) => `"${text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/["\\$?]/g, (sign) => `\\${sign}`)}"`;

const loginPage = (portal: string): string =>
  forwardingPage(portal, {
    mac: '$(mac)',
    'link-login-only': '$(link-login-only)',
    'link-orig': '$(link-orig)',
    error: '$(error)',
    'chap-id': '$(chap-id)',
    'chap-challenge': '$(chap-challenge)',
  });
