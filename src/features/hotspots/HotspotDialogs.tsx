import type { DialogsOf } from '../../shared/dialogs';
import { CreateHotspotDialog } from './CreateHotspotDialog';
import { DeleteHotspotDialog } from './DeleteHotspotDialog';
import { ModifyHotspotDialog } from './ModifyHotspotDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'hotspots/create': null;
    'hotspots/modify': { id: number };
    'hotspots/delete': { id: number };
  }
}

export const hotspotDialogs: DialogsOf<'hotspots'> = {
  'hotspots/create': CreateHotspotDialog,
  'hotspots/modify': ModifyHotspotDialog,
  'hotspots/delete': DeleteHotspotDialog,
};
