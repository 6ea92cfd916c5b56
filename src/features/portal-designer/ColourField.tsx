import { Flex } from 'antd';
import { useIntl } from 'react-intl';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { readColour, WHITE } from './contrast';
import { TypedInput } from './TypedInput';
import styles from './ColourField.module.css';
import { classes } from '../../shared/ui/plain/classes';

interface ColourFieldProps {
  id: string;
  value: string;
  /** What the colour is for; read out by screen readers. */
  name: string;
  hasOpacity: boolean;
  isWrong: boolean;
  onChange: (value: string) => void;
  onSettle: () => void;
}

/** The browser's own colour picker, a hex field, and opacity in percent. antd's picker can't be opened by keyboard. */
export function ColourField({ id, value, name, hasOpacity, isWrong, onChange, onSettle }: ColourFieldProps) {
  const intl = useIntl();
  const colour = readColour(value) ?? WHITE;
  const pick = (text: string) => {
    const picked = readColour(text);
    if (picked) onChange(picked.setA(colour.a).toHexString());
  };
  return (
    <Flex gap={8} wrap>
      <input
        type="color"
        className={classes(styles.swatch)}
        aria-label={intl.formatMessage({ id: 'captive.pick' }, { name })}
        value={colour.setA(1).toHexString()}
        onChange={({ target }) => pick(target.value)}
        onBlur={onSettle}
      />
      <TypedInput
        id={id}
        value={value}
        isWrong={isWrong}
        onChange={(text) => onChange(text.trim())}
        onSettle={onSettle}
        as={{ autoComplete: 'off', spellCheck: false, style: { width: 120, fontFamily: 'monospace' } }}
      />
      {hasOpacity && (
        <NumberInput
          className={classes(styles.opacity)}
          aria-label={intl.formatMessage({ id: 'captive.opacity' }, { name })}
          range={[0, 100]}
          precision={0}
          suffix="%"
          value={Math.round(colour.a * 100)}
          onChange={(percent) => onChange(colour.setA((percent ?? 0) / 100).toHexString())}
          onBlur={onSettle}
        />
      )}
    </Flex>
  );
}
