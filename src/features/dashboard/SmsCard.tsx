import { MessageOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { FactCard } from '../../shared/ui/CountCard';
import { SmsUse } from '../../shared/ui/SmsUse';
import { useGetOwnSmsQuery } from './api';

/** Sent and bought SMS of who is signed in; an admin has no pack of its own. When it cannot be read it stays 0 (spec 1 §8). */
export function SmsCard() {
  const { data, isLoading, isError, refetch } = useGetOwnSmsQuery();
  return (
    <FactCard icon={<MessageOutlined aria-hidden />} label="cards.sms" isWide isLoading={isLoading} onRetry={isError ? refetch : undefined}>
      {data === null ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="cards.no_sms" />
        </Typography.Text>
      ) : (
        <SmsUse sent={data?.sms_count ?? 0} maximum={data?.sms_max_count ?? 0} noMaximum={data === undefined} />
      )}
    </FactCard>
  );
}
