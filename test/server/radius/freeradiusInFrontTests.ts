import { radclient, RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';

export const TOKEN = 'freeradius-token-0123456789';

export const HOTSPOT = 1;
export const NOW = new Date('2026-11-22T09:30:00Z');
export const UNIT = { uuid: 'behind-freeradius', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };
export const VOUCHER = 'front1';

export const ports = { auth: 0, acct: 0 };

const lines = ['Calling-Station-Id = "02-00-00-00-00-01"', 'Message-Authenticator = 0x00'];
export const logIn = async (name: string, password: string, { kind = 'User-Password', seconds = 5 } = {}) =>
  (await radclient('auth', ports.auth, [`User-Name = "${name}"`, `${kind} = "${password}"`, ...lines], { seconds })).output;
