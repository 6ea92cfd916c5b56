import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Tag } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { FoundItem } from '../../contract/find';

/** Whether a found guest is online or has expired; nothing for others. */
export function FoundStatus({ item: { online, expired } }: { item: FoundItem }) {
  if (online)
    return (
      <Tag icon={<WifiOutlined aria-hidden />} variant="outlined" style={{ margin: 0, color: 'var(--success)', background: 'transparent' }}>
        <FormattedMessage id="guests.status_online" />
      </Tag>
    );
  if (!expired) return null;
  return (
    <Tag icon={<HistoryOutlined aria-hidden />} style={{ margin: 0 }}>
      <FormattedMessage id="guests.status_expired" />
    </Tag>
  );
}
