import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Form, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { ProvedBoth } from '../../contract/secondFactor';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { CurrentPasswordField } from '../../shared/ui/form/CurrentPasswordField';
import { FactorCodeField } from './FactorCodeField';

type MessageId = FormatjsIntl.Message['ids'];

interface ProvedBothDialogProps {
  title: MessageId;
  /** Says what confirming does. */
  explained: MessageId;
  send: (proof: ProvedBoth) => Promise<FetchBaseQueryError | SerializedError | undefined>;
  isRunning: boolean;
  error: FetchBaseQueryError | SerializedError | undefined;
  onClose: () => void;
}

/** Asks for the password and a code, both of which are needed to change a second factor. */
export function ProvedBothDialog({ title, explained, send, isRunning, error, onClose }: ProvedBothDialogProps) {
  const [form] = Form.useForm<ProvedBoth>();
  return (
    <FormDialog<ProvedBoth>
      title={title}
      submit={title}
      form={form}
      initialValues={{ current_password: '', factor_code: '' }}
      isTrifle
      onSubmit={send}
      onClose={onClose}
      isRunning={isRunning}
      error={error}
      failure={{ title: 'second_factor.not_changed' }}
      refused={{ current_password: 'password.current_wrong', factor_code: 'second_factor.code_wrong' }}
    >
      <Typography.Paragraph>
        <FormattedMessage id={explained} />
      </Typography.Paragraph>
      <CurrentPasswordField />
      <FactorCodeField />
    </FormDialog>
  );
}
