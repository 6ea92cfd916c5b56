import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { FormattedMessage } from 'react-intl';
import { failureOf, type Failure } from '../../failure';
import { Duration } from '../facts/Duration';
import { bringIntoView } from '../page/bringIntoView';
import { PlainAlert } from '../plain/PlainAlert';

type MessageId = FormatjsIntl.Message['ids'];

/** The cause and what to do about it; the title says what failed. */
const REASONS: Record<Failure['kind'], MessageId> = {
  away: 'failure.away',
  login_lost: 'failure.login_lost',
  forbidden: 'failure.forbidden',
  not_found: 'failure.not_found',
  duplicate: 'failure.duplicate',
  conflict: 'failure.conflict',
  stale: 'failure.stale',
  too_large: 'failure.too_large',
  too_often: 'failure.too_often',
  malformed: 'failure.malformed',
  busy: 'failure.busy',
  disk_full: 'failure.disk_full',
  broken: 'failure.broken',
};

/** Variants without the note that the input is kept. */
const REASONS_UNTYPED: Partial<typeof REASONS> = { away: 'failure.away_untyped', broken: 'failure.broken_untyped' };

interface ReasonProps {
  error: FetchBaseQueryError | SerializedError;
  /** Whether the action was a click without input. */
  isUntyped?: boolean;
}

/** The cause of a failed call and what to do about it, for places where it is clear what failed. */
export function FailureReason({ error, isUntyped = false }: ReasonProps) {
  const { kind, code, retryAfter } = failureOf(error);
  if (code === 'public_demonstration') return <FormattedMessage id="failure.public_demonstration" />;
  const reason = (isUntyped ? REASONS_UNTYPED[kind] : undefined) ?? REASONS[kind];
  return <FormattedMessage id={reason} values={{ wait: <Duration seconds={retryAfter} /> }} />;
}

/** An inline alert for a failed call, scrolled into view; it stays until the next attempt. `text` is the specified wording for this case. */
export function FailureAlert({ title, text, ...reason }: { title: MessageId; text?: MessageId } & ReasonProps) {
  // When the screen explains the conflict itself, the general reason adds nothing.
  const isComplete = text !== undefined && failureOf(reason.error).kind === 'conflict';
  return (
    <PlainAlert
      ref={bringIntoView}
      type="error"
      title={<FormattedMessage id={title} />}
      description={
        <>
          {text && <FormattedMessage id={text} />} {!isComplete && <FailureReason {...reason} />}
        </>
      }
    />
  );
}
