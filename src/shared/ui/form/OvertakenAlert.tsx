import { Button, Descriptions, Flex } from 'antd';
import { useEffect, useRef } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { VersionsAlert } from './VersionsAlert';
import styles from './OvertakenAlert.module.css';

type Value = string | number | boolean | null;

interface OvertakenAlertProps {
  /** Keys that somebody else saved after they were changed here, each with the value typed here. */
  overtaken: readonly { key: string; mine: Value }[];
  /** Whether saving was refused because of that: the alert is then scrolled into view and focused. */
  isRefused: boolean;
  /** A key's label, the value the other user saved as the form would show it, and what a 0 means there. */
  about: (key: string) => { label: string; theirs: Value; zero?: FormatjsIntl.Message['ids'] | undefined };
  onTakeTheirs: (keys: readonly string[]) => void;
  onKeepMine: (keys: readonly string[]) => void;
}

/** Shown in a settings form when somebody else saved a field that was changed here: both values, and a choice per field or for all. */
export function OvertakenAlert({ overtaken, isRefused, about, onTakeTheirs, onKeepMine }: OvertakenAlertProps) {
  const intl = useIntl();
  const alert = useRef<HTMLDivElement>(null);
  const isBlocking = isRefused && overtaken.length > 0;
  useEffect(() => {
    if (!isBlocking) return;
    alert.current?.scrollIntoView({ block: 'nearest' });
    alert.current?.focus({ preventScroll: true });
  }, [isBlocking]);
  if (overtaken.length === 0) return null;
  const choice = (keys: readonly string[], label?: string) => {
    const button = (id: 'stale.take_theirs' | 'stale.keep_mine', onClick: () => void) => (
      <Button
        size={label === undefined ? 'middle' : 'small'}
        aria-label={label && intl.formatMessage({ id: 'stale.of_field' }, { choice: intl.formatMessage({ id }), field: label })}
        onClick={onClick}
      >
        <FormattedMessage id={id} />
      </Button>
    );
    return (
      <Flex gap={8} wrap>
        {button('stale.take_theirs', () => onTakeTheirs(keys))}
        {button('stale.keep_mine', () => onKeepMine(keys))}
      </Flex>
    );
  };
  const rows = overtaken.map(({ key, mine }) => {
    const { label, theirs, zero } = about(key);
    return {
      key,
      field: label,
      theirs: <Shown value={theirs} zero={zero} />,
      yours: <Shown value={mine} zero={zero} />,
      choice: choice([key], label),
    };
  });
  return (
    <div ref={alert} tabIndex={-1} className={styles.place}>
      <VersionsAlert
        text="stale.overtaken"
        rows={rows}
        onPhone={({ field, theirs, yours, choice: buttons }) => (
          <Flex vertical gap={8} role="group" aria-label={field}>
            <Descriptions
              size="small"
              column={1}
              title={field}
              items={[
                { key: 'theirs', label: <FormattedMessage id="stale.theirs" />, children: theirs },
                { key: 'yours', label: <FormattedMessage id="stale.yours" />, children: yours },
              ]}
            />
            {buttons}
          </Flex>
        )}
        table={{ scroll: { x: 'max-content' }, columns: [{ dataIndex: 'choice', title: <FormattedMessage id="stale.choice" /> }] }}
      >
        {rows.length > 1 && choice(rows.map(({ key }) => key))}
      </VersionsAlert>
    </div>
  );
}

/** Longest text shown, in characters: enough to tell two values apart. */
const LONGEST = 120;

function Shown({ value, zero }: { value: Value; zero: FormatjsIntl.Message['ids'] | undefined }) {
  const intl = useIntl();
  if (value === 0 && zero) return <FormattedMessage id={zero} />;
  if (value === null || value === '') return <FormattedMessage id="stale.empty" />;
  if (typeof value === 'number') return <FormattedNumber value={value} />;
  if (typeof value === 'boolean' || value === 'true' || value === 'false')
    return <FormattedMessage id={String(value) === 'true' ? 'common.yes' : 'common.no'} />;
  if (value.startsWith('data:image/')) return <img src={value} alt={intl.formatMessage({ id: 'stale.image' })} className={styles.image} />;
  return <span title={value}>{value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}</span>;
}
