import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import { Button, Input, Popover, type InputProps } from 'antd';
import { lazy, Suspense, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { isDay } from '../../../contract/plain/zones';
import { formatDay } from '../../format/dates';
import { readDay } from '../../format/dayInWords';
import styles from './DayInput.module.css';
import { classes } from '../plain/classes';

// Loaded on demand: most people type the day.
const Month = lazy(async () => ({ default: (await import('./Month')).Month }));

interface DayInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD, or what was typed if that is no day. */
  value?: string;
  onChange?: (day: string) => void;
  /** First and last day that the calendar offers. What is typed is up to the form. */
  from?: string;
  to?: string;
}

/**
 * A field for a day in the console's language; a browser's own follows the browser's. Any notation may be typed, the day before the month,
 * and is shown in words afterwards.
 */
export function DayInput({ value = '', onChange, from, to, onBlur, ...field }: DayInputProps) {
  const intl = useIntl();
  const ownId = useId();
  const id = field.id ?? ownId;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const hasDay = isDay(value);
  return (
    <Input
      autoComplete="off"
      {...field}
      id={id}
      value={typed ?? (hasDay ? formatDay(value, intl.locale) : value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(readDay(target.value, 'dmy') ?? target.value);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      suffix={
        <Popover
          trigger="click"
          placement="bottomRight"
          open={isOpen}
          onOpenChange={setOpen}
          destroyOnHidden
          content={
            <Suspense fallback={null}>
              <Month
                day={hasDay ? value : ''}
                {...(from !== undefined && { from })}
                {...(to !== undefined && { to })}
                onChoose={(day) => {
                  setOpen(false);
                  setTyped(null);
                  onChange?.(day);
                  // Leaving the field is what applies it in some places.
                  document.getElementById(id)?.focus();
                }}
              />
            </Suspense>
          }
        >
          <Button
            type="text"
            size="small"
            // Who has a keyboard types the day, and goes on to the next field.
            tabIndex={-1}
            // As high as a finger on touch screens, but no higher than the field.
            className={classes(styles.calendar)}
            disabled={field.disabled ?? false}
            icon={<CalendarOutlined aria-hidden />}
            aria-label={intl.formatMessage({ id: 'days.calendar' })}
          />
        </Popover>
      }
    />
  );
}
