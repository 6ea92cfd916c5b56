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
  broken: 'failure.broken',
};

/** Why a call failed and what to do, for a place where it is plain what failed. */
export function FailureReason({ error }: { error: FetchBaseQueryError | SerializedError }) {
  const { kind, retryAfter } = failureOf(error);
  return <FormattedMessage id={REASONS[kind]} values={{ wait: <Duration seconds={retryAfter} /> }} />;
}

/** An alert in place for a call that failed: it stays until the next try. `text` is the specification's wording of the case. */
export function FailureAlert({ title, text, error }: { title: MessageId; text?: MessageId; error: FetchBaseQueryError | SerializedError }) {
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
          <FailureReason error={error} />
        </>
      }
    />
  );
}
