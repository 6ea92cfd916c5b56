import { macOf } from '../contract/plain/macAddress';
import { STANDARD_PORTAL, STANDARD_RADIUS, type Gateway } from './gateway';
import { gardenOn, INTERIM, ON, portalFields } from './settingsText';

/** Query parameters that the login form returns to the controller. */
const RETURNED = ['clientMac', 'clientIp', 'apMac', 'ap', 'gatewayMac', 'ssid', 'ssidName', 'radioId', 'vid', 'site', 'redirectUrl'];

/**
 * Configured with an external RADIUS server and an external web portal. TPLink-Recv-limit and -Xmit-limit aren't used: sources disagree
 * whether they are rates or amounts.
 */
export const omada: Gateway = {
  name: 'Omada',
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'at_once',
    takesChanges: false,
    countsWide: true,
    limitsTraffic: false,
    announcesApi: false,
  },
  radius: { ...STANDARD_RADIUS, vendor: 'omada' },
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query }, { localAddress }) => {
      const { target = '', targetPort = '', clientMac = '', redirectUrl = '' } = query;
      if (target === '' || targetPort === '' || clientMac === '') return null;
      const gateway = localAddress(`http://${target}:${targetPort}/portal/radius/browserauth`);
      if (gateway === null) return 'untrusted';
      const returned = Object.fromEntries(
        RETURNED.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name].slice(0, 255)]])),
      );
      return { result: 'log_in', deviceMac: macOf(clientMac), data: { ...returned, gateway }, wanted: redirectUrl };
    },
    loginRequest: ({ gateway = '', ...returned }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { ...returned, authType: '2', username, password: token, originUrl: next },
    }),
    logoutUrl: () => null,
  },
  settings: {
    of: (connection) => ({
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
    instructions: null,
  },
  simulated: { usesChap: false, signs: [] },
};
