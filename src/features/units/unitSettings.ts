/** What to enter into a unit so that it asks this server, for each kind of unit: as files to load, or as the fields of its own screens. */
import type { UnitKind } from '../../contract/wire';

/** The kinds that can be connected, in the order in which they are offered. */
export const CONNECTED_KINDS = [
  'mikrotik',
  'unifi',
  'omada',
  'aruba',
  'ruckus',
  'pfsense',
  'coovachilli',
  'generic',
] as const satisfies readonly UnitKind[];
export type ConnectedKind = (typeof CONNECTED_KINDS)[number];

export interface Connection {
  /** The unit's name, for comments. */
  name: string;
  uuid: string;
  secret: string;
  /** Address or name of the server, as the unit reaches it. */
  host: string;
  ports: { authentication: number; accounting: number; tls: number | null };
  /** Where the unit listens for requests to end sessions. */
  coaPort: number;
  /** The base address of the server, as the unit reaches it; null if it may not ask by HTTP. */
  httpBase: string | null;
  /** MD5 of secret and uuid, which proves the unit by HTTP. */
  digest: string;
}

/** One screen of the unit, by the names that it has there, and what to enter; a field without a value is a switch to turn on. */
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

/** Seconds between two reports of a session. */
const INTERIM = '300';

const ON = 'on';

export const unitSettings = (kind: ConnectedKind, connection: Connection): UnitSettings => SETTINGS[kind](connection);

const SETTINGS: Record<ConnectedKind, (connection: Connection) => UnitSettings> = {
  mikrotik: ({ name, uuid, secret, host, ports, coaPort }) => ({
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
        ),
      },
    ],
    screens: [],
  }),
  coovachilli: ({ name, uuid, secret, host, ports, coaPort, httpBase, digest }) => ({
    files: [
      {
        name: 'chilli-portico.conf',
        text: lines(
          `# ${oneLine(name)}: asks Portico who may be online, by RADIUS.`,
          `radiusserver1 ${host}`,
          `radiusserver2 ${host}`,
          `radiusauthport ${ports.authentication}`,
          `radiusacctport ${ports.accounting}`,
          `radiussecret ${secret}`,
          `radiusnasid ${uuid}`,
          `definteriminterval ${INTERIM}`,
          'macauth',
          '# Portico may end sessions.',
          `coaport ${coaPort}`,
        ),
      },
      ...(httpBase === null
        ? []
        : [
            {
              name: 'chilli-portico-http.conf',
              text: lines(
                `# ${oneLine(name)}: asks Portico who may be online, by HTTP (needs chilli_proxy).`,
                `uamaaaurl ${httpBase}/wax/aaa?digest=${digest}&uuid=${uuid}`,
                `definteriminterval ${INTERIM}`,
                'macauth',
                '# Takes limits that change meanwhile from the answers to its reports.',
                'acctupdate',
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
        ],
      },
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
        fields: [
          ['Accounting', ON],
          ['Accounting interval', '5'],
        ],
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
        ],
      },
    ],
  }),
  pfsense: (connection) => ({
    files: [],
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
        ],
      },
    ],
  }),
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

const lines = (...each: string[]) => `${each.join('\n')}\n`;

/** Comments end with their line. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** A text of RouterOS: quotes, backslashes, dollar signs and question marks mean something there. */
const quoted = (text: string) => `"${oneLine(text).replaceAll(/["\\$?]/g, (sign) => `\\${sign}`)}"`;
