import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDeletingCounts, type Deleting } from './api';

interface WhatEndsProps {
  deleting: Deleting;
  /** A message that takes the counts, and how many objects are deleted. */
  message: 'guests.delete_counts' | 'mac_auth.delete_counts' | 'units.delete_counts' | 'vouchers.delete_counts';
  count?: number;
}

/** Says who would be cut off by a deletion. Renders nothing until that is known. */
export function WhatEnds({ deleting, message, count = 1 }: WhatEndsProps) {
  const { counts } = useDeletingCounts(deleting);
  if (!counts) return null;
  return (
    <Typography.Paragraph role="status">
      <FormattedMessage id={message} values={{ used: 0, devices: 0, ...counts, count }} />
    </Typography.Paragraph>
  );
}
