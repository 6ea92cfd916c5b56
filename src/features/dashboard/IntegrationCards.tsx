import ExportOutlined from '@ant-design/icons/ExportOutlined';
import { Card, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Integration } from '../../contract/integrations';
import { platformLink } from './platformLink';
import { isLost } from '../../shared/failure';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Logo } from '../../shared/ui/facts/Logo';
import { useListIntegrationsQuery } from '../integrations/api';
import styles from './IntegrationCards.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Interval for fetching new login assertions, in milliseconds: each can be used once, within a minute (INT-19). */
const RENEW_AFTER = 45_000;

/** The platforms this hotspot is connected to, with links (DASH-07). */
export function IntegrationCards() {
  const query = useListIntegrationsQuery(undefined, { pollingInterval: RENEW_AFTER, skipPollingIfUnfocused: true, refetchOnFocus: true });
  const { data: integrations = [], refetch } = query;
  if (isLost(query)) return <LoadFailed message="integrations.load_failed" onRetry={refetch} />;
  return (
    <div className={styles.cards}>
      {integrations.map((integration) => (
        <IntegrationCard key={integration.id} integration={integration} onUsed={() => void refetch()} />
      ))}
    </div>
  );
}

function IntegrationCard({ integration, onUsed }: { integration: Integration; onUsed: () => void }) {
  const { name, description, logo } = integration;
  const link = platformLink(integration);
  return (
    <Card size="small">
      <Flex gap={12} align="start">
        <Logo logo={logo} />
        <Flex vertical gap={4} className={classes(textStyles.wrapping)}>
          <strong>{name}</strong>
          <span className="soft">{description}</span>
          {link !== null && (
            <a href={link} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer" onClick={onUsed}>
              <FormattedMessage id="integrations.open" values={{ name }} /> <ExportOutlined aria-hidden />
            </a>
          )}
        </Flex>
      </Flex>
    </Card>
  );
}
