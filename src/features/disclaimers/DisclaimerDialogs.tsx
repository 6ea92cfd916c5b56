import type { DialogsOf } from '../../shared/dialogs';
import { DeleteDisclaimerDialog } from './DeleteDisclaimerDialog';
import { CreateDisclaimerDialog } from './CreateDisclaimerDialog';
import { ModifyDisclaimerDialog } from './ModifyDisclaimerDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    /** `accountId` is the reseller's. */
    'disclaimers/create': { accountId: number };
    'disclaimers/modify': { id: number; accountId: number };
    'disclaimers/delete': { id: number; accountId: number };
  }
}

export const disclaimerDialogs: DialogsOf<'disclaimers'> = {
  'disclaimers/create': CreateDisclaimerDialog,
  'disclaimers/modify': ModifyDisclaimerDialog,
  'disclaimers/delete': DeleteDisclaimerDialog,
};
