import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Tag } from 'antd';
import { useIntl } from 'react-intl';
import { formatWeekday } from '../../shared/format/dates';
import styles from './StartTimeTag.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** A weekday and hour in a URL, `5-20`; '' if invalid. */
export const startTimeIn = (text: string) => (/^[1-7]-(?:1?\d|2[0-3])$/.test(text) ? text : '');

/** Says that a list has only sessions that began on a certain weekday and hour, with a button to remove that filter. */
export function StartTimeTag({ startTime, onRemove }: { startTime: string; onRemove: () => void }) {
  const intl = useIntl();
  const [weekday = 1, hour = 0] = startTime.split('-').map(Number);
  const day = formatWeekday(weekday, intl.locale);
  const [from, to] = [hour, (hour + 1) % 24].map((at) => `${String(at).padStart(2, '0')}:00`);
  const name = intl.formatMessage({ id: 'sessions.begun' }, { day, from, to });
  return (
    <Tag
      className={classes(styles.tag)}
      closable
      closeIcon={<CloseOutlined aria-label={intl.formatMessage({ id: 'sessions.begun_remove' }, { name })} />}
      onClose={(event) => {
        event.preventDefault();
        onRemove();
      }}
    >
      {name}
    </Tag>
  );
}
