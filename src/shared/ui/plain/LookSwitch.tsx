import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import MoonOutlined from '@ant-design/icons-svg/es/asn/MoonOutlined';
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { languageName, LANGUAGES } from '../../languages';
import { languageChosen, themeChosen, selectLanguage, selectTheme, THEMES, type Preferences } from '../../preferences';
import { SvgIcon } from './SvgIcon';
import { classes } from './classes';
import styles from './LookSwitch.module.css';

/** Names of the themes. */
export const THEME_NAMES: Record<Preferences['theme'], FormatjsIntl.Message['ids']> = {
  system: 'theme.system',
  light: 'theme.light',
  dark: 'theme.dark',
};

/**
 * Chooses language and theme, applied at once and remembered in this browser. Native selects, because antd's would add a fifth to the
 * sign-in screen's size.
 */
export function LookSwitch() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const theme = useSelector(selectTheme);
  return (
    <>
      <Choice
        icon={<SvgIcon icon={GlobalOutlined} />}
        label={intl.formatMessage({ id: 'menu.language' })}
        value={language}
        options={LANGUAGES.map((value) => ({ value, text: languageName(value) }))}
        onChoose={(value) => dispatch(languageChosen(value))}
      />
      <Choice
        // app.css shows the icon of the current colour scheme; with "System" only the browser knows which that is.
        icon={
          <>
            <SvgIcon icon={SunOutlined} className={classes(styles.ofLight)} />
            <SvgIcon icon={MoonOutlined} className={classes(styles.ofDark)} />
          </>
        }
        label={intl.formatMessage({ id: 'menu.theme' })}
        value={theme}
        options={THEMES.map((value) => ({ value, text: intl.formatMessage({ id: THEME_NAMES[value] }) }))}
        onChoose={(value) => dispatch(themeChosen(value))}
      />
    </>
  );
}

interface ChoiceProps<V extends string> {
  icon: ReactNode;
  label: string;
  value: V;
  options: readonly { value: V; text: string }[];
  onChoose: (value: V) => void;
}

function Choice<V extends string>({ icon, label, value, options, onChoose }: ChoiceProps<V>) {
  return (
    <span className={styles.lookChoice} title={label}>
      {icon}
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}
