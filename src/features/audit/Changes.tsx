import { Typography } from 'antd';
import { Fragment } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import type { AuditChange } from '../../contract/audit';
import { formatBytes } from '../../shared/format/sizes';
import { MESSAGE_KINDS } from '../../contract/plain/wire';
import { NO_VALUE } from '../../shared/format/dates';
import { formatDuration } from '../../shared/format/durations';
import { Moment } from '../../shared/ui/facts/Moment';
import { fieldTextsOf, ROLE_TEXTS } from './auditTexts';
import styles from './Changes.module.css';

/** Old and new value of each changed field. For secrets, only the fact that they changed. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <FieldName field={change.field} />: {change.hidden ? <FormattedMessage id="audit.hidden" /> : <OldAndNew change={change} />}
        </li>
      ))}
    </ul>
  );
}

/** The changes on one line: names of changed fields, and values of fields that had none before. */
export function ChangesInLine({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <span className="clipped">
      {changes.map(({ field, old, new: now, hidden }, index) => (
        <Fragment key={field}>
          {index > 0 && ', '}
          <FieldName field={field} />
          {old === null && now !== null && hidden !== true && (
            <>
              {': '}
              <Value value={now} reading={fieldTextsOf(field)?.reading} />
            </>
          )}
        </Fragment>
      ))}
    </span>
  );
}

function FieldName({ field }: { field: string }) {
  const texts = fieldTextsOf(field);
  return texts ? <FormattedMessage id={texts.label} /> : <code>{field}</code>;
}

function OldAndNew({ change: { field, old, new: now } }: { change: AuditChange }) {
  const reading = fieldTextsOf(field)?.reading;
  const isNothing = (value: AuditChange['old']) => value === null || value === '';
  if (isNothing(old)) return <Value value={now} reading={reading} />;
  return (
    <>
      <Typography.Text delete type="secondary">
        <Value value={old} reading={reading} />
      </Typography.Text>
      {!isNothing(now) && (
        <>
          <span aria-hidden> → </span>
          <span className="only-heard">
            <FormattedMessage id="audit.now" />{' '}
          </span>
          <Value value={now} reading={reading} />
        </>
      )}
    </>
  );
}

/** Voucher kinds and account types; both fields are called `type`. */
const KINDS: Partial<Record<string | number, FormatjsIntl.Message['ids']>> = {
  normal: 'vouchers.type_normal',
  auth: 'vouchers.type_auth',
  ...ROLE_TEXTS,
};

/** A unit's answers to a request to end or change a session. */
const OUTCOMES: Partial<Record<string | number, FormatjsIntl.Message['ids']>> = {
  acknowledged: 'audit.unit_acknowledged',
  ended: 'audit.unit_ended',
  refused: 'audit.unit_refused',
  no_answer: 'audit.unit_silent',
  with_next_report: 'audit.unit_next_report',
  not_possible: 'audit.unit_not_possible',
};

const HTTP_PROOFS: Partial<Record<string | number, FormatjsIntl.Message['ids']>> = {
  signature: 'units.http_proof_signature',
  address: 'units.http_proof_address',
  digest: 'units.http_proof_digest',
};

type Texts = NonNullable<ReturnType<typeof fieldTextsOf>>;

function Value({ value, reading }: { value: AuditChange['old']; reading: Texts['reading'] }) {
  const intl = useIntl();
  if (value === null || value === '') return <>{NO_VALUE}</>;
  if (typeof value === 'boolean' || value === 'true' || value === 'false') {
    return <FormattedMessage id={String(value) === 'true' ? 'common.yes' : 'common.no'} />;
  }
  // The server reports its built-in disclaimer under this title.
  if (reading === 'default_disclaimer')
    return value === 'Default' ? <FormattedMessage id="hotspots.default_disclaimer" /> : <bdi>{value}</bdi>;
  if (reading === 'moment') return <Moment at={String(value)} />;
  if (reading === 'uses')
    return <FormattedMessage id={value === -1 ? 'vouchers.limitless_true' : 'vouchers.uses_left'} values={{ count: Number(value) }} />;
  if (reading === 'kind' && KINDS[value]) return <FormattedMessage id={KINDS[value]} />;
  if (reading === 'http_proof' && HTTP_PROOFS[value]) return <FormattedMessage id={HTTP_PROOFS[value]} />;
  const message = reading === 'message' ? MESSAGE_KINDS.find((one) => one === value) : undefined;
  if (message) return <FormattedMessage id={`messages.kind_${message}`} />;
  if (reading === 'outcome' && OUTCOMES[value]) return <FormattedMessage id={OUTCOMES[value]} />;
  const number = Number(value);
  // Preferences are strings even if they hold numbers; a limit of 0 means none.
  if (reading !== undefined && number === 0) return <FormattedMessage id="common.no_limit" />;
  if (reading === 'bytes') return <>{formatBytes(number, intl.locale)}</>;
  if (reading === 'seconds') return <>{formatDuration(number)}</>;
  if (reading === 'kbps') return <>{intl.formatMessage({ id: 'guests.kbps' }, { rate: number })}</>;
  if (reading === 'id') return <>{value}</>;
  return typeof value === 'number' ? <FormattedNumber value={value} /> : <bdi>{value}</bdi>;
}
