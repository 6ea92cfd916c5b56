import { macOf } from '../contract/plain/macAddress';
import { STANDARD_PORTAL, STANDARD_RADIUS, type Connection, type Gateway, type Screen } from './gateway';
import { ON, withQuery } from './settingsText';

/** Speeds and traffic limits belong to a role, which is defined in the controller's own configuration. */
export const aruba: Gateway = {
  name: 'Aruba',
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'at_once',
    takesChanges: true,
    countsWide: true,
    limitsTraffic: false,
    announcesApi: false,
  },
  radius: { ...STANDARD_RADIUS, vendor: 'aruba' },
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query: { cmd = '', switchip = '', mac = '', url = '' } }, { localAddress }) => {
      if (cmd !== 'login' || switchip === '') return null;
      const gateway = localAddress(`https://${switchip}/cgi-bin/login`);
      return gateway === null ? 'untrusted' : { result: 'log_in', deviceMac: macOf(mac), data: { gateway }, wanted: url };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { user: username, password: token, cmd: 'authenticate', url: next },
    }),
    logoutUrl: ({ gateway = '' }) => withQuery(gateway, { cmd: 'logout' }),
  },
  settings: {
    of: (connection) => ({
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
          fields: [['Accounting', ON], ['Accounting interval', '5'], ...splashPage(connection)],
        },
        // The controller allows the portal's own host by itself.
        ...(connection.portal === null || connection.gardenHosts.length === 0
          ? []
          : [{ path: 'Networks › Security › Walled garden', fields: connection.gardenHosts.map((host) => ['Allowlist', host] as const) }]),
      ],
    }),
    instructions: null,
  },
  simulated: { usesChap: false, signs: [['Aruba-Essid-Name', 'Guests']] },
};

function splashPage({ portal }: Connection): Screen['fields'] {
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
