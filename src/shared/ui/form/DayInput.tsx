import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import { Button, Input, Popover, type InputProps } from 'antd';
import { Suspense, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { isDay } from '../../../contract/plain/zones';
import { formatDay } from '../../format/dates';
import { readTypedDay } from '../../format/dayInWords';
import styles from './DayInput.module.css';
import { classes } from '../plain/classes';
import { lazyPart } from '../feedback/lazyPart';

// Loaded on demand: most people type the day.
const Month = lazyPart(async () => (await import('./Month')).Month);

interface DayInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD, or the typed text if it isn't a day. */
  value?: string;
  onChange?: (day: string) => void;
  /** First and last day that the calendar offers. Typed days are checked by the form. */
  from?: string;
  to?: string;
}

/**
 * A field for a day in the console's language; a native field would use the browser's. Any notation that `readTypedDay`
 * knows may be typed, and is shown in words afterwards.
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
        onChange?.(readTypedDay(target.value) ?? target.value);
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
                  // Some forms apply the day when the field loses focus.
                  document.getElementById(id)?.focus();
                }}
              />
            </Suspense>
          }
        >
          <Button
            type="text"
            size="small"
            // With a keyboard people type the day and Tab to the next field, so the calendar isn't a tab stop.
            tabIndex={-1}
            // Large enough for a finger on touch screens, but no higher than the field.
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
