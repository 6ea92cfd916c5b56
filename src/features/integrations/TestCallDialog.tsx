import { Alert, Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { IntegrationTested } from '../../contract/integrations';
import type { DialogProps } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { useListIntegrationsQuery, useTestIntegrationMutation } from './api';
import styles from './TestCallDialog.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

const REASONS = {
  no_address: 'integrations.test_no_address',
  refused: 'integrations.test_refused',
  unreachable: 'integrations.test_unreachable',
  too_slow: 'integrations.test_too_slow',
} as const;

/** Sends a platform a test call without data, and shows its response. */
export function TestCallDialog({ args: { id }, onClose }: DialogProps<'integrations/test'>) {
  const { data: integrations } = useListIntegrationsQuery();
  const [test, { data: answer, error, isLoading }] = useTestIntegrationMutation();
  const integration = integrations?.find((one) => one.id === id);
  return (
    <Dialog
      title={<FormattedMessage id="integrations.test_title" values={{ name: integration?.name ?? '…' }} />}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>
            <FormattedMessage id="common.close" />
          </Button>
          <Button type="primary" loading={isLoading} onClick={() => void test(id)}>
            <FormattedMessage id="integrations.send_test" />
          </Button>
        </Flex>
      }
    >
      <p className={textStyles.anywhere}>
        <FormattedMessage id="integrations.test_what" values={{ address: integration?.webhook_url || '-' }} />
      </p>
      <div role="status">
        {!isLoading && answer && <Outcome answer={answer} />}
        {!isLoading && error && <FailureAlert title="integrations.test_not_sent" error={error} isUntyped />}
      </div>
    </Dialog>
  );
}

function Outcome({ answer }: { answer: IntegrationTested }) {
  const { milliseconds } = answer;
  if ('failed' in answer) {
    return <Alert type="error" showIcon title={<FormattedMessage id={REASONS[answer.failed]} values={{ milliseconds }} />} />;
  }
  const { status, body } = answer;
  return (
    <Flex vertical gap={8}>
      <Alert
        type={status === 200 ? 'success' : 'warning'}
        showIcon
        title={
          <FormattedMessage id={status === 200 ? 'integrations.test_good' : 'integrations.test_bad'} values={{ status, milliseconds }} />
        }
      />
      {body === '' ? (
        <span className="soft">
          <FormattedMessage id="integrations.test_empty" />
        </span>
      ) : (
        <pre className={styles.answer}>{body}</pre>
      )}
    </Flex>
  );
}
