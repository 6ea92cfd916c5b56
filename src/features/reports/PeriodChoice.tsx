import { Radio, Typography } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../shared/consoleState';
import { capabilities } from '../../shared/backEnd/capabilities';
import { DayInput } from '../../shared/ui/form/DayInput';
import { faultOf, formatPeriod, MONTHS, monthNames, RANGES, type Period } from './chosenPeriod';
import { daysTyped, selectTypedDays } from './slice';
import styles from './PeriodChoice.module.css';
import { classes } from '../../shared/ui/plain/classes';

interface PeriodChoiceProps {
  period: Period;
  today: string;
  /** The zone of the days, if it isn't the browser's. */
  zone: string | undefined;
  /** Query parameters to set; '' removes one. */
  onChoose: (change: { range: string; from: string; to: string }) => void;
}

/** Last 7, 15 or 30 days (REP-06); with our server also any period up to a year. */
export function PeriodChoice({ period, today, zone, onChoose }: PeriodChoiceProps) {
  const intl = useIntl();
  const { choice, from, to } = period;
  const months = monthNames(today, intl.locale);
  return (
    <div className={styles.reportPeriod}>
      <Radio.Group
        aria-label={intl.formatMessage({ id: 'reports.period' })}
        optionType="button"
        value={choice}
        options={[
          ...RANGES.map((days) => ({ value: days, label: intl.formatMessage({ id: `reports.last_${days}` }) })),
          ...(capabilities().hasReportDays ? MONTHS.map((month) => ({ value: month, label: months[month] })) : []),
          ...(capabilities().hasReportDays ? [{ value: 'custom' as const, label: intl.formatMessage({ id: 'reports.custom' }) }] : []),
        ]}
        onChange={({ target }) => {
          const chosen = target.value as Period['choice'];
          // A custom period starts with the days shown.
          onChoose(chosen === 'custom' ? { range: '', from, to } : { range: String(chosen), from: '', to: '' });
        }}
      />
      {choice === 'custom' ? <OwnDays period={period} today={today} onChoose={(own) => onChoose({ range: '', ...own })} /> : null}
      <Typography.Text strong role="status">
        {formatPeriod(period, intl)}
      </Typography.Text>
      {/* The axes show this too; the text is for users who can't see them. */}
      {zone !== undefined && (
        <Typography.Text type="secondary">
          <FormattedMessage id="reports.days_of_zone" values={{ zone }} />
        </Typography.Text>
      )}
    </div>
  );
}

interface OwnDaysProps {
  period: Period;
  today: string;
  onChoose: (days: { from: string; to: string }) => void;
}

function OwnDays({ period, today, onChoose }: OwnDaysProps) {
  const intl = useIntl();
  const faultId = useId();
  const dispatch = useDispatch();
  const of = `${period.from} ${period.to}`;
  const typed = useConsoleSelector((state) => selectTypedDays(state, of));
  const days = typed ?? { of, from: period.from, to: period.to, isLeft: false };
  const fault = days.isLeft ? faultOf(days.from, days.to, today) : null;
  const settle = () => {
    if (!typed) return;
    dispatch(daysTyped({ ...days, isLeft: true }));
    const { from, to } = days;
    if (faultOf(from, to, today) === null && (from !== period.from || to !== period.to)) onChoose({ from, to });
  };
  return (
    <>
      {(['from', 'to'] as const).map((edge) => (
        <DayInput
          key={edge}
          className={classes(styles.day)}
          prefix={<FormattedMessage id={`reports.${edge}`} />}
          aria-label={intl.formatMessage({ id: `reports.${edge}` })}
          to={today}
          {...(fault !== null && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': faultId })}
          value={days[edge]}
          onChange={(day) => dispatch(daysTyped({ ...days, [edge]: day }))}
          onPressEnter={settle}
          onBlur={settle}
        />
      ))}
      {fault !== null && (
        <Typography.Text id={faultId} type="danger" role="alert">
          <FormattedMessage id={fault} />
        </Typography.Text>
      )}
    </>
  );
}
