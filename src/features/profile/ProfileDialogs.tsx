import type { DialogsOf } from '../../shared/dialogs';
import { ChangePasswordDialog } from './ChangePasswordDialog';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { SecondFactorOffDialog } from './SecondFactorOffDialog';
import { SecondFactorOnDialog } from './SecondFactorOnDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'profile/password': null;
    'profile/second_factor_on': null;
    'profile/second_factor_off': null;
    'profile/recovery_codes': null;
  }
}

export const profileDialogs: DialogsOf<'profile'> = {
  'profile/password': ChangePasswordDialog,
  'profile/second_factor_on': SecondFactorOnDialog,
  'profile/second_factor_off': SecondFactorOffDialog,
  'profile/recovery_codes': RecoveryCodesDialog,
};
