import type { DialogsOf } from '../../shared/dialogs';
import { DisconnectDialog } from './DisconnectDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'sessions/disconnect': { id: number };
  }
}

export const sessionDialogs: DialogsOf<'sessions'> = {
  'sessions/disconnect': DisconnectDialog,
};
