import type { Contact } from '../../src/server/radius/contactQueries';

/** That a unit was heard, by RADIUS, from an address of its own. */
export const contact = (unitId: number, change: Partial<Contact> = {}): Contact => ({
  unitId,
  address: '192.0.2.1',
  kind: 'generic',
  clockAhead: null,
  software: '',
  isFresh: true,
  isHttpSigned: null,
  nasIdentifier: null,
  ...change,
});
