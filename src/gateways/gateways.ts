/** All kinds of gateways. A kind without an entry doesn't compile. */
import type { UnitKind } from '../contract/plain/wire';
import { aruba } from './aruba';
import { coovachilli } from './coovachilli';
import type { Gateway } from './gateway';
import { generic } from './generic';
import { mikrotik } from './mikrotik';
import { omada } from './omada';
import { opennds } from './opennds';
import { pfsense } from './pfsense';
import { ruckus } from './ruckus';
import { unifi } from './unifi';
import { wlc } from './wlc';

export const GATEWAYS: Readonly<Record<UnitKind, Gateway>> = {
  mikrotik,
  unifi,
  omada,
  aruba,
  wlc,
  ruckus,
  pfsense,
  coovachilli,
  opennds,
  generic,
};
