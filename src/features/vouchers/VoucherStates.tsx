import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { statesOf, type VoucherState } from '../../contract/plain/voucherState';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

const LOOKS: Record<VoucherState, { icon: ReactNode; color: string }> = {
  valid: { icon: <CheckCircleOutlined aria-hidden />, color: 'var(--success)' },
  used: { icon: <ClockCircleOutlined aria-hidden />, color: 'var(--brand)' },
  limit_reached: { icon: <StopOutlined aria-hidden />, color: 'var(--error)' },
  expired: { icon: <HistoryOutlined aria-hidden />, color: 'var(--warning)' },
};

/** A voucher's states as tags (VCH-25). `now` in milliseconds. */
export function VoucherStates({ voucher, now }: { voucher: Parameters<typeof statesOf>[0]; now: number }) {
  return (
    <Flex gap={4} wrap>
      {statesOf(voucher, now).map((state) => (
        <StatusTag key={state} icon={LOOKS[state].icon} color={LOOKS[state].color}>
          <FormattedMessage id={`vouchers.state_${state}`} />
        </StatusTag>
      ))}
    </Flex>
  );
}
