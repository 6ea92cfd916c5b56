import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { Button, Flex, Input, Select, Typography } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { readAmount } from '../../shared/format/amounts';
import { formatDay } from '../../shared/format/dates';
import { DayFilters } from '../../shared/list/DayFilters';
import { FilterChip } from '../../shared/list/FilterChip';
import { FILTERS, isValueOf, type Filter } from './filterQuery';
import { classes } from '../../shared/ui/plain/classes';
import styles from './VoucherFilters.module.css';

type MessageId = FormatjsIntl.Message['ids'];
type Chosen = Partial<Record<Filter, string>>;

interface VoucherFiltersProps {
  q: string;
  filters: Chosen;
  /** The hotspot's, in which the days are. */
  zone: string;
  onSearch: (q: string) => void;
  onFilter: (change: Chosen) => void;
  /** Clears all filters and the search. */
  onClear: () => void;
}

/** Filters with a fixed set of values, and their labels. */
const CHOICES = {
  used: { '0': 'vouchers.filter_unused', '1': 'vouchers.filter_used' },
  printed: { '0': 'vouchers.filter_not_printed', '1': 'vouchers.filter_printed' },
  type: { normal: 'vouchers.type_normal', auth: 'vouchers.type_auth' },
  reusable: { '0': 'vouchers.filter_limited', '1': 'vouchers.filter_limitless' },
  auto_login: { '0': 'vouchers.filter_no_auto_login', '1': 'vouchers.filter_auto_login' },
} as const satisfies Partial<Record<Filter, Record<string, MessageId>>>;
type Choosable = keyof typeof CHOICES;

const LABELS: Record<Filter, MessageId> = {
  used: 'vouchers.filter_by_use',
  printed: 'vouchers.printed',
  type: 'vouchers.type',
  reusable: 'vouchers.uses',
  auto_login: 'vouchers.auto_login',
  duration: 'vouchers.duration',
  createdStart: 'vouchers.created_from',
  createdEnd: 'vouchers.created_to',
  expiredStart: 'vouchers.expires_from',
  expiredEnd: 'vouchers.expires_to',
  batch: 'vouchers.batch',
};

/** Filters that form a date range, by their start. */
const PERIODS = {
  createdStart: { end: 'createdEnd', label: 'vouchers.created', hasPresets: true },
  expiredStart: { end: 'expiredEnd', label: 'vouchers.expires', hasPresets: false },
} as const satisfies Partial<Record<Filter, { end: Filter; label: MessageId; hasPresets: boolean }>>;
type PeriodStart = keyof typeof PERIODS;

const isPeriodStart = (filter: Filter): filter is PeriodStart => filter in PERIODS;
/** Filters without a field here: a batch is chosen in the list of batches. */
const isFieldless = (filter: Filter) => filter === 'batch';
const isPeriodEnd = (filter: Filter) => Object.values(PERIODS).some(({ end }) => end === filter);

const isChoosable = (filter: Filter): filter is Choosable => filter in CHOICES;

/** A button with the number of active filters that opens all filters; active ones are shown as removable chips. */
export function VoucherFilters({ q, filters, zone, onSearch, onFilter, onClear }: VoucherFiltersProps) {
  const intl = useIntl();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const valueOf = (filter: Filter) => filters[filter] ?? '';
  const active = FILTERS.filter((filter) => isValueOf(filter, valueOf(filter)));
  const count = active.length + (q === '' ? 0 : 1);
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <FormattedMessage id="list.filters" values={{ count }} />
      </Button>
      {count > 0 && (
        <Button type="link" onClick={onClear}>
          <FormattedMessage id="list.clear_filters" />
        </Button>
      )}
      {count > 0 && (
        <Flex component="ul" gap={4} wrap aria-label={intl.formatMessage({ id: 'list.filters_on' })} className={classes(styles.chips)}>
          {q !== '' && (
            <li>
              <FilterChip words={intl.formatMessage({ id: 'vouchers.filter_q' }, { q })} onRemove={() => onSearch('')} />
            </li>
          )}
          {active.map((filter) => (
            <li key={filter}>
              <FilterChip words={wordsOf(intl, filter, valueOf(filter))} onRemove={() => onFilter({ [filter]: '' })} />
            </li>
          ))}
        </Flex>
      )}
      <div
        id={id}
        hidden={!isOpen}
        role="group"
        aria-label={intl.formatMessage({ id: 'list.filters_all' })}
        className={styles.filterFields}
      >
        {isOpen &&
          FILTERS.filter((filter) => !isPeriodEnd(filter) && !isFieldless(filter)).map((filter) => (
            <Field key={filter} label={isPeriodStart(filter) ? PERIODS[filter].label : LABELS[filter]}>
              {isPeriodStart(filter) ? (
                <Period start={filter} valueOf={valueOf} zone={zone} onFilter={onFilter} />
              ) : isChoosable(filter) ? (
                <Select
                  aria-label={intl.formatMessage({ id: LABELS[filter] })}
                  value={active.includes(filter) ? valueOf(filter) : ''}
                  onChange={(value) => onFilter({ [filter]: value })}
                  options={[
                    { value: '', label: intl.formatMessage({ id: 'list.any' }) },
                    ...Object.entries<MessageId>(CHOICES[filter]).map(([value, words]) => ({
                      value,
                      label: intl.formatMessage({ id: words }),
                    })),
                  ]}
                />
              ) : (
                <TypedFilter
                  // Remounts when a chip or a link has changed the value.
                  key={valueOf(filter)}
                  filter={filter}
                  value={valueOf(filter)}
                  onFilter={(value) => onFilter({ [filter]: value })}
                />
              )}
            </Field>
          ))}
      </div>
    </>
  );
}

interface PeriodProps {
  start: PeriodStart;
  valueOf: (filter: Filter) => string;
  zone: string;
  onFilter: (change: Chosen) => void;
}

function Period({ start, valueOf, zone, onFilter }: PeriodProps) {
  const { end, hasPresets } = PERIODS[start];
  return (
    <DayFilters
      days={{ from: valueOf(start), to: valueOf(end) }}
      names={{ from: LABELS[start], to: LABELS[end] }}
      hasPresets={hasPresets}
      zone={zone}
      onChoose={({ from, to }) => onFilter({ [start]: from, [end]: to })}
    />
  );
}

/** Applies the text once it is valid; until then it shows an error and doesn't filter. */
function TypedFilter({ filter, value, onFilter }: { filter: Filter; value: string; onFilter: (value: string) => void }) {
  const intl = useIntl();
  const hintId = useId();
  const isNonsense = (days: string) => days !== '' && !isValueOf(filter, days);
  const [isWrong, setWrong] = useState(isNonsense(value));
  const take = (written: string) => {
    const days = String(readAmount(written, intl.locale, 'days') ?? '');
    setWrong(isNonsense(days));
    if (days !== value && !isNonsense(days)) onFilter(days);
  };
  return (
    <>
      <Input
        aria-label={intl.formatMessage({ id: LABELS[filter] })}
        defaultValue={value}
        inputMode="numeric"
        suffix={<FormattedMessage id="vouchers.unit_days" />}
        {...(isWrong && { status: 'error', 'aria-invalid': true, 'aria-describedby': hintId })}
        onPressEnter={({ currentTarget }) => take(currentTarget.value.trim())}
        onBlur={({ target }) => take(target.value.trim())}
      />
      {isWrong && (
        <Typography.Text id={hintId} type="danger" role="alert">
          <FormattedMessage id="vouchers.filter_whole_days" />
        </Typography.Text>
      )}
    </>
  );
}

function Field({ label, children }: { label: MessageId; children: ReactNode }) {
  return (
    <Flex vertical gap={4}>
      <span aria-hidden className="soft">
        <FormattedMessage id={label} />
      </span>
      {children}
    </Flex>
  );
}

function wordsOf(intl: IntlShape, filter: Filter, value: string): string {
  if (isChoosable(filter)) {
    const words = (CHOICES[filter] as Record<string, MessageId>)[value];
    return words === undefined ? value : intl.formatMessage({ id: words });
  }
  if (isFieldless(filter)) return intl.formatMessage({ id: 'vouchers.one_batch' });
  const text = filter === 'duration' ? intl.formatMessage({ id: 'vouchers.days' }, { days: Number(value) }) : formatDay(value, intl.locale);
  return intl.formatMessage({ id: 'list.filter_is' }, { filter: intl.formatMessage({ id: LABELS[filter] }), value: text });
}
