import { ExportOutlined } from '@ant-design/icons';
import { Card, Flex, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Integration } from '../../contract/integrations';
import { isLost } from '../../shared/failure';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { useListIntegrationsQuery } from '../integrations/api';

/** The platforms that this hotspot is tied to, each with its way out (spec 1 §2: customer and desk). */
export function IntegrationCards() {
  const query = useListIntegrationsQuery();
  const { data: integrations = [], refetch } = query;
  if (isLost(query)) return <LoadFailed message="integrations.load_failed" onRetry={refetch} />;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))', gap: 12 }}>
      {integrations.map((integration) => (
        <IntegrationCard key={integration.id} integration={integration} />
      ))}
    </div>
  );
}

function IntegrationCard({ integration: { name, description, logo, site } }: { integration: Integration }) {
  return (
    <Card size="small">
      <Flex gap={12} align="start">
        {logo.startsWith('data:image/') && <img src={logo} alt="" width={40} height={40} style={{ objectFit: 'contain' }} />}
        <Flex vertical gap={4} style={{ minWidth: 0 }}>
          <Typography.Text strong>{name}</Typography.Text>
          <Typography.Text type="secondary">{description}</Typography.Text>
          {/^https?:\/\//.test(site) && (
            <a href={site} target="_blank" rel="noopener noreferrer">
              <FormattedMessage id="integrations.open" values={{ name }} /> <ExportOutlined aria-hidden />
            </a>
          )}
        </Flex>
      </Flex>
    </Card>
  );
}
