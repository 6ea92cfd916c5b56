import { attribute, CODE, type Attribute } from '../../../src/server/radius/codec';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';

export const failures: unknown[] = [];

export const HOTSPOT = 1;
export const NOW = new Date('2026-11-22T09:30:00Z');
export const UNIT = { uuid: 'radius-unit', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };

export const encoded = (attributes: Attribute[], hidden?: (authenticator: Buffer) => Attribute[]) =>
  encodeRequest(
    { code: CODE.accessRequest, id: 9, attributes: [attribute('NAS-Identifier', 'radius-unit'), ...attributes] },
    SECRET,
    hidden,
  );
