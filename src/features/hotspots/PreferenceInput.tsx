import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Checkbox, Form, Input, Typography } from 'antd';
import { memo } from 'react';
import { FormattedMessage } from 'react-intl';
import { consoleConfig } from '../../shared/config';
import type { Quantity } from '../../shared/format/amounts';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { SettingRefused } from '../../shared/ui/form/SettingRefused';
import { CountriesInput } from './CountriesInput';
import type { FieldValue, PreferenceField, problemOf } from './preferenceFields';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

interface PreferenceInputProps {
  id: string;
  field: PreferenceField;
  value: FieldValue;
  /** Validation error; shown once the field has lost focus. */
  problem: ReturnType<typeof problemOf>;
  /** Why an enabled login method doesn't work for guests now; null if it works. */
  notWorking?: (FormatjsIntl.Message['ids'] & `preferences.no_sms_${string}`) | null;
  /** Why saving this key failed. */
  failure: FetchBaseQueryError | undefined;
  onChange: (key: string, value: FieldValue) => void;
  onLeave: (key: string) => void;
}

/** Why a login method isn't offered to guests. */
const OFF_HINTS: Partial<Record<string, NonNullable<PreferenceField['hint']>>> = {
  email_login: 'preferences.email_login_off',
  sms_login: 'preferences.sms_login_off',
  facebook_login: 'preferences.facebook_login_off',
  linkedin_login: 'preferences.linkedin_login_off',
};

/** The quantities of number fields, by unit. */
const QUANTITIES: Partial<Record<FormatjsIntl.Message['ids'], Quantity>> = {
  'preferences.kbps': 'kbps',
  'preferences.megabytes_a_day': 'megabytes',
  'preferences.minutes': 'minutes',
  'preferences.minutes_a_day': 'minutes',
  'preferences.days': 'days',
};

/** Widths of short inputs: numbers with a unit, and two-letter codes. */
const NUMBER = { maxWidth: 200 };
const LETTERS = { maxWidth: 80 };

/** The input of one preference: checkbox, number with its unit, or text. There are sixty; a key typed into one renders that one alone. */
export const PreferenceInput = memo(function PreferenceInput({
  id,
  field,
  value,
  problem,
  notWorking = null,
  failure,
  onChange: onChangeOf,
  onLeave,
}: PreferenceInputProps) {
  const onChange = (next: FieldValue) => onChangeOf(field.key, next);
  const isWrong = problem !== null || failure !== undefined;
  const [faultId, hintId] = [`${id}-fault`, `${id}-hint`];
  const isOff = consoleConfig().ways_off.some((method) => method === field.key);
  // A note next to the method if it is enabled but not offered, or doesn't work.
  const beside = isOff ? OFF_HINTS[field.key] : notWorking;
  const besideId = `${id}-beside`;
  const label = field.label ? <FormattedMessage id={field.label} /> : <span>{field.key}</span>;
  const fault = problem ? (
    <FormattedMessage id={problem.id} values={problem.values ?? {}} />
  ) : (
    failure && <SettingRefused failure={failure} />
  );
  const hintIds = field.hint ? [hintId] : [];
  const details = [...(isWrong ? [faultId] : hintIds), ...(beside ? [besideId] : [])];
  const common = {
    id,
    onBlur: () => onLeave(field.key),
    ...(details.length > 0 && { 'aria-describedby': details.join(' ') }),
    ...(isWrong && { 'aria-invalid': true }),
  };
  const number = {
    value: typeof value === 'number' ? value : null,
    ...(field.unit && QUANTITIES[field.unit] && { quantity: QUANTITIES[field.unit] }),
    ...(field.kind === 'whole' && { precision: 0 }),
    suffix: field.unit && <FormattedMessage id={field.unit} />,
    style: NUMBER,
    onChange,
  };
  const input = () => {
    switch (field.kind) {
      case 'switch':
        return (
          <>
            <Checkbox {...common} checked={value === true} onChange={({ target }) => onChange(target.checked)}>
              {label}
            </Checkbox>
            {beside && (
              <Typography.Text id={besideId} type={value === true ? 'warning' : 'secondary'}>
                <FormattedMessage id={beside} />
              </Typography.Text>
            )}
          </>
        );
      case 'whole':
      case 'minutes':
      case 'megabytes':
        return field.zero ? <LimitInput {...common} {...number} zero={field.zero} /> : <NumberInput {...common} {...number} />;
      case 'language':
        return (
          <Input
            {...common}
            autoComplete="off"
            style={LETTERS}
            value={String(value ?? '')}
            onChange={({ target }) => onChange(target.value)}
          />
        );
      case 'line':
      case 'url':
        return <Input {...common} autoComplete="off" value={String(value ?? '')} onChange={({ target }) => onChange(target.value)} />;
      case 'zone':
        return (
          <>
            <Input
              {...common}
              list={`${id}-zones`}
              autoComplete="off"
              spellCheck={false}
              value={String(value ?? '')}
              onChange={({ target }) => onChange(target.value)}
            />
            <datalist id={`${id}-zones`}>
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        );
      case 'countries':
        return <CountriesInput {...common} value={String(value ?? '')} onChange={onChange} />;
      case 'lines':
      case 'text':
        return (
          <Input.TextArea
            {...common}
            autoSize={{ minRows: field.kind === 'lines' ? 3 : 1, maxRows: 12 }}
            autoCapitalize="none"
            spellCheck={false}
            value={String(value ?? '')}
            onChange={({ target }) => onChange(target.value)}
          />
        );
    }
  };
  // Aligned with a checkbox's label, not with its box.
  const isSwitch = field.kind === 'switch';
  const indent = isSwitch ? { paddingInlineStart: 24 } : undefined;
  return (
    <Form.Item
      {...(!isSwitch && { label, htmlFor: id })}
      validateStatus={isWrong ? 'error' : ''}
      help={
        fault && (
          <div id={faultId} style={indent}>
            {fault}
          </div>
        )
      }
      extra={
        field.hint && (
          <div id={hintId} style={indent}>
            <FormattedMessage id={field.hint} />
          </div>
        )
      }
      className={classes(isSwitch ? spacingStyles.below8 : spacingStyles.below16)}
    >
      {input()}
    </Form.Item>
  );
});
