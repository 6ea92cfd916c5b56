import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { failureOf, type Failure } from '../failure';
import { Duration } from './Duration';

type MessageId = FormatjsIntl.Message['ids'];

/** Why, and what to do; the title says what did not happen. */
const REASONS: Record<Failure['kind'], MessageId> = {
  away: 'failure.away',
  login_lost: 'failure.login_lost',
  forbidden: 'failure.forbidden',
  not_found: 'failure.not_found',
  duplicate: 'failure.duplicate',
  stale: 'failure.stale',
  too_large: 'failure.too_large',
  too_often: 'failure.too_often',
  malformed: 'failure.malformed',
  busy: 'failure.busy',
  disk_full: 'failure.disk_full',
  broken: 'failure.broken',
};

/** The same where nothing was typed that could still be there. */
const REASONS_UNTYPED: Partial<typeof REASONS> = { away: 'failure.away_untyped', broken: 'failure.broken_untyped' };

interface ReasonProps {
  error: FetchBaseQueryError | SerializedError;
  /** Only something was pressed. */
  isUntyped?: boolean;
}

/** Why a call failed and what to do, for a place where it is plain what failed. */
export function FailureReason({ error, isUntyped = false }: ReasonProps) {
  const { kind, retryAfter } = failureOf(error);
  const reason = (isUntyped ? REASONS_UNTYPED[kind] : undefined) ?? REASONS[kind];
  return <FormattedMessage id={reason} values={{ wait: <Duration seconds={retryAfter} /> }} />;
}

/** An alert in place for a call that failed: it stays until the next try. `text` is the specification's wording of the case. */
export function FailureAlert({ title, text, ...reason }: { title: MessageId; text?: MessageId } & ReasonProps) {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      style={{ marginBottom: 16 }}
      title={<FormattedMessage id={title} />}
      description={
        <>
          {text && (
            <>
              <FormattedMessage id={text} />{' '}
            </>
          )}
          <FailureReason {...reason} />
        </>
      }
    />
  );
}
