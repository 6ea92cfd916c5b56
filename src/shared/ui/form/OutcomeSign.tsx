import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { Typography } from 'antd';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';

export type Outcome = 'saved' | 'failed' | null;

/** How long the success or failure sign stays next to the button. */
const SIGN_SECONDS = 2;

/** The outcome of the last save, while its sign is shown. */
export function useOutcome(): readonly [outcome: Outcome, show: (outcome: Outcome) => void] {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SIGN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return [outcome, setOutcome];
}

interface OutcomeSignProps {
  outcome: Outcome;
  saved: FormatjsIntl.Message['ids'];
  failed: FormatjsIntl.Message['ids'];
}

/** A success or failure icon with its label, next to the button that was pressed. */
export function OutcomeSign({ outcome, saved, failed }: OutcomeSignProps) {
  return (
    <span role="status">
      {outcome === 'saved' && (
        <Typography.Text type="success">
          <CheckCircleFilled aria-hidden /> <FormattedMessage id={saved} />
        </Typography.Text>
      )}
      {outcome === 'failed' && (
        <Typography.Text type="danger">
          <CloseCircleFilled aria-hidden /> <FormattedMessage id={failed} />
        </Typography.Text>
      )}
    </span>
  );
}
