import dayjs from 'dayjs';
import { FormattedMessage } from 'react-intl';
import { daysUntilUsedUp } from '../../smsForecast';
import { Moment } from './Moment';
import { useNow } from './useNow';
import countCardStyles from './CountCard.module.css';
import { classes } from '../plain/classes';

/** The day the SMS will run out at the current rate. Renders nothing if that is unknown. */
export function SmsForecast({ sent, maximum, lately }: { sent: number; maximum: number; lately: number | undefined }) {
  const now = useNow();
  const days = lately === undefined ? null : daysUntilUsedUp({ sent, maximum, lately });
  if (days === null) return null;
  const values = {
    day: (
      <Moment
        at={dayjs(now)
          .add(days === 'long' ? 0 : days, 'day')
          .toISOString()}
        dayOnly
      />
    ),
  };
  return (
    <div className={classes(countCardStyles.note, 'soft')}>
      <FormattedMessage id={days === 'long' ? 'cards.sms_lasts_long' : 'cards.sms_lasts_until'} values={values} />
    </div>
  );
}
