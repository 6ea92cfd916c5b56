import { macOf } from '../contract/plain/macAddress';
import {
  GIGAWORD,
  STANDARD_RADIUS,
  type Connection,
  type Gateway,
  type GatewayTools,
  type ParsedArrival,
  type SettingsFile,
} from './gateway';
import { bytesOf, gardenOf, hexOf, INTERIM, lines, oneLine, shellQuoted, withQuery } from './settingsText';

/** UAM protocol, with or without a signature (`md`), which gateways with a `uamsecret` add. */
export const coovachilli: Gateway = {
  name: 'CoovaChilli',
  protocol: 'radius_or_http',
  abilities: {
    signsArrivals: true,
    endsSessions: 'at_once',
    takesChanges: true,
    countsWide: true,
    limitsTraffic: true,
    announcesApi: true,
  },
  radius: {
    ...STANDARD_RADIUS,
    vendor: 'coovachilli',
    countsAsGuest: true,
    looksEvery: 3,
    limits: ({ kbpsDown, kbpsUp, bytes }) => [
      ...(kbpsUp === null ? [] : [['CoovaChilli-Bandwidth-Max-Up', kbpsUp] as const]),
      ...(kbpsDown === null ? [] : [['CoovaChilli-Bandwidth-Max-Down', kbpsDown] as const]),
      ...(bytes === null
        ? []
        : [
            ['CoovaChilli-Max-Total-Octets', bytes % GIGAWORD] as const,
            ['CoovaChilli-Max-Total-Gigawords', Math.floor(bytes / GIGAWORD)] as const,
          ]),
    ],
    withoutLimits: ({ kbpsDown, kbpsUp, bytes }) => [
      ...(kbpsUp === null ? [['CoovaChilli-Bandwidth-Max-Up', 0] as const] : []),
      ...(kbpsDown === null ? [['CoovaChilli-Bandwidth-Max-Down', 0] as const] : []),
      ...(bytes === null ? [['CoovaChilli-Max-Total-Octets', 0] as const, ['CoovaChilli-Max-Total-Gigawords', 0] as const] : []),
    ],
  },
  portal: {
    parseArrival: ({ query, url, secret }, tools) => {
      const { res = '', uamip = '', uamport = '', challenge = '', mac = '', userurl = '' } = query;
      if (res === '' || uamip === '' || uamport === '') return null;
      const signature = uamSignatureOf(url, secret, tools);
      const isPort = /^\d{1,5}$/.test(uamport) && Number(uamport) <= 65_535;
      if (!isAddress(uamip) || !tools.isLocal(uamip) || !isPort) return 'untrusted';
      if (signature === 'wrong') return 'wrong_signature';
      const host = uamip.includes(':') ? `[${uamip}]` : uamip;
      return {
        result: RESULTS[res] ?? 'log_in',
        deviceMac: macOf(mac),
        data: {
          gateway: `http://${host}:${uamport}`,
          challenge: /^[0-9a-f]{32}$/i.test(challenge) ? challenge.toLowerCase() : '',
          isSigned: signature === 'right' ? 'yes' : '',
        },
        wanted: userurl,
      };
    },
    loginRequest: ({ gateway = '', challenge = '', isSigned = '' }, { username, token, next, secret }, { md5 }) => {
      // With a `uamsecret` the challenge is first hashed with it.
      const plain = bytesOf(challenge);
      const response = () => hexOf(md5(Uint8Array.of(0), token, isSigned === '' ? plain : md5(plain, secret)));
      const proof = challenge === '' ? { password: token } : { response: response() };
      return { method: 'GET', url: withQuery(`${gateway}/logon`, { username, ...proof, userurl: next }) };
    },
    pollingClientId: null,
    logoutUrl: ({ gateway = '' }, next) => withQuery(`${gateway}/logoff`, next === '' ? {} : { userurl: next }),
    endsLate: false,
    returnsAfterLogout: true,
    restartUrl: ({ gateway = '' }, next) => withQuery(`${gateway}/prelogin`, next === '' ? {} : { userurl: next }),
    reportsResults: true,
  },
  settings: {
    of: (connection) => ({ files: [...bareFiles(connection), ...defaultsFiles(connection)], screens: [] }),
    instructions: () => 'units.connect_chilli',
  },
  simulated: { usesChap: false, signs: [['CoovaChilli-Version', '1.6']] },
};

/** Values of `res`; any other means that the guest has to log in. */
const RESULTS: Partial<Record<string, ParsedArrival['result']>> = {
  success: 'online',
  already: 'online',
  failed: 'failed',
  logoff: 'left',
};

/** Whether a host is an IP address, not a name. */
const isAddress = (host: string) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i.test(host);

type Digests = Pick<GatewayTools, 'md5' | 'isSame'>;

/**
 * Signs a URL as a gateway with this `uamsecret` does: appends `md`, the upper-case hex MD5 of the URL as written, followed by the secret.
 */
export const withUamSignature = (url: string, secret: string, tools: Pick<Digests, 'md5'>) => `${url}&md=${uamDigest(url, secret, tools)}`;

/** Verifies the signature `md`, the last parameter. */
export function uamSignatureOf(url: string, secret: string, tools: Digests): 'right' | 'wrong' | 'not signed' {
  const [before, md, ...rest] = url.split('&md=');
  if (before === undefined || md === undefined) return 'not signed';
  return secret !== '' && rest.length === 0 && tools.isSame(md, uamDigest(before, secret, tools)) ? 'right' : 'wrong';
}

const uamDigest = (url: string, secret: string, { md5 }: Pick<Digests, 'md5'>) => hexOf(md5(url, secret)).toUpperCase();

/** Configuration files as chilli itself reads them, for installations whose configuration is written by hand. */
const bareFiles = ({ name, uuid, secret, host, ports, coaPort, httpBase, digest, portal, gardenHosts }: Connection): SettingsFile[] => [
  {
    name: 'chilli-portico.conf',
    text: lines(
      `# ${oneLine(name)}: asks Portico who may be online, by RADIUS.`,
      `radiusserver1 ${host}`,
      `radiusserver2 ${host}`,
      `radiusauthport ${ports.authentication}`,
      `radiusacctport ${ports.accounting}`,
      option('radiussecret', secret),
      `radiusnasid ${uuid}`,
      `definteriminterval ${INTERIM}`,
      'macauth',
      '# Portico may end sessions.',
      `coaport ${coaPort}`,
      ...portalOptions({ portal, secret, gardenHosts }),
      ...apiOptions(portal, uuid),
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
            ...portalOptions({ portal, secret, gardenHosts }),
            ...apiOptions(portal, uuid),
          ),
        },
      ]),
];

/** `uamsecret` makes chilli sign the redirect URL, so that a guest can't pretend to be another device. */
const portalOptions = ({ portal, secret, gardenHosts }: Pick<Connection, 'portal' | 'secret' | 'gardenHosts'>): string[] =>
  portal === null
    ? []
    : [
        '# Guests log in at the portal.',
        `uamserver ${portal}`,
        option('uamsecret', secret),
        `uamallowed ${gardenOf({ portal, gardenHosts }).join(',')}`,
      ];

/**
 * DHCP option 114 (captive portal API). Older versions of CoovaChilli don't start with it. `10.1.0.1` is the unit's own address unless
 * configured otherwise.
 */
const apiOptions = (portal: string | null, uuid: string): string[] =>
  portal === null
    ? []
    : [
        '# Devices learn by themselves whether they are online (RFC 8910). CoovaChilli 1.9 and later, with the unit’s own address:',
        `#captiveportalapi_uri "${new URL(`api/${uuid}`, portal).href}?mac=%{m}&uamip=10.1.0.1&uamport=3990"`,
        '# CoovaChilli 1.8 can’t tell the server which device asks. There, with uamuissl and a certificate for NAME:',
        '#captiveportalapi_uri "https://NAME:4990/captive-portal-identification"',
      ];

const NO_SECRET = '(quotes, or a line break); give the unit another secret.';

/**
 * An option whose value is a secret. The parser, generated by gengetopt, ends a bare value at white space, `#` or a quote, and a quoted one
 * at the next quote of the same kind; it has no escapes.
 */
function option(name: string, secret: string): string {
  if (/^[^\s#'"]+$/.test(secret)) return `${name} ${secret}`;
  const quote = secret.includes('"') ? "'" : '"';
  if (!/[\r\n]/.test(secret) && !secret.includes(quote)) return `${name} ${quote}${secret}${quote}`;
  return `# No ${name}: CoovaChilli can't read this one ${NO_SECRET}`;
}

/**
 * Variables for the start script of a stock installation. It generates chilli's configuration from them; chilli uses the first of repeated
 * options, so options added in a later file would be ignored. The script writes most values between double quotes.
 */
const defaultsFiles = ({ name, uuid, secret, host, ports, coaPort, httpBase, digest, portal, gardenHosts }: Connection): SettingsFile[] => {
  const common = [
    `HS_DEFINTERIMINTERVAL=${INTERIM}`,
    'HS_MACAUTH=on',
    ...(portal === null
      ? []
      : [
          '# Guests log in at the portal, and see no page of the unit before.',
          'HS_UAMHOMEPAGE=',
          `HS_UAMFORMAT=${evaluated(portal)}`,
          variable('HS_UAMSECRET', secret),
          `HS_UAMALLOW="\${HS_UAMALLOW:+$HS_UAMALLOW,}"${shellQuoted(gardenOf({ portal, gardenHosts }).join(','))}`,
          '# For /etc/chilli/local.conf:',
          ...apiOptions(portal, uuid),
        ]),
  ];
  return [
    {
      name: 'chilli-defaults',
      text: lines(
        `# ${oneLine(name)}: asks Portico who may be online, by RADIUS.`,
        `HS_RADIUS=${shellQuoted(host)}`,
        `HS_RADIUS2=${shellQuoted(host)}`,
        `HS_RADAUTH=${ports.authentication}`,
        `HS_RADACCT=${ports.accounting}`,
        variable('HS_RADSECRET', secret),
        `HS_NASID=${shellQuoted(uuid)}`,
        '# Portico may end sessions.',
        `HS_COAPORT=${coaPort}`,
        ...common,
      ),
    },
    ...(httpBase === null
      ? []
      : [
          {
            name: 'chilli-defaults-http',
            text: lines(
              `# ${oneLine(name)}: asks Portico who may be online, by HTTP (needs chilli_proxy).`,
              'HS_AAA=http',
              `HS_UAMAAAURL=${shellQuoted(`${httpBase}/wax/aaa?digest=${digest}&uuid=${uuid}`)}`,
              variable('HS_RADSECRET', secret),
              `HS_NASID=${shellQuoted(uuid)}`,
              '# Takes limits that change meanwhile from the answers to its reports.',
              'HS_ACCTUPDATE=on',
              ...common,
            ),
          },
        ]),
  ];
};

const variable = (name: string, secret: string): string =>
  /["\r\n]/.test(secret) ? `# No ${name}: CoovaChilli can't read this one ${NO_SECRET}` : `${name}=${shellQuoted(secret)}`;

/** Quotes a value that the start script evaluates a second time (`eval echo`). */
const evaluated = (value: string): string => (/^[\w:/.~%-]+$/.test(value) ? shellQuoted(value) : shellQuoted(shellQuoted(value)));
