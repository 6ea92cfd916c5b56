import { STANDARD_RADIUS, type Gateway } from './gateway';
import { gardenFields, INTERIM, portalFields, radiusFields } from './settingsText';

/** Any other unit that supports RADIUS and the WISPr attributes. */
export const generic: Gateway = {
  name: null,
  protocol: 'radius',
  abilities: {
    signsArrivals: false,
    endsSessions: 'at_once',
    takesChanges: true,
    countsWide: true,
    limitsTraffic: false,
    announcesApi: false,
  },
  radius: STANDARD_RADIUS,
  portal: 'not_known',
  settings: {
    of: (connection) => ({
      files: [],
      screens: [
        {
          path: 'RADIUS',
          fields: [
            ...radiusFields(connection, 'Server', 'Secret', 'Authentication port'),
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
    instructions: null,
  },
  simulated: { usesChap: false, signs: [] },
};
