import type { Preset } from '../../contract/plain/presets';
import type { Voucher } from '../../contract/vouchers';
import type { DialogsOf } from '../../shared/dialogs';
import { PresetDialog } from './PresetDialog';
import { PresetsDialog } from './PresetsDialog';
import { ShowVoucherDialog } from './ShowVoucherDialog';
import { MailVoucherDialog } from './MailVoucherDialog';
import { ReplaceVoucherDialog } from './ReplaceVoucherDialog';
import { ShiftDialog } from './ShiftDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    /** Asks for the values that the preset leaves open. */
    'vouchers/preset': { hotspotId: number; preset: Preset; user_name: string; room: string };
    'vouchers/presets': { hotspotId: number };
    'vouchers/show': { hotspotId: number; voucher: Voucher };
    'vouchers/mail': { id: number; code: string; to: string };
    /** `isAtCounter`: whether the counter shows the new code; otherwise a dialog does. */
    'vouchers/replace': { voucher: Pick<Voucher, 'id' | 'code'>; isAtCounter: boolean };
    'vouchers/shift': { hotspotId: number };
  }
}

export const counterDialogs: Pick<
  DialogsOf<'vouchers'>,
  'vouchers/preset' | 'vouchers/presets' | 'vouchers/show' | 'vouchers/mail' | 'vouchers/replace' | 'vouchers/shift'
> = {
  'vouchers/preset': PresetDialog,
  'vouchers/presets': PresetsDialog,
  'vouchers/show': ShowVoucherDialog,
  'vouchers/mail': MailVoucherDialog,
  'vouchers/replace': ReplaceVoucherDialog,
  'vouchers/shift': ShiftDialog,
};
