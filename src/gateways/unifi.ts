import { STANDARD_RADIUS, type Gateway } from './gateway';
import { INTERIM, ON, radiusFields } from './settingsText';

export const unifi: Gateway = {
  name: 'UniFi',
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
  portal: 'own_pages',
  settings: {
    of: (connection) => ({
      files: [],
      screens: [
        {
          path: 'Settings › Profiles › RADIUS › Create New',
          fields: [
            ...radiusFields(connection, 'IP Address', 'Shared Secret', 'Port'),
            ['Accounting', ON],
            ['Interim Update Interval', INTERIM],
          ],
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
    instructions: null,
  },
  simulated: { usesChap: true, signs: [] },
};
