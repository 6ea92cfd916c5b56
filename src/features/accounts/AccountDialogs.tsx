import type { DialogsOf } from '../../shared/dialogs';
import { CreateAccountDialog } from './CreateAccountDialog';
import { DeleteAccountDialog } from './DeleteAccountDialog';
import { ModifyAccountDialog } from './ModifyAccountDialog';
import { SetPasswordDialog } from './SetPasswordDialog';
import { SignOutDialog } from './SignOutDialog';
import { SubscriptionDialog } from './SubscriptionDialog';
import { TurnOffSecondFactorDialog } from './TurnOffSecondFactorDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    /** `hotspotId`: the hotspot that the list is filtered by; 0: none. */
    'accounts/create': { hotspotId: number };
    'accounts/modify': { id: number };
    'accounts/password': { id: number };
    'accounts/sign_out': { id: number };
    'accounts/second_factor_off': { id: number };
    'accounts/subscription': { id: number };
    'accounts/delete': { id: number };
  }
}

export const accountDialogs: DialogsOf<'accounts'> = {
  'accounts/create': CreateAccountDialog,
  'accounts/modify': ModifyAccountDialog,
  'accounts/password': SetPasswordDialog,
  'accounts/sign_out': SignOutDialog,
  'accounts/second_factor_off': TurnOffSecondFactorDialog,
  'accounts/subscription': SubscriptionDialog,
  'accounts/delete': DeleteAccountDialog,
};
