import type { DialogsOf } from '../../shared/dialogs';
import type { GuestKey } from './api';
import { DeleteGuestDialog } from './DeleteGuestDialog';
import { ExtendGuestDialog } from './ExtendGuestDialog';
import { ModifyGuestDialog } from './ModifyGuestDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'guests/modify': GuestKey;
    /** `days`: the initial number of days. */
    'guests/extend': GuestKey & { days?: number };
    'guests/delete': GuestKey;
  }
}

export const guestDialogs: DialogsOf<'guests'> = {
  'guests/modify': ModifyGuestDialog,
  'guests/extend': ExtendGuestDialog,
  'guests/delete': DeleteGuestDialog,
};
