import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Reserved } from '../../shared/ui/feedback/Reserved';
import { useDeletingCounts, type Deleting } from './api';

interface WhatEndsProps {
  deleting: Deleting;
  /** A message that takes the counts, and how many objects are deleted. */
  message: 'guests.delete_counts' | 'mac_auth.delete_counts' | 'units.delete_counts' | 'vouchers.delete_counts';
  count?: number;
}

/** Says who would be cut off by a deletion. Its place is there until that is known. */
export function WhatEnds({ deleting, message, count = 1 }: WhatEndsProps) {
  const { counts, isCounting } = useDeletingCounts(deleting);
  if (!counts && !isCounting) return null;
  return (
    <Typography.Paragraph role="status">
      <Reserved isKnown={counts !== undefined}>
        <FormattedMessage id={message} values={{ online: 0, used: 0, devices: 0, ...counts, count }} />
      </Reserved>
    </Typography.Paragraph>
  );
}
