import { Flex, Input } from 'antd';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { readTime } from '../../format/time';
import { DayInput } from './DayInput';
import styles from './MomentInput.module.css';
import { classes } from '../plain/classes';

interface MomentInputProps {
  /** `YYYY-MM-DDTHH:mm:ss`, '' for none; instead of an invalid day or time it contains the typed text. */
  value?: string;
  onChange?: (moment: string) => void;
  /** The initial time when a day is chosen first. */
  time: string;
  id?: string;
}

/** A day and a time in the console's language; native fields would use the browser's. */
export function MomentInput({ value = '', onChange, time: first, ...field }: MomentInputProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const at = value.lastIndexOf('T');
  const [day, time] = at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  return (
    <Flex gap={8}>
      <DayInput {...field} value={day} onChange={(chosen) => onChange?.(chosen === '' ? '' : `${chosen}T${time || first}`)} />
      <Input
        aria-label={intl.formatMessage({ id: 'form.time' })}
        autoComplete="off"
        inputMode="numeric"
        className={classes(styles.time)}
        disabled={day === ''}
        value={typed ?? time}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange?.(`${day}T${readTime(target.value) ?? target.value}`);
        }}
        onBlur={() => setTyped(null)}
      />
    </Flex>
  );
}
