import { macOf } from '../contract/plain/macAddress';
import { MAX_UINT32, STANDARD_PORTAL, STANDARD_RADIUS, type Gateway } from './gateway';
import { gardenFields, portalFields, radiusFields } from './settingsText';

/** ZoneDirector and Unleashed. */
export const ruckus: Gateway = {
  name: 'Ruckus',
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
    vendor: 'ruckus',
    // For up and down together, in 32 bits; sent in bytes, as no public document names the unit. Larger limits are omitted: 4 GiB would be
    // less than the guest may use.
    limits: ({ bytes }) => (bytes === null || bytes > MAX_UINT32 ? [] : [['Ruckus-Max-DL-UL-Quota', bytes]]),
  },
  portal: {
    ...STANDARD_PORTAL,
    parseArrival: ({ query: { sip = '', client_mac = '', url = '' } }, { localAddress }) => {
      if (sip === '') return null;
      const gateway = localAddress(`http://${sip}:9997/login`);
      return gateway === null ? 'untrusted' : { result: 'log_in', deviceMac: macOf(client_mac), data: { gateway }, wanted: url };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { username, password: token, redirect: next },
    }),
    logoutUrl: ({ gateway = '' }) => new URL('/logout', gateway).href,
  },
  settings: {
    of: (connection) => ({
      files: [],
      screens: [
        {
          path: 'AAA Servers › Create › RADIUS, RADIUS Accounting',
          fields: [['Auth Method', 'PAP'], ...radiusFields(connection, 'IP Address', 'Shared Secret', 'Port')],
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
    instructions: null,
  },
  simulated: { usesChap: false, signs: [] },
};
