/** What to enter into a unit to make it use this server, for each kind of unit: files to load, or fields of the unit's own screens. */
import { escaped } from '../../contract/html';
import type { UnitKind } from '../../contract/wire';
import { openndsConf, openndsConfig, openndsScript, openndsUci } from './openndsFiles';

/** The kinds that can be connected, in the order in which they are offered. */
export const CONNECTED_KINDS = [
  'mikrotik',
  'unifi',
  'omada',
  'aruba',
  'ruckus',
  'pfsense',
  'coovachilli',
  'opennds',
  'generic',
] as const satisfies readonly UnitKind[];
export type ConnectedKind = (typeof CONNECTED_KINDS)[number];

export interface Connection {
  /** The unit's name, for comments. */
  name: string;
  uuid: string;
  secret: string;
  /** Address or name of the server, as reachable from the unit. */
  host: string;
  ports: { authentication: number; accounting: number; tls: number | null };
  /** Port on which the unit accepts requests to end sessions (RADIUS CoA). */
  coaPort: number;
  /** Base URL of the server, as reachable from the unit; null if the unit can't use HTTP. */
  httpBase: string | null;
  /** MD5 of secret and uuid, which authenticates the unit over HTTP. */
  digest: string;
  /** The key shared by openNDS and the portal; '' if this server doesn't listen for openNDS. */
  faskey: string;
  /** URLs of this unit's portal for guests, and of the server for units; null if not configured. */
  portal: string | null;
  server: string | null;
}

/** One screen of the unit and its fields, under the names they have there. The value 'on' is a switch to turn on. */
export interface Screen {
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** Text to paste or to load. */
export interface SettingsFile {
  name: string;
  text: string;
}

export interface UnitSettings {
  files: readonly SettingsFile[];
  screens: readonly Screen[];
}

/** Accounting interval of a session, in seconds. */
const INTERIM = '300';

const ON = 'on';

export const unitSettings = (kind: ConnectedKind, connection: Connection): UnitSettings => SETTINGS[kind](connection);

const SETTINGS: Record<ConnectedKind, (connection: Connection) => UnitSettings> = {
  mikrotik: ({ name, uuid, secret, host, ports, coaPort, portal }) => ({
    files: [
      {
        name: 'portico.rsc',
        text: lines(
          `# ${oneLine(name)}: asks Portico who may be online. RouterOS 7.15 or later.`,
          '/radius remove [find comment="portico"]',
          `/radius add comment="portico" service=hotspot address=${quoted(host)} secret=${quoted(secret)} \\`,
          `    authentication-port=${ports.authentication} accounting-port=${ports.accounting} timeout=3s`,
          '# Portico may end sessions.',
          `/radius incoming set accept=yes port=${coaPort}`,
          '# Log-ins by code, and by the address of known devices. No cookies: they would repeat old codes.',
          '/ip hotspot profile set [find] use-radius=yes radius-accounting=yes radius-interim-update=received \\',
          '    login-by=http-chap,mac mac-auth-mode=mac-as-username-and-password',
          '# The name by which Portico knows this router.',
          `/system identity set name=${quoted(uuid)}`,
          ...(portal === null
            ? []
            : [
                '# Guests reach the portal before they log in.',
                '/ip hotspot walled-garden ip remove [find comment="portico"]',
                `/ip hotspot walled-garden ip add comment="portico" action=accept dst-host=${quoted(new URL(portal).hostname)}`,
                '/ip hotspot user profile set [find] add-mac-cookie=no',
              ]),
        ),
      },
      ...(portal === null ? [] : [{ name: 'login.html', text: mikrotikPage(portal) }]),
    ],
    screens: [],
  }),
  coovachilli: ({ name, uuid, secret, host, ports, coaPort, httpBase, digest, portal }) => ({
    files: [
      {
        name: 'chilli-portico.conf',
        text: lines(
          `# ${oneLine(name)}: asks Portico who may be online, by RADIUS.`,
          `radiusserver1 ${host}`,
          `radiusserver2 ${host}`,
          `radiusauthport ${ports.authentication}`,
          `radiusacctport ${ports.accounting}`,
          chilliSecret('radiussecret', secret),
          `radiusnasid ${uuid}`,
          `definteriminterval ${INTERIM}`,
          'macauth',
          '# Portico may end sessions.',
          `coaport ${coaPort}`,
          ...chilliPortal(portal, secret),
        ),
      },
      ...(httpBase === null
        ? []
        : [
            {
              name: 'chilli-portico-http.conf',
              text: lines(
                `# ${oneLine(name)}: asks Portico who may be online, by HTTP (needs chilli_proxy).`,
                '# CoovaChilli does not start without it.',
                `radiusserver1 ${host}`,
                `uamaaaurl ${httpBase}/wax/aaa?digest=${digest}&uuid=${uuid}`,
                `definteriminterval ${INTERIM}`,
                'macauth',
                '# Takes limits that change meanwhile from the answers to its reports.',
                'acctupdate',
                ...chilliPortal(portal, secret),
              ),
            },
          ]),
    ],
    screens: [],
  }),
  unifi: (connection) => ({
    files: [],
    screens: [
      {
        path: 'Settings › Profiles › RADIUS › Create New',
        fields: [...server(connection, 'IP Address', 'Shared Secret', 'Port'), ['Accounting', ON], ['Interim Update Interval', INTERIM]],
      },
      {
        path: 'Hotspot › Landing Page › Authentication',
        fields: [
          ['RADIUS', ON],
          ['NAS ID', connection.uuid],
        ],
      },
    ],
  }),
  omada: (connection) => ({
    files: [],
    screens: [
      {
        path: 'Settings › Profiles › RADIUS Profile',
        fields: [
          ['Authentication Server IP/URL', connection.host],
          ['Authentication Port', String(connection.ports.authentication)],
          ['Authentication Password', connection.secret],
          ['RADIUS Accounting', ON],
          ['Interim Update Interval', INTERIM],
          ['Accounting Server IP/URL', connection.host],
          ['Accounting Port', String(connection.ports.accounting)],
          ['Accounting Password', connection.secret],
          ['CoA', ON],
        ],
      },
      {
        path: 'Settings › Authentication › Portal',
        fields: [
          ['Authentication Type', 'RADIUS Server'],
          ['Authentication Mode', 'PAP'],
          ['NAS ID', connection.uuid],
          ...portalFields(connection, 'External Web Portal URL'),
        ],
      },
      ...gardenOn(connection, 'Settings › Authentication › Portal › Access Control', 'Pre-Authentication Access'),
    ],
  }),
  aruba: (connection) => ({
    files: [],
    screens: [
      {
        path: 'Security › Authentication Servers › New › RADIUS',
        fields: [
          ['IP address', connection.host],
          ['Auth port', String(connection.ports.authentication)],
          ['Accounting port', String(connection.ports.accounting)],
          ['Shared key', connection.secret],
          ['NAS identifier', connection.uuid],
          ['Dynamic Authorization', ON],
        ],
      },
      {
        path: 'Networks › Security › Splash page',
        fields: [['Accounting', ON], ['Accounting interval', '5'], ...arubaPortal(connection)],
      },
    ],
  }),
  ruckus: (connection) => ({
    files: [],
    screens: [
      {
        path: 'AAA Servers › Create › RADIUS, RADIUS Accounting',
        fields: [['Auth Method', 'PAP'], ...server(connection, 'IP Address', 'Shared Secret', 'Port')],
      },
      {
        path: 'Hotspot Services',
        fields: [
          ['Authentication Server', 'Portico'],
          ['Accounting Server', 'Portico'],
          ['Send Interim-Update every', '5'],
          ['NAS-ID', connection.uuid],
          ...portalFields(connection, 'Redirect unauthenticated user to'),
          ...gardenFields(connection, 'Walled Garden'),
        ],
      },
    ],
  }),
  pfsense: (connection) => ({
    files: connection.portal === null ? [] : [{ name: 'portal.html', text: pfsensePage(connection.portal) }],
    screens: [
      {
        path: 'System › User Manager › Authentication Servers › Add',
        fields: [
          ['Type', 'RADIUS'],
          ['Protocol', 'PAP'],
          ['Hostname or IP address', connection.host],
          ['Shared Secret', connection.secret],
          ['Services offered', 'Authentication and Accounting'],
          ['Authentication port', String(connection.ports.authentication)],
          ['Accounting port', String(connection.ports.accounting)],
        ],
      },
      {
        path: 'Services › Captive Portal › Configuration',
        fields: [
          ['Authentication Method', 'Use an Authentication backend'],
          ['NAS Identifier', connection.uuid],
          ['Reauthenticate connected users every minute', ON],
          ['Send RADIUS accounting packets', ON],
          ['Accounting updates', 'Interim'],
          ...(connection.portal === null ? [] : [['Portal page contents', 'portal.html'] as const]),
        ],
      },
      ...gardenOn(connection, 'Services › Captive Portal › Allowed Hostnames', 'Hostname'),
    ],
  }),
  opennds: ({ name, uuid, secret, host, faskey, portal, server }) => {
    if (portal === null || server === null || faskey === '') return { files: [], screens: [] };
    const { hostname } = new URL(portal);
    const router = { name, secret, faskey, portal, server: `${server}/opennds/${uuid}`, address: [hostname, host].find(isIpv4) ?? null };
    return {
      files: [
        { name: 'portico.sh', text: openndsScript(router) },
        { name: 'opennds-uci.sh', text: openndsUci(router) },
        { name: 'opennds-9.conf', text: openndsConf(router) },
        { name: 'opennds-10.config', text: openndsConfig(router) },
      ],
      screens: [],
    };
  },
  generic: (connection) => ({
    files: [],
    screens: [
      {
        path: 'RADIUS',
        fields: [
          ...server(connection, 'Server', 'Secret', 'Authentication port'),
          ['Accounting port', String(connection.ports.accounting)],
          ...(connection.ports.tls === null ? [] : [['RadSec port (TLS)', String(connection.ports.tls)] as const]),
          ['NAS-Identifier', connection.uuid],
          ['Interim update', INTERIM],
          ['CoA', String(connection.coaPort)],
          ...portalFields(connection, 'External portal URL'),
          ...gardenFields(connection, 'Walled garden'),
        ],
      },
    ],
  }),
};

const server = ({ host, secret, ports }: Connection, address: string, password: string, port: string): Screen['fields'] => [
  [address, host],
  [port, String(ports.authentication)],
  [password, secret],
];

type Fields = Screen['fields'];

/** Where guests are redirected to log in, and what they must be able to reach before (walled garden). */
const portalFields = ({ portal }: Connection, name: string): Fields => (portal === null ? [] : [[name, portal]]);
const gardenFields = ({ portal }: Connection, name: string): Fields => (portal === null ? [] : [[name, new URL(portal).hostname]]);
const gardenOn = (connection: Connection, path: string, name: string): Screen[] =>
  connection.portal === null ? [] : [{ path, fields: gardenFields(connection, name) }];

function arubaPortal({ portal }: Connection): Fields {
  if (portal === null) return [];
  const { protocol, hostname, port, pathname } = new URL(portal);
  const isSecure = protocol === 'https:';
  return [
    ['Splash page type', 'External'],
    ['Type', 'Radius Authentication'],
    ['IP or hostname', hostname],
    ['URL', pathname],
    ['Port', port || (isSecure ? '443' : '80')],
    ...(isSecure ? [['Use https', ON] as const] : []),
    ['Automatic URL Allowlisting', ON],
  ];
}

/** The secret signs the redirect URL, so that devices can't be forged. */
const chilliPortal = (portal: string | null, secret: string): string[] =>
  portal === null
    ? []
    : [
        '# Guests log in at the portal.',
        `uamserver ${portal}`,
        chilliSecret('uamsecret', secret),
        `uamallowed ${new URL(portal).hostname}`,
      ];

/**
 * An option with a secret. The parser, generated by gengetopt, ends a bare value at white space, `#` or a quote, and a quoted one at the
 * next quote of its kind; it knows no escapes.
 */
function chilliSecret(option: string, secret: string): string {
  if (/^[^\s#'"]+$/.test(secret)) return `${option} ${secret}`;
  const quote = secret.includes('"') ? "'" : '"';
  if (!/[\r\n]/.test(secret) && !secret.includes(quote)) return `${option} ${quote}${secret}${quote}`;
  return `# No ${option}: CoovaChilli can't read this one (both kinds of quotes, or a line break); give the unit another secret.`;
}

/** Pages that pass on to the portal what the gateway knows about a guest; without JavaScript this takes a tap. */
const mikrotikPage = (portal: string): string =>
  handingOver(portal, {
    ...{ mac: '$(mac)', 'link-login-only': '$(link-login-only)', 'link-orig': '$(link-orig)', error: '$(error)' },
    ...{ 'chap-id': '$(chap-id)', 'chap-challenge': '$(chap-challenge)' },
  });
const pfsensePage = (portal: string): string =>
  handingOver(portal, {
    ...{ portal_action: '$PORTAL_ACTION$', zone: '$PORTAL_ZONE$', clientmac: '$CLIENT_MAC$', redirurl: '$PORTAL_REDIRURL$' },
    message: '$PORTAL_MESSAGE$',
  });

function handingOver(portal: string, values: Readonly<Record<string, string>>): string {
  return lines(
    '<!doctype html>',
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width" />',
    '<title>WiFi</title>',
    `<form id="on" action="${escaped(portal)}">`,
    ...Object.entries(values).map(([name, value]) => `  <input type="hidden" name="${name}" value="${value}" />`),
    '  <button>WiFi</button>',
    '</form>',
    '<script>',
    "  document.getElementById('on').submit();",
    '</script>',
  );
}

const isIpv4 = (host: string) => /^\d+(?:\.\d+){3}$/.test(host);

const lines = (...each: string[]) => `${each.join('\n')}\n`;

/** A line break would end the comment. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** Quotes text for RouterOS, where quotes, backslashes, dollar signs and question marks are special. */
const quoted = (text: string) => `"${oneLine(text).replaceAll(/["\\$?]/g, (sign) => `\\${sign}`)}"`;
