import { macOf } from '../contract/plain/macAddress';
import { STANDARD_PORTAL, STANDARD_RADIUS, type Gateway } from './gateway';
import { gardenOn, INTERIM, ON, portalFields, radiusFields } from './settingsText';

/** Cisco Wireless LAN Controller (AireOS). */
export const wlc: Gateway = {
  name: 'Cisco WLC',
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'at_once',
    takesChanges: false,
    countsWide: true,
    limitsTraffic: false,
    announcesApi: false,
  },
  radius: STANDARD_RADIUS,
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query: { switch_url = '', client_mac = '', redirect = '', statusCode = '' } }, { localAddress }) => {
      if (switch_url === '') return null;
      const gateway = localAddress(switch_url);
      if (gateway === null) return 'untrusted';
      const result = { 1: 'online' as const, 5: 'failed' as const }[statusCode] ?? 'log_in';
      return { result, deviceMac: macOf(client_mac), data: { gateway }, wanted: redirect };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { username, password: token, redirect_url: next, err_flag: '0', buttonClicked: '4' },
    }),
    logoutUrl: ({ gateway = '' }) => new URL('/logout.html', gateway).href,
  },
  settings: {
    of: (connection) => ({
      files: [],
      screens: [
        {
          path: 'Security › AAA › RADIUS › Authentication › New',
          fields: [...radiusFields(connection, 'Server IP Address', 'Shared Secret', 'Port Number'), ['Support for CoA', ON]],
        },
        {
          path: 'Security › AAA › RADIUS › Accounting › New',
          fields: [
            ['Server IP Address', connection.host],
            ['Port Number', String(connection.ports.accounting)],
            ['Shared Secret', connection.secret],
          ],
        },
        {
          path: 'WLANs › Edit › General',
          fields: [['NAS-ID', connection.uuid]],
        },
        {
          path: 'WLANs › Edit › Security › AAA Servers',
          fields: [
            ['Interim Update', ON],
            ['Interim Interval', INTERIM],
          ],
        },
        {
          path: 'WLANs › Edit › Security › Layer 3',
          fields: [['Web Policy', ON], ...portalFields(connection, 'External Webauth URL')],
        },
        ...gardenOn(connection, 'Security › Access Control Lists', 'Preauthentication ACL'),
      ],
    }),
    instructions: null,
  },
  simulated: { usesChap: false, signs: [] },
};
