import { MessageOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { FactCard } from '../../shared/ui/CountCard';
import { SmsForecast } from '../../shared/ui/SmsForecast';
import { SmsUse } from '../../shared/ui/SmsUse';
import { selectUser } from '../auth/slice';
import { useCountLateSmsQuery, useGetOwnSmsQuery } from './api';

/** The account's SMS sent and bought, warning threshold and how long the rest will last; 0 if it can't be read (DASH-08). */
export function SmsCard() {
  const isAdmin = useSelector(selectUser)?.account_type === 'admin';
  const own = useGetOwnSmsQuery(undefined, { skip: isAdmin });
  const { isLoading, isError, refetch } = own;
  const data = isAdmin ? null : own.data;
  const { data: lately } = useCountLateSmsQuery(0, { skip: !data });
  const { sms_count: sent = 0, sms_max_count: maximum = 0, sms_threshold: threshold = 0 } = data ?? {};
  return (
    <FactCard icon={<MessageOutlined aria-hidden />} label="cards.sms" isWide isLoading={isLoading} onRetry={isError ? refetch : undefined}>
      {data === null ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="cards.no_sms" />
        </Typography.Text>
      ) : (
        <SmsUse sent={sent} maximum={maximum} noMaximum={data === undefined} />
      )}
      {threshold > 0 && (
        <Typography.Text type="secondary" style={{ display: 'block', fontSize: 14, lineHeight: '22px' }}>
          <FormattedMessage id="cards.sms_threshold_left" values={{ threshold }} />
        </Typography.Text>
      )}
      <SmsForecast sent={sent} maximum={maximum} lately={lately} />
    </FactCard>
  );
}
