import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { FormattedMessage } from 'react-intl';
import { failureOf } from '../../failure';
import { FailureReason } from '../feedback/FailureAlert';

/** Why one setting wasn't saved, shown at its field. A 404 is about the key (docs/wire.md#other-differences). */
export function SettingRefused({ failure }: { failure: FetchBaseQueryError }) {
  const { kind } = failureOf(failure);
  if (kind === 'not_found') return <FormattedMessage id="preferences.unknown_key" />;
  if (kind === 'malformed' || kind === 'too_large') return <FormattedMessage id="form.refused" />;
  return <FailureReason error={failure} />;
}
