import type { UnitKind } from '../../contract/wire';

/** Names of unit kinds, the same in every language; `generic` has a message instead. */
const NAMES: Record<Exclude<UnitKind, 'generic'>, string> = {
  mikrotik: 'MikroTik',
  coovachilli: 'CoovaChilli',
  unifi: 'UniFi',
  omada: 'Omada',
  aruba: 'Aruba',
  ruckus: 'Ruckus',
  pfsense: 'pfSense',
  opennds: 'openNDS',
};

export const unitKindName = (kind: UnitKind, generic: string): string => (kind === 'generic' ? generic : NAMES[kind]);
