import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Checkbox, Flex, Form, Input, Radio, Select, type InputProps } from 'antd';
import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Quantity } from '../../shared/format/amounts';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { SettingRefused } from '../../shared/ui/form/SettingRefused';
import type { MarketingKey, Problem } from './marketingForm';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import styles from './MarketingFields.module.css';

type MessageId = FormatjsIntl.Message['ids'];

export interface FieldState {
  name: MarketingKey;
  id: string;
  /** In its wire form. */
  value: string;
  /** Validation error; shown once the field has lost focus. */
  problem: Problem | null;
  /** Why saving this key failed. */
  failure: FetchBaseQueryError | undefined;
  /** The same function for all fields, and as long as possible, so that typing renders no field but its own. */
  onChange: (name: MarketingKey, value: string) => void;
  onLeave: (name: MarketingKey) => void;
}

interface FieldProps extends FieldState {
  label: MessageId;
  hint?: MessageId;
  isRequired?: boolean;
}

export const messageIdOf = (id: string) => `${id}-said`;

/** Attributes of an input: id, validity, description. */
function inputOf({ name, id, problem, failure, hint, isRequired, onLeave }: Omit<FieldProps, 'label'>) {
  const isWrong = problem !== null || failure !== undefined;
  return {
    id,
    onBlur: () => onLeave(name),
    ...((isWrong || hint) && { 'aria-describedby': messageIdOf(id) }),
    ...(isWrong && { 'aria-invalid': true }),
    ...(isRequired && { 'aria-required': true }),
  };
}

function FieldNotes({ id, problem, failure, hint }: Pick<FieldProps, 'id' | 'problem' | 'failure' | 'hint'>) {
  if (!problem && !failure && !hint) return null;
  return (
    <span id={messageIdOf(id)}>
      {problem ? (
        <FormattedMessage id={problem.id} values={problem.values ?? {}} />
      ) : failure ? (
        <SettingRefused failure={failure} />
      ) : (
        hint && <FormattedMessage id={hint} />
      )}
    </span>
  );
}

/** A field with its label above and hints below. `group`: the label covers several inputs. */
export function Field({ group, children, ...field }: FieldProps & { group?: boolean; children: ReactNode }) {
  const { id, label, isRequired = false } = field;
  const isWrong = field.problem !== null || field.failure !== undefined;
  return (
    <Form.Item
      label={
        <span id={`${id}-label`}>
          <FormattedMessage id={label} />
        </span>
      }
      required={isRequired}
      {...(!group && { htmlFor: id })}
      validateStatus={isWrong ? 'error' : ''}
      {...(isWrong ? { help: <FieldNotes {...field} /> } : field.hint && { extra: <FieldNotes {...field} /> })}
      className={classes(spacingStyles.below16)}
    >
      {children}
    </Form.Item>
  );
}

export const SwitchField = memo(function SwitchField({ label, ...field }: FieldProps) {
  const isWrong = field.problem !== null || field.failure !== undefined;
  return (
    <Form.Item
      validateStatus={isWrong ? 'error' : ''}
      {...(isWrong ? { help: <FieldNotes {...field} /> } : field.hint && { extra: <FieldNotes {...field} /> })}
      className={classes(spacingStyles.below12)}
    >
      <Checkbox
        {...inputOf(field)}
        checked={field.value === 'true'}
        onChange={({ target }) => field.onChange(field.name, String(target.checked))}
      >
        <FormattedMessage id={label} />
      </Checkbox>
    </Form.Item>
  );
});

export const TextField = memo(function TextField({
  as,
  ...field
}: FieldProps & { as?: Pick<InputProps, 'type' | 'inputMode' | 'placeholder'> }) {
  return (
    <Field {...field}>
      <Input
        {...inputOf(field)}
        {...as}
        autoComplete="off"
        autoCapitalize="none"
        value={field.value}
        onChange={({ target }) => field.onChange(field.name, target.value)}
      />
    </Field>
  );
});

/** An integer from 0, or empty. */
export const NumberField = memo(function NumberField({ unit, quantity, ...field }: FieldProps & { unit: MessageId; quantity: Quantity }) {
  return (
    <Field {...field}>
      <NumberInput
        {...inputOf(field)}
        precision={0}
        quantity={quantity}
        value={field.value === '' ? null : Number(field.value)}
        suffix={<FormattedMessage id={unit} />}
        onChange={(value) => field.onChange(field.name, value === null ? '' : String(value))}
      />
    </Field>
  );
});

/** A choice among a few options, all visible. */
export function ChoiceField({ children, ...field }: FieldProps & { children: ReactNode }) {
  const isWrong = field.problem !== null || field.failure !== undefined;
  return (
    <Field {...field} group>
      <Radio.Group
        id={field.id}
        aria-labelledby={`${field.id}-label`}
        {...((isWrong || field.hint) && { 'aria-describedby': messageIdOf(field.id) })}
        value={field.value}
        onChange={({ target }) => field.onChange(field.name, String(target.value))}
      >
        {children}
      </Radio.Group>
    </Field>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours of the day at which quiet hours begin and end. */
export const QuietHoursField = memo(function QuietHoursField(field: FieldState) {
  const intl = useIntl();
  const [from = '', until = ''] = field.value.split('-');
  const options = HOURS.map((hour) => ({
    value: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
  }));
  const choice = (value: string, label: MessageId, onChoose: (value: string) => void) => (
    <Select
      aria-label={intl.formatMessage({ id: label })}
      value={value}
      options={options}
      className={classes(styles.unit)}
      onChange={onChoose}
      onBlur={() => field.onLeave(field.name)}
    />
  );
  return (
    <Field {...field} label="marketing.quiet_hours" hint="marketing.quiet_hours_hint" group>
      <Flex gap={8} align="center" wrap>
        {choice(from, 'marketing.quiet_from', (hour) => field.onChange(field.name, `${hour}-${until}`))}–
        {choice(until, 'marketing.quiet_until', (hour) => field.onChange(field.name, `${from}-${hour}`))}
      </Flex>
    </Field>
  );
});
