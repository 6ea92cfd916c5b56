import type { DialogsOf } from '../../shared/dialogs';
import { CreateMacEntryDialog } from './CreateMacEntryDialog';
import { DeleteMacEntryDialog } from './DeleteMacEntryDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'mac/create': { hotspotId: number; mac?: string };
    /** `username` is the MAC address in wire notation. */
    'mac/delete': { id: number; name: string; username: string };
  }
}

export const macDialogs: DialogsOf<'mac'> = {
  'mac/create': CreateMacEntryDialog,
  'mac/delete': DeleteMacEntryDialog,
};
