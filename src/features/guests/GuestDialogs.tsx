import type { DialogsOf } from '../../shared/dialogs';
import type { GuestKey } from './api';
import { DeleteGuestDialog } from './DeleteGuestDialog';
import { ModifyGuestDialog, ReviveGuestDialog } from './ModifyGuestDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'guests/modify': GuestKey;
    'guests/revive': GuestKey;
    'guests/delete': GuestKey;
  }
}

export const guestDialogs: DialogsOf<'guests'> = {
  'guests/modify': ModifyGuestDialog,
  'guests/revive': ReviveGuestDialog,
  'guests/delete': DeleteGuestDialog,
};
