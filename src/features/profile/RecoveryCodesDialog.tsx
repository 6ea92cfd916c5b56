import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { DialogProps } from '../../shared/dialogs';
import { selectUser } from '../auth/slice';
import { useRenewRecoveryCodesMutation } from '../auth/api';
import { ProvedBothDialog } from './ProvedBothDialog';
import { RecoveryCodes } from './RecoveryCodes';

/** Creates new recovery codes. They are secrets and stay in this component, out of the store. */
export function RecoveryCodesDialog({ onClose }: DialogProps<'profile/recovery_codes'>) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [renew, { isLoading, error }] = useRenewRecoveryCodesMutation();
  const username = useSelector(selectUser)?.info?.username ?? '';
  if (codes) return <RecoveryCodes username={username} codes={codes} onClose={onClose} />;
  return (
    <ProvedBothDialog
      title="second_factor.new_codes"
      explained="second_factor.new_codes_mean"
      send={async (proof) => {
        const outcome = await renew(proof);
        if (outcome.data) setCodes(outcome.data.recovery_codes);
        return outcome.error;
      }}
      isRunning={isLoading}
      error={error}
      onClose={onClose}
    />
  );
}
