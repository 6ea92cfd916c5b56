import type { DialogsOf } from '../../shared/dialogs';
import { DeleteHotspotDialog } from './DeleteHotspotDialog';
import { CreateHotspotDialog, ModifyHotspotDialog } from './HotspotDialog';

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
