import { DatePicker, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { dayIn as dayAt } from '../../contract/plain/zones';
import { dateForm, isElsewhere } from '../format/dates';
import { DayText } from './DayText';
import styles from './DayFilters.module.css';

type Days = Readonly<Record<'from' | 'to', string>>;

interface DayFiltersProps {
  /** YYYY-MM-DD, or ''. */
  days: Days;
  /** Labels of the two days; "from" and "to" by default. */
  names?: Readonly<Record<'from' | 'to', FormatjsIntl.Message['ids']>>;
  /** Offers presets: periods that end today. */
  hasPresets?: boolean;
  isWrong?: boolean;
  /** The time zone of the days; its name is shown if the browser is in another one. */
  zone: string;
  /** Called with both days; '' for one that was cleared. */
  onChoose: (days: Days) => void;
}

/** The format in which days are shown, and the one into which inputs translate what is typed. */
const SHOWN = 'D MMM YYYY';
const GIVEN = 'YYYY-MM-DD';

const COMPONENTS = { input: DayText };

const EDGES = { from: 'sessions.from', to: 'sessions.to' } as const;

const todayAt = (zone: string) => dayAt(new Date(), zone);

/** First and last day of a list, in one control. Applied as soon as they are chosen. */
export function DayFilters({ days, names = EDGES, hasPresets = true, isWrong = false, zone, onChoose }: DayFiltersProps) {
  const intl = useIntl();
  const id = useId();
  const today = dayjs(todayAt(zone));
  const name = (edge: 'from' | 'to') => intl.formatMessage({ id: names[edge] });
  return (
    <>
      <span className={styles.dayFilters}>
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge} className="only-heard" htmlFor={`${id}${edge}`}>
            {name(edge)}
          </label>
        ))}
        <DatePicker.RangePicker
          id={{ start: `${id}from`, end: `${id}to` }}
          allowEmpty={[true, true]}
          placeholder={[name('from'), name('to')]}
          format={[dateForm(SHOWN, intl.locale), GIVEN]}
          components={COMPONENTS}
          {...(isWrong && { status: 'error' as const })}
          value={[dayIn(days.from), dayIn(days.to)]}
          presets={
            !hasPresets
              ? []
              : [
                  { label: intl.formatMessage({ id: 'days.today' }), value: [today, today] },
                  { label: intl.formatMessage({ id: 'days.yesterday' }), value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
                  ...[7, 30].map((count): { label: string; value: [Dayjs, Dayjs] } => ({
                    label: intl.formatMessage({ id: 'days.last' }, { count }),
                    value: [today.subtract(count - 1, 'day'), today],
                  })),
                  { label: intl.formatMessage({ id: 'days.this_month' }), value: [today.startOf('month'), today] },
                ]
          }
          onChange={(range) => onChoose({ from: textOf(range?.[0]), to: textOf(range?.[1]) })}
        />
      </span>
      {isElsewhere(zone) && (
        <Typography.Text type="secondary">
          <FormattedMessage id="moment.time_of_zone" values={{ zone }} />
        </Typography.Text>
      )}
    </>
  );
}

const dayIn = (text: string): Dayjs | null => (text !== '' && dayjs(text).isValid() ? dayjs(text) : null);

const textOf = (day: Dayjs | null | undefined): string => day?.format('YYYY-MM-DD') ?? '';
