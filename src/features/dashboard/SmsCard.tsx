import { MessageOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { FactCard } from '../../shared/ui/CountCard';
import { SmsUse } from '../../shared/ui/SmsUse';
import { useGetOwnSmsQuery } from './api';

/** Sent and bought SMS of who is signed in; an admin has no pack of its own. */
export function SmsCard() {
  const { data, isLoading, isError, refetch } = useGetOwnSmsQuery();
  return (
    <FactCard icon={<MessageOutlined />} label="cards.sms" isWide isLoading={isLoading} onRetry={isError ? refetch : undefined}>
      {data ? (
        <SmsUse sent={data.sms_count} maximum={data.sms_max_count} />
      ) : (
        <Typography.Text type="secondary">
          <FormattedMessage id="cards.no_sms" />
        </Typography.Text>
      )}
    </FactCard>
  );
}
