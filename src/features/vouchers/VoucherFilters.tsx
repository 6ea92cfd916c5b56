import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { Button, Flex, Input, Select, Typography } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { readAmount } from '../../shared/format/amounts';
import { formatDay } from '../../shared/format/dates';
import { DayFilters } from '../../shared/list/DayFilters';
import { FilterChip } from '../../shared/list/FilterChip';
import { FILTER_NAMES, FILTERS, isValueOf, type Filter } from './filterQuery';
import { classes } from '../../shared/ui/plain/classes';
import styles from './VoucherFilters.module.css';

type MessageId = FormatjsIntl.Message['ids'];
type Chosen = Partial<Record<Filter, string>>;

interface VoucherFiltersProps {
  q: string;
  filters: Chosen;
  /** The hotspot's time zone, which the days refer to. */
  zone: string;
  onSearch: (q: string) => void;
  onFilter: (change: Chosen) => void;
  /** Clears all filters and the search. */
  onClear: () => void;
}

/** A button with the number of active filters that opens all filters; active ones are shown as removable chips. */
export function VoucherFilters({ q, filters, zone, onSearch, onFilter, onClear }: VoucherFiltersProps) {
  const intl = useIntl();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const valueOf = (filter: Filter) => filters[filter] ?? '';
  const active = FILTER_NAMES.filter((filter) => isValueOf(filter, valueOf(filter)));
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
              <FilterChip text={intl.formatMessage({ id: 'vouchers.filter_q' }, { q })} onRemove={() => onSearch('')} />
            </li>
          )}
          {active.map((filter) => (
            <li key={filter}>
              <FilterChip text={filterText(intl, filter, valueOf(filter))} onRemove={() => onFilter({ [filter]: '' })} />
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
          FILTER_NAMES.filter((filter) => !FILTERS[filter].isFieldless).map((filter) => (
            <FilterField
              key={filter}
              filter={filter}
              value={active.includes(filter) ? valueOf(filter) : ''}
              valueOf={valueOf}
              zone={zone}
              onFilter={onFilter}
            />
          ))}
      </div>
    </>
  );
}

interface FilterFieldProps {
  filter: Filter;
  /** '' if invalid. */
  value: string;
  valueOf: (filter: Filter) => string;
  zone: string;
  onFilter: (change: Chosen) => void;
}

function FilterField({ filter, value, valueOf, zone, onFilter }: FilterFieldProps) {
  const intl = useIntl();
  const { label, choices, period } = FILTERS[filter];
  if (period) {
    const { end, hasPresets } = period;
    return (
      <Field label={period.label}>
        <DayFilters
          days={{ from: valueOf(filter), to: valueOf(end) }}
          names={{ from: label, to: FILTERS[end].label }}
          hasPresets={hasPresets}
          zone={zone}
          onChoose={({ from, to }) => onFilter({ [filter]: from, [end]: to })}
        />
      </Field>
    );
  }
  return (
    <Field label={label}>
      {choices ? (
        <Select
          aria-label={intl.formatMessage({ id: label })}
          value={value}
          onChange={(next) => onFilter({ [filter]: next })}
          options={[
            { value: '', label: intl.formatMessage({ id: 'list.any' }) },
            ...Object.entries(choices).map(([choice, message]) => ({ value: choice, label: intl.formatMessage({ id: message }) })),
          ]}
        />
      ) : (
        <TypedFilter
          // Remounts when a chip or a link has changed the value.
          key={valueOf(filter)}
          filter={filter}
          value={valueOf(filter)}
          onFilter={(next) => onFilter({ [filter]: next })}
        />
      )}
    </Field>
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
        aria-label={intl.formatMessage({ id: FILTERS[filter].label })}
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

function filterText(intl: IntlShape, filter: Filter, value: string): string {
  const { label, choices } = FILTERS[filter];
  const message = choices?.[value];
  if (message !== undefined) return intl.formatMessage({ id: message });
  if (filter === 'batch') return intl.formatMessage({ id: 'vouchers.one_batch' });
  const text = filter === 'duration' ? intl.formatMessage({ id: 'vouchers.days' }, { days: Number(value) }) : formatDay(value, intl.locale);
  return intl.formatMessage({ id: 'list.filter_is' }, { filter: intl.formatMessage({ id: label }), value: text });
}
