import { Input } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';

interface DayFiltersProps {
  /** YYYY-MM-DD, or empty. */
  days: Readonly<Record<'from' | 'to', string>>;
  isWrong?: boolean;
  onChoose: (change: Partial<Record<'from' | 'to', string>>) => void;
}

/** The first and the last day of a list. They apply on Enter or when left, not while somebody types. */
export function DayFilters({ days, isWrong = false, onChoose }: DayFiltersProps) {
  const intl = useIntl();
  return (['from', 'to'] as const).map((edge) => (
    <Input
      // Remounts when a link or another filter changed the day.
      key={`${edge} ${days[edge]}`}
      type="date"
      style={{ width: 'auto' }}
      prefix={<FormattedMessage id={`sessions.${edge}`} />}
      aria-label={intl.formatMessage({ id: `sessions.${edge}` })}
      {...(isWrong && { status: 'error' as const })}
      defaultValue={days[edge]}
      onPressEnter={({ currentTarget }) => onChoose({ [edge]: currentTarget.value })}
      onBlur={({ target }) => target.value !== days[edge] && onChoose({ [edge]: target.value })}
    />
  ));
}
