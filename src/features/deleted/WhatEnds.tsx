import { Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { Reserved } from '../../shared/ui/feedback/Reserved';
import { useDeletingCounts, type Deleting } from './api';

interface WhatEndsProps {
  deleting: Deleting;
  /** A message that takes the counts, and how many objects are deleted. */
  message: 'guests.delete_counts' | 'mac_auth.delete_counts' | 'units.delete_counts' | 'vouchers.delete_counts';
  count?: number;
}

/** A number as wide as any that is likely. */
const MANY = 88;

/** Says who would be cut off by a deletion. Its place is there until that is known. */
export function WhatEnds({ deleting, message, count = 1 }: WhatEndsProps) {
  const intl = useIntl();
  const { counts, isCounting } = useDeletingCounts(deleting);
  if (!counts && !isCounting) return null;
  return (
    <Typography.Paragraph role="status">
      <Reserved longest={intl.formatMessage({ id: message }, { online: MANY, used: MANY, devices: MANY, count })}>
        {counts && <FormattedMessage id={message} values={{ used: 0, devices: 0, ...counts, count }} />}
      </Reserved>
    </Typography.Paragraph>
  );
}
