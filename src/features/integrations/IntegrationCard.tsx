import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { App, Button, Card, Flex, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { HotspotIntegration, Integration } from '../../contract/integrations';
import { INTEGRATION_DAYS } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { ActionMenu } from '../../shared/ui/page/ActionMenu';
import { Logo } from '../../shared/ui/facts/Logo';
import { Moment } from '../../shared/ui/facts/Moment';
import { useDisableIntegrationMutation, useSyncIntegrationMutation } from './api';
import { classes } from '../../shared/ui/plain/classes';
import styles from './IntegrationCard.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

type MessageId = FormatjsIntl.Message['ids'];

interface IntegrationCardProps {
  integration: Integration;
  /** 0: no hotspot chosen, so nothing can be switched. */
  hotspotId: number;
  /** Null while the integration is off. */
  mapping: HotspotIntegration | null;
  /** Whether the hotspot's mappings have been loaded. */
  isKnown: boolean;
  isManager: boolean;
  /** Reports why switching failed; null when a new attempt starts. */
  onFailure: (failure: MessageId | null) => void;
}

/** One platform, with its switch for the chosen hotspot; greyed out while off (INT-12). */
export function IntegrationCard({ integration, hotspotId, mapping, isKnown, isManager, onFailure }: IntegrationCardProps) {
  const dispatch = useDispatch();
  const { id, name, description, logo, site, privacy } = integration;
  const isOff = isKnown && mapping === null;
  return (
    <li>
      <Card size="small" className={classes(isOff && styles.isOff, styles.card)}>
        <Flex vertical gap={12}>
          <Flex gap={12} align="start">
            <Logo logo={logo} />
            <Flex vertical gap={4} className={classes(spacingStyles.grows)}>
              <h2 className={styles.cardTitle}>{name}</h2>
              <Typography.Text type="secondary" className={classes(textStyles.anywhere)}>
                {description}
              </Typography.Text>
              <Flex gap="4px 16px" wrap>
                {/^https?:\/\//i.test(site) && (
                  <a href={site} target="_blank" rel="noopener noreferrer">
                    <FormattedMessage id="integrations.site_of" values={{ name, spoken: forScreenReaders }} />{' '}
                    <ExportOutlined aria-hidden />
                  </a>
                )}
                {privacy !== '' && (
                  <Button
                    type="link"
                    size="small"
                    className={classes(spacingStyles.noPadding)}
                    onClick={() => dispatch(dialogOpened({ name: 'integrations/privacy', args: { id } }))}
                  >
                    <FormattedMessage id="integrations.privacy_of" values={{ name, spoken: forScreenReaders }} />
                  </Button>
                )}
              </Flex>
            </Flex>
            {isManager && <ManageMenu id={id} name={name} />}
          </Flex>
          {isKnown && <Switching integration={integration} hotspotId={hotspotId} mapping={mapping} onFailure={onFailure} />}
        </Flex>
      </Card>
    </li>
  );
}

/** For screen readers only: which platform a button is for. */
const forScreenReaders = (text: ReactNode) => (
  <span key="spoken" className="only-heard">
    {text}
  </span>
);

function ManageMenu({ id, name }: { id: number; name: string }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const entry = (kind: 'modify' | 'delete' | 'test', label: MessageId) => ({
    key: kind,
    label: intl.formatMessage({ id: label }),
    danger: kind === 'delete',
    onClick: () => dispatch(dialogOpened({ name: `integrations/${kind}`, args: { id } })),
  });
  return (
    <ActionMenu
      placement="bottomRight"
      items={[entry('modify', 'common.modify'), entry('test', 'integrations.send_test'), entry('delete', 'common.delete')]}
    >
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'list.actions_of' }, { name })}
      />
    </ActionMenu>
  );
}

/** Messages for refusals that another attempt doesn't help, by error code. */
const REASONS: Partial<Record<string, MessageId>> = {
  no_customer_account: 'integrations.no_customer',
  webhook_refused: 'integrations.private_webhook',
};

function Switching({
  integration: { id, name },
  hotspotId,
  mapping,
  onFailure,
}: Pick<IntegrationCardProps, 'integration' | 'hotspotId' | 'mapping' | 'onFailure'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [sync, syncing] = useSyncIntegrationMutation();
  const [disable, disabling] = useDisableIntegrationMutation();
  const stateId = useId();
  const isRunning = syncing.isLoading || disabling.isLoading;
  const pair = { hotspotId, integrationId: id };

  const run = async (call: typeof sync, done: MessageId) => {
    onFailure(null);
    const { error } = await call(pair);
    if (error) onFailure(REASONS[failureOf(error).code] ?? 'integrations.error_text');
    else void message.success(intl.formatMessage({ id: done }, { name }));
  };
  return (
    <Flex gap={8} align="center" justify="space-between" wrap>
      <span id={stateId}>
        <State mapping={mapping} />
      </span>
      <Flex gap={8} wrap>
        <Button
          disabled={mapping === null || isRunning}
          {...(mapping === null && { 'aria-describedby': stateId })}
          loading={mapping !== null && syncing.isLoading}
          onClick={() => void run(sync, 'integrations.synced')}
        >
          <FormattedMessage id="integrations.force_sync" values={{ name, spoken: forScreenReaders }} />
        </Button>
        {mapping === null ? (
          <Button type="primary" loading={isRunning} onClick={() => void run(sync, 'integrations.enabled')}>
            <FormattedMessage id="integrations.enable" values={{ name, spoken: forScreenReaders }} />
          </Button>
        ) : (
          <Button
            danger
            disabled={syncing.isLoading}
            loading={disabling.isLoading}
            onClick={() => void run(disable, 'integrations.disabled')}
          >
            <FormattedMessage id="integrations.disable" values={{ name, spoken: forScreenReaders }} />
          </Button>
        )}
      </Flex>
    </Flex>
  );
}

function State({ mapping }: { mapping: HotspotIntegration | null }) {
  if (mapping === null) {
    return (
      <span className="soft">
        <MinusCircleOutlined aria-hidden /> <FormattedMessage id="integrations.off" />
      </span>
    );
  }
  return mapping.last_sync === null ? (
    <Typography.Text type="danger">
      <WarningOutlined aria-hidden /> <FormattedMessage id="integrations.sync_failed" />
    </Typography.Text>
  ) : (
    <span>
      <CheckCircleOutlined aria-hidden className={classes(textStyles.success)} />{' '}
      <FormattedMessage id="integrations.last_sync" values={{ moment: <Moment at={mapping.last_sync} /> }} />
      {capabilities().integrationTokensExpire && (
        <div className="soft">
          <FormattedMessage
            id="integrations.reads_until"
            values={{ moment: <Moment at={dayjs(mapping.last_sync).add(INTEGRATION_DAYS, 'day').toISOString()} dayOnly /> }}
          />
        </div>
      )}
    </span>
  );
}
