import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ListedGuest } from '../../contract/guests';
import { statusOf, type GuestStatus as Status } from './guestState';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

const LOOKS: Record<Status, { icon: ReactNode; color: string }> = {
  online: { icon: <WifiOutlined aria-hidden />, color: 'var(--success)' },
  active: { icon: <CheckCircleOutlined aria-hidden />, color: 'var(--text)' },
  over: { icon: <StopOutlined aria-hidden />, color: 'var(--error)' },
  early: { icon: <ClockCircleOutlined aria-hidden />, color: 'var(--textSoft)' },
  expired: { icon: <HistoryOutlined aria-hidden />, color: 'var(--textSoft)' },
};

/** A guest's status as a badge. `now` in milliseconds. */
export function GuestStatus({ guest, now }: { guest: ListedGuest; now: number }) {
  const status = statusOf(guest, now);
  const { icon, color } = LOOKS[status];
  return (
    <StatusTag icon={icon} color={color}>
      <FormattedMessage id={`guests.status_${status}`} />
    </StatusTag>
  );
}
