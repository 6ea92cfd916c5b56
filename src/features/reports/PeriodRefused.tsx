import { FormattedMessage, useIntl } from 'react-intl';
import { isDay } from '../../contract/plain/zones';
import { classes } from '../../shared/ui/plain/classes';
import { PlainAlert } from '../../shared/ui/plain/PlainAlert';
import { formatPeriodDay, type Period, type RefusedPeriod } from './chosenPeriod';
import styles from './PeriodRefused.module.css';

/** Maximum number of characters repeated from the URL. */
const MOST = 40;

/** Says which period the link asks for, why it can't be shown, and what is shown instead. Disappears when a period is chosen. */
export function PeriodRefused({ refused: { requested, why }, period: { from, to } }: { refused: RefusedPeriod; period: Period }) {
  const { locale } = useIntl();
  const word = (day: string) => (isDay(day) ? formatPeriodDay(day, locale) : day.slice(0, MOST) || '?');
  return (
    <div className={classes(styles.periodRefused, 'not-on-paper')}>
      <PlainAlert
        type="warning"
        role="status"
        title={
          'range' in requested ? (
            <FormattedMessage id="reports.asked_range" values={{ range: requested.range.slice(0, MOST) }} />
          ) : (
            <FormattedMessage id="reports.asked_days" values={{ from: word(requested.from), to: word(requested.to) }} />
          )
        }
        description={
          <>
            <FormattedMessage id={why} />{' '}
            <FormattedMessage
              id="reports.shown_instead"
              values={{ from: formatPeriodDay(from, locale), to: formatPeriodDay(to, locale) }}
            />
          </>
        }
      />
    </div>
  );
}
