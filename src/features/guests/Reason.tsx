import HomeOutlined from '@ant-design/icons/HomeOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import SolutionOutlined from '@ant-design/icons/SolutionOutlined';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

const REASONS: Partial<Record<string, { name: MessageId; icon: ReactNode }>> = {
  business: { name: 'guests.reason_business', icon: <SolutionOutlined aria-hidden /> },
  family: { name: 'guests.reason_family', icon: <HomeOutlined aria-hidden /> },
  other: { name: 'guests.reason_other', icon: <QuestionCircleOutlined aria-hidden /> },
};

/** Why a guest is here: an icon with a name (GST-07), which is written beside it where there is room. */
export function Reason({ reason, isWritten = false }: { reason: string; isWritten?: boolean }) {
  const intl = useIntl();
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  if (!known) return reason === '' ? '-' : reason;
  const name = intl.formatMessage({ id: known.name });
  if (isWritten) {
    return (
      <>
        {known.icon} {name}
      </>
    );
  }
  return (
    <span role="img" aria-label={name} title={name}>
      {known.icon}
    </span>
  );
}
