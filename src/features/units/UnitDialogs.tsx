import type { DialogsOf } from '../../shared/dialogs';
import { DeleteUnitDialog } from './DeleteUnitDialog';
import { RegisterUnitDialog } from './RegisterUnitDialog';
import { RenameUnitDialog } from './RenameUnitDialog';
import { RenewSecretDialog } from './RenewSecretDialog';
import { UnitRadiusDialog } from './UnitRadiusDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'units/register': { hotspotId: number };
    'units/rename': { id: number };
    'units/radius': { id: number };
    'units/renew': { id: number };
    'units/delete': { id: number };
  }
}

export const unitDialogs: DialogsOf<'units'> = {
  'units/register': RegisterUnitDialog,
  'units/rename': RenameUnitDialog,
  'units/radius': UnitRadiusDialog,
  'units/renew': RenewSecretDialog,
  'units/delete': DeleteUnitDialog,
};
