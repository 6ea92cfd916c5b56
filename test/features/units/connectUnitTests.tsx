import type { UnitKind } from '../../../src/contract/plain/wire';
import type { Connection } from '../../../src/gateways/gateway';
import { GATEWAYS } from '../../../src/gateways/gateways';

export const CONNECTION: Connection = {
  name: 'Lobby',
  uuid: 'lobby-uuid',
  secret: 's3cret',
  host: '192.0.2.5',
  digest: 'd'.repeat(32),
  ports: { authentication: 11812, accounting: 11813, tls: 2083 },
  coaPort: 13799,
  httpBase: 'https://192.0.2.5',
  gardenHosts: [],
  faskey: 'f'.repeat(32),
  portal: 'https://wifi.example.com/portal/lobby-uuid',
  server: 'https://wifi.example.com',
};

export const unitSettings = (kind: UnitKind, connection: Connection) => GATEWAYS[kind].settings.of(connection);
