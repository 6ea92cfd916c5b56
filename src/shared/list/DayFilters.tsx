import { DatePicker, Typography } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { dayIn as dayAt } from '../../contract/plain/zones';
import { dateForm, isElsewhere } from '../format/dates';
import { readTypedDay } from '../format/dayInWords';
import { DayText, DayTextsContext, type DayTexts } from './DayText';
import styles from './DayFilters.module.css';
import { classes } from '../ui/plain/classes';

type Days = Readonly<Record<'from' | 'to', string>>;

interface DayFiltersProps {
  /** YYYY-MM-DD, or ''. */
  days: Days;
  /** Labels of the two days; "from" and "to" by default. */
  names?: Readonly<Record<'from' | 'to', FormatjsIntl.Message['ids']>>;
  /** Offers presets: periods that end today. */
  hasPresets?: boolean;
  isWrong?: boolean;
  /** What the list does without one of the days, shown to somebody who empties it; such a list always has both. By default its end is open. */
  withoutDay?: FormatjsIntl.Message['ids'];
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

/** First and last day of a list, in one control. Applied as soon as they are chosen; an input that is left empty opens its end. */
export function DayFilters({ days, names = EDGES, hasPresets = true, isWrong = false, withoutDay, zone, onChoose }: DayFiltersProps) {
  const intl = useIntl();
  const id = useId();
  const today = dayjs(todayAt(zone));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState<Note | null>(null);
  const period = `${days.from} ${days.to}`;
  if (draft && draft.of !== period) setDraft(null);
  const shown = draft?.of === period ? draft.days : days;
  // The picker drops what is half chosen whenever it is given another array.
  const value = useMemo((): [Dayjs | null, Dayjs | null] => [dayIn(shown.from), dayIn(shown.to)], [shown.from, shown.to]);
  // What the calendar marks, also while only one of the days has been changed.
  const marked = useRef({ since: value, days });
  const name = (edge: 'from' | 'to') => intl.formatMessage({ id: names[edge] });
  const choose = (chosen: Days) => {
    // A list that puts another day in the place of an empty one may not change.
    setDraft(withoutDay === undefined ? { of: period, days: chosen, isChosen: true } : null);
    setNote(withoutDay !== undefined && (chosen.from === '' || chosen.to === '') ? { id: withoutDay } : null);
    onChoose(chosen);
  };
  const dropDraft = () => setDraft(draft?.isChosen === true ? draft : null);
  const texts: DayTexts = {
    onType: (edge, text) => {
      setTyped(text);
      setNote(null);
      const day = text.trim() === '' ? '' : readTypedDay(text);
      if (day === null || (day !== '' && (draft === null || draft.isChosen))) return;
      const others = marked.current.since === value ? marked.current.days : shown;
      setDraft({ of: period, days: { ...others, [edge]: day }, isChosen: false });
    },
    onLeave: () => {
      setTyped('');
      const text = typed.trim();
      if (text !== '' && readTypedDay(text) === null) {
        dropDraft();
        setNote({ id: 'days.unread', text });
      } else if (draft && !draft.isChosen && (draft.days.from !== days.from || draft.days.to !== days.to)) choose(draft.days);
    },
    onCancel: () => {
      setTyped('');
      dropDraft();
    },
  };
  return (
    <>
      <span className={styles.dayFilters}>
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge} className="only-heard" htmlFor={`${id}${edge}`}>
            {name(edge)}
          </label>
        ))}
        <DayTextsContext value={texts}>
          <DatePicker.RangePicker
            id={{ start: `${id}from`, end: `${id}to` }}
            allowEmpty={[true, true]}
            placeholder={[name('from'), name('to')]}
            format={[dateForm(SHOWN, intl.locale), GIVEN]}
            components={COMPONENTS}
            {...((isWrong || note?.text !== undefined) && { status: 'error' as const })}
            value={value}
            onCalendarChange={(range) => {
              marked.current = { since: value, days: { from: textOf(range[0]), to: textOf(range[1]) } };
            }}
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
            onChange={(range) => choose({ from: textOf(range?.[0]), to: textOf(range?.[1]) })}
          />
        </DayTextsContext>
        <span role="status" className={classes(styles.note)}>
          {note && (
            <Typography.Text type={note.text === undefined ? 'secondary' : 'danger'}>
              <FormattedMessage id={note.id} values={{ text: note.text }} />
            </Typography.Text>
          )}
        </span>
      </span>
      {isElsewhere(zone) && (
        <Typography.Text type="secondary">
          <FormattedMessage id="moment.time_of_zone" values={{ zone }} />
        </Typography.Text>
      )}
    </>
  );
}

/** The period since one of its inputs was emptied, and, once chosen, until the list has it: its address changes in a transition. */
interface Draft {
  /** The list's period meanwhile. */
  of: string;
  days: Days;
  isChosen: boolean;
}

interface Note {
  id: FormatjsIntl.Message['ids'];
  /** What was typed, if it can't be read. */
  text?: string;
}

const dayIn = (text: string): Dayjs | null => (text !== '' && dayjs(text).isValid() ? dayjs(text) : null);

const textOf = (day: Dayjs | null | undefined): string => day?.format('YYYY-MM-DD') ?? '';
