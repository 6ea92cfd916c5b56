import { App } from 'antd';
import { useIntl } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { useSelector } from 'react-redux';
import { useGetSecondFactorQuery, useTurnOffSecondFactorMutation } from '../auth/api';
import { selectUser } from '../auth/slice';
import { ProvedBothDialog } from './ProvedBothDialog';

/** Turns off one's own second factor. */
export function SecondFactorOffDialog({ onClose }: DialogProps<'profile/second_factor_off'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const id = useSelector(selectUser)?.id ?? 0;
  const { data: factor } = useGetSecondFactorQuery(id);
  const [turnOff, { isLoading, error }] = useTurnOffSecondFactorMutation();
  return (
    <ProvedBothDialog
      title="second_factor.turn_off"
      explained={factor?.required ? 'second_factor.off_means_anew' : 'second_factor.off_means'}
      send={async (body) => {
        const outcome = await turnOff({ id, body });
        if (outcome.error) return outcome.error;
        void message.success(intl.formatMessage({ id: 'second_factor.turned_off' }));
        onClose();
        return undefined;
      }}
      isRunning={isLoading}
      error={error}
      onClose={onClose}
    />
  );
}
