import { Calendar } from 'antd';
import dayjs from 'dayjs';
import styles from './Month.module.css';

interface MonthProps {
  /** YYYY-MM-DD, or '' for the current month. */
  day: string;
  from?: string;
  to?: string;
  onChoose: (day: string) => void;
}

/** A calendar to choose a day from. */
export function Month({ day, from, to, onChoose }: MonthProps) {
  const isOutside = (text: string) => (from !== undefined && text < from) || (to !== undefined && text > to);
  return (
    <div className={styles.month}>
      <Calendar
        fullscreen={false}
        defaultValue={day === '' ? dayjs() : dayjs(day)}
        disabledDate={(one) => isOutside(one.format('YYYY-MM-DD'))}
        onSelect={(one, { source }) => source === 'date' && onChoose(one.format('YYYY-MM-DD'))}
      />
    </div>
  );
}
