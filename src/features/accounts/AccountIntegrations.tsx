import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import { App, Button, Card, Flex, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Integration } from '../../contract/integrations';
import { isLost } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Section } from '../../shared/ui/page/Section';
import {
  useListIntegrationsQuery,
  useDisableAccountIntegrationMutation,
  useEnableAccountIntegrationMutation,
  useListAccountIntegrationsQuery,
} from '../integrations/api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './AccountIntegrations.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Which platforms a reseller may enable for its hotspots, one card each (ACC-05). */
export function AccountIntegrations({ accountId }: { accountId: number }) {
  const integrations = useListIntegrationsQuery();
  const enabled = useListAccountIntegrationsQuery(accountId);
  const retry = () => {
    void integrations.refetch();
    void enabled.refetch();
  };
  return (
    <Section title="accounts.integrations">
      {isLost(integrations) || isLost(enabled) ? (
        <LoadFailed message="integrations.load_failed" onRetry={retry} />
      ) : !integrations.data || !enabled.data ? (
        <LoadingRows rows={3} />
      ) : integrations.data.length === 0 ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="accounts.no_integrations" />
        </Typography.Text>
      ) : (
        <div className={styles.cards}>
          {integrations.data.map((integration) => (
            <IntegrationCard
              key={integration.id}
              accountId={accountId}
              integration={integration}
              isEnabled={enabled.data?.some(({ integration_id }) => integration_id === integration.id) ?? false}
            />
          ))}
        </div>
      )}
    </Section>
  );
}

interface IntegrationCardProps {
  accountId: number;
  integration: Integration;
  isEnabled: boolean;
}

function IntegrationCard({ accountId, integration: { id, name, description, logo }, isEnabled }: IntegrationCardProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [enable, enabling] = useIdempotentMutation(useEnableAccountIntegrationMutation());
  const [disable, disabling] = useDisableAccountIntegrationMutation();
  const isRunning = enabling.isLoading || disabling.isLoading;
  const error = isEnabled ? disabling.error : enabling.error;

  const change = async () => {
    if (isRunning) return;
    const which = { accountId, integrationId: id };
    const outcome = isEnabled ? await disable(which) : await enable(which);
    if (!outcome.error)
      void message.success(
        intl.formatMessage({ id: isEnabled ? 'accounts.integration_disabled' : 'accounts.integration_enabled' }, { name }),
      );
  };
  return (
    <Card size="small" role="group" aria-label={name}>
      <Flex vertical gap={8} align="start">
        <Flex gap={12} align="start">
          {logo.startsWith('data:image/') && <img src={logo} alt="" width={40} height={40} className={styles.logo} />}
          <Flex vertical className={classes(textStyles.wrapping)}>
            <Typography.Text strong>{name}</Typography.Text>
            <Typography.Text type="secondary">{description}</Typography.Text>
          </Flex>
        </Flex>
        <Typography.Text type={isEnabled ? 'success' : 'secondary'}>
          {isEnabled ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}{' '}
          <FormattedMessage id={isEnabled ? 'accounts.enabled' : 'accounts.disabled'} />
        </Typography.Text>
        {error && <FailureAlert title="accounts.integration_not_changed" error={error} isUntyped />}
        <Button
          size="small"
          loading={isRunning}
          aria-label={intl.formatMessage({ id: isEnabled ? 'accounts.disable_named' : 'accounts.enable_named' }, { name })}
          onClick={() => void change()}
        >
          <FormattedMessage id={isEnabled ? 'accounts.disable' : 'accounts.enable'} />
        </Button>
      </Flex>
    </Card>
  );
}
