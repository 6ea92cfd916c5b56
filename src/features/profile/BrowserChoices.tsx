import { Form, Select, Typography } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { CARD_PAGE_SIZES, PAGE_SIZES, type PageSize } from '../../contract/plain/wire';
import { ALL_BUT_DESK, MULTI_HOTSPOT_ROLES, type Role } from '../../contract/plain/roles';
import { languageName, LANGUAGES, type Language } from '../../shared/languages';
import {
  languageChosen,
  pageSizeChosen,
  themeChosen,
  selectPreferences,
  THEMES,
  type Preferences,
  type SizePreference,
} from '../../shared/preferences';
import { Section } from '../../shared/ui/page/Section';
import { THEME_NAMES } from '../../shared/ui/plain/LookSwitch';
import styles from './BrowserChoices.module.css';

/** The lists that remember a page size, and the roles that have them. */
const LISTS: readonly { key: SizePreference; label: FormatjsIntl.Message['ids']; sizes: readonly PageSize[]; roles?: readonly Role[] }[] = [
  { key: 'hotspots_per_page', label: 'hotspots.title', sizes: PAGE_SIZES, roles: MULTI_HOTSPOT_ROLES },
  { key: 'guests_per_page', label: 'guests.title', sizes: PAGE_SIZES },
  { key: 'units_per_page', label: 'units.title', sizes: PAGE_SIZES, roles: ALL_BUT_DESK },
  { key: 'devices_per_page', label: 'devices.title', sizes: PAGE_SIZES, roles: ALL_BUT_DESK },
  { key: 'sessions_per_page', label: 'sessions.title', sizes: PAGE_SIZES, roles: ALL_BUT_DESK },
  { key: 'accounts_per_page', label: 'accounts.title', sizes: PAGE_SIZES, roles: MULTI_HOTSPOT_ROLES },
  { key: 'vouchers_per_page', label: 'vouchers.title', sizes: CARD_PAGE_SIZES },
  { key: 'mac_entries_per_page', label: 'mac_auth.title', sizes: CARD_PAGE_SIZES },
];

/** Language, theme and page sizes; applied at once and remembered in this browser. */
export function BrowserChoices({ role }: { role: Role }) {
  const intl = useIntl();
  const id = useId();
  const dispatch = useDispatch();
  const preferences = useSelector(selectPreferences);
  return (
    <Section title="profile.choices">
      <Typography.Paragraph type="secondary">
        <FormattedMessage id="profile.choices_why" />
      </Typography.Paragraph>
      <Form layout="vertical" component="div">
        <div className="form-columns">
          <Form.Item label={<FormattedMessage id="menu.language" />} htmlFor={`${id}language`}>
            <Select<Language | 'browser'>
              id={`${id}language`}
              value={preferences.language ?? 'browser'}
              options={[
                { value: 'browser', label: intl.formatMessage({ id: 'profile.language_browser' }) },
                ...LANGUAGES.map((value) => ({ value, label: languageName(value) })),
              ]}
              onChange={(value) => dispatch(languageChosen(value === 'browser' ? null : value))}
            />
          </Form.Item>
          <Form.Item label={<FormattedMessage id="menu.theme" />} htmlFor={`${id}theme`}>
            <Select<Preferences['theme']>
              id={`${id}theme`}
              value={preferences.theme}
              options={THEMES.map((value) => ({ value, label: intl.formatMessage({ id: THEME_NAMES[value] }) }))}
              onChange={(theme) => dispatch(themeChosen(theme))}
            />
          </Form.Item>
        </div>
        <h3 className={styles.title}>
          <FormattedMessage id="profile.rows" />
        </h3>
        <div className="form-columns">
          {LISTS.filter(({ roles }) => roles === undefined || roles.includes(role)).map(({ key, label, sizes }) => (
            <Form.Item key={key} label={<FormattedMessage id={label} />} htmlFor={id + key}>
              <Select<PageSize>
                id={id + key}
                value={preferences[key]}
                options={sizes.map((value) => ({ value, label: value }))}
                onChange={(size) => dispatch(pageSizeChosen({ list: key, size }))}
              />
            </Form.Item>
          ))}
        </div>
      </Form>
    </Section>
  );
}
