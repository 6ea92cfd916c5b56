import { Form, Typography } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import type { PreparedSecondFactor } from '../../contract/secondFactor';
import { consoleConfig } from '../../shared/config';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { CurrentPasswordField, type CurrentPassword } from '../../shared/ui/form/CurrentPasswordField';
import { selectUser } from '../auth/slice';
import { usePrepareSecondFactorMutation, useTurnOnSecondFactorMutation } from '../auth/api';
import { ScannedCode } from '../counter/ScannedCode';
import { FactorCodeField, type FactorCode } from './FactorCodeField';
import { appAddress, inGroups } from './appAddress';
import { RecoveryCodes } from './RecoveryCodes';
import styles from './SecondFactorOnDialog.module.css';

/**
 * Turns on a second factor: asks for the password, then for a code from the app, then shows the recovery codes. The server's responses
 * contain secrets, which stay in this component and out of the store.
 */
export function SecondFactorOnDialog({ onClose }: DialogProps<'profile/second_factor_on'>) {
  const [prepared, setPrepared] = useState<PreparedSecondFactor | null>(null);
  const [isOn, setOn] = useState(false);
  if (prepared === null) return <PasswordStep onPrepared={setPrepared} onClose={onClose} />;
  if (isOn) return <RecoveryCodes username={prepared.username} codes={prepared.recovery_codes} onClose={onClose} />;
  return <AppStep key="app" prepared={prepared} onTurnedOn={() => setOn(true)} onClose={onClose} />;
}

function PasswordStep({ onPrepared, onClose }: { onPrepared: (prepared: PreparedSecondFactor) => void; onClose: () => void }) {
  const [form] = Form.useForm<CurrentPassword>();
  const [prepare, { isLoading, error }] = usePrepareSecondFactorMutation();
  const submit = async ({ current_password }: CurrentPassword) => {
    const outcome = await prepare({ current_password });
    if (outcome.data) onPrepared(outcome.data);
    return outcome.error;
  };
  return (
    <FormDialog<CurrentPassword>
      title="second_factor.turn_on"
      submit="second_factor.next"
      form={form}
      initialValues={{ current_password: '' }}
      isTrifle
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'second_factor.not_changed' }}
      refused={{ current_password: 'password.current_wrong' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id="second_factor.what" />
      </Typography.Paragraph>
      <CurrentPasswordField />
    </FormDialog>
  );
}

interface AppStepProps {
  prepared: PreparedSecondFactor;
  onTurnedOn: () => void;
  onClose: () => void;
}

function AppStep({ prepared: { username, secret, setup }, onTurnedOn, onClose }: AppStepProps) {
  const intl = useIntl();
  const [form] = Form.useForm<FactorCode>();
  const id = useSelector(selectUser)?.id ?? 0;
  const [turnOn, { isLoading, error }] = useTurnOnSecondFactorMutation();
  const submit = async ({ factor_code }: FactorCode) => {
    const outcome = await turnOn({ id, body: { setup, factor_code } });
    if (!outcome.error) onTurnedOn();
    return outcome.error;
  };
  return (
    <FormDialog<FactorCode>
      title="second_factor.turn_on"
      submit="second_factor.turn_on"
      form={form}
      initialValues={{ factor_code: '' }}
      isTrifle
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'second_factor.not_changed' }}
      refused={{ factor_code: 'second_factor.code_wrong' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id="second_factor.scan" />
      </Typography.Paragraph>
      <div className={styles.scanned}>
        <ScannedCode text={appAddress(consoleConfig().product, username, secret)} label={intl.formatMessage({ id: 'second_factor.qr' })}>
          <FormattedMessage
            id="second_factor.by_hand"
            values={{
              secret: <code className={styles.secret}>{inGroups(secret)}</code>,
            }}
          />
        </ScannedCode>
      </div>
      <FactorCodeField isOfApp />
    </FormDialog>
  );
}
