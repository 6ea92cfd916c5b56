export const HOTSPOT = 1;
export const UNIT = { uuid: 'portal-unit', mac: '00-11-22-33-44-55', secret: 'secret of the portal unit' };
export const OTHER = { uuid: 'other-unit', mac: '00-11-22-33-44-66', secret: 'secret of the other unit' };
/** A unit that has signed once, after which it is believed only when it signs. */
export const SIGNING = { uuid: 'signing-unit', mac: '00-11-22-33-44-67', secret: 'secret of the signing unit' };
export const NOW = new Date('2026-11-22T09:30:00Z');
export const LONG = 'x'.repeat(300);
