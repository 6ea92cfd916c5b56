import { macOf } from '../contract/plain/macAddress';
import { bitsPerSecond, MAX_UINT32, STANDARD_PORTAL, STANDARD_RADIUS, type Gateway } from './gateway';
import { forwardingPage, gardenOn, ON } from './settingsText';

/** A page on the firewall passes `$PORTAL_ACTION$`, `$CLIENT_MAC$` and `$PORTAL_ZONE$`. */
export const pfsense: Gateway = {
  name: 'pfSense',
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'never',
    takesChanges: false,
    countsWide: true,
    limitsTraffic: true,
    announcesApi: false,
  },
  radius: {
    ...STANDARD_RADIUS,
    vendor: 'pfsense',
    // pfSense checks counters once a minute, and accepts no new limits for a running session. The whole limit is granted nevertheless: if
    // less were, guests who have paid for it would be cut off, and nothing could grant them the rest (docs/operations.md). The limit is for
    // up and down together, in 32 bits, and pfSense can't be asked to end a session: guests who may use more than 4 GiB are logged out
    // after that much, and may log in again for the rest.
    limits: ({ kbpsDown, kbpsUp, bytes }) => [
      ...(kbpsUp === null ? [] : [['pfSense-Bandwidth-Max-Up', bitsPerSecond(kbpsUp)] as const]),
      ...(kbpsDown === null ? [] : [['pfSense-Bandwidth-Max-Down', bitsPerSecond(kbpsDown)] as const]),
      ...(bytes === null ? [] : [['pfSense-Max-Total-Octets', Math.min(bytes, MAX_UINT32)] as const]),
    ],
  },
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query: { portal_action = '', zone = '', clientmac = '', redirurl = '', message = '' } }, { localAddress }) => {
      if (portal_action === '') return null;
      const gateway = localAddress(portal_action);
      if (gateway === null) return 'untrusted';
      const result = message === '' ? 'log_in' : 'failed';
      return { result, deviceMac: macOf(clientmac), data: { gateway, zone: zone.slice(0, 64) }, wanted: redirurl };
    },
    loginRequest: ({ gateway = '', zone = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { auth_user: username, auth_pass: token, zone, redirurl: next, accept: 'Continue' },
    }),
    logoutUrl: () => null,
    restartUrl: ({ gateway = '' }) => gateway,
  },
  settings: {
    of: (connection) => ({
      files: connection.portal === null ? [] : [{ name: 'portal.html', text: portalPage(connection.portal) }],
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
    instructions: () => 'units.connect_page',
  },
  simulated: { usesChap: false, signs: [] },
};

const portalPage = (portal: string): string =>
  forwardingPage(portal, {
    portal_action: '$PORTAL_ACTION$',
    zone: '$PORTAL_ZONE$',
    clientmac: '$CLIENT_MAC$',
    redirurl: '$PORTAL_REDIRURL$',
    message: '$PORTAL_MESSAGE$',
  });
