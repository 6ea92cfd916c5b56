import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Tag } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { FoundItem } from '../../contract/find';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

/** Whether a guest that was found is online or has expired. Renders nothing for others. */
export function FoundStatus({ item: { online, expired } }: { item: FoundItem }) {
  if (online)
    return (
      <StatusTag icon={<WifiOutlined aria-hidden />} color="var(--success)">
        <FormattedMessage id="guests.status_online" />
      </StatusTag>
    );
  if (!expired) return null;
  return (
    <Tag icon={<HistoryOutlined aria-hidden />}>
      <FormattedMessage id="guests.status_expired" />
    </Tag>
  );
}
