import { DownOutlined, LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { use, useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { useSelector } from 'react-redux';
import { selectLanguage, type Language } from '../shared/preferences';
import { useReplaying } from '../shared/replaying';
import { useMedia } from '../shared/useMedia';
import { loadPart } from './lostFiles';
import { loadedLanguage, loadLanguage, type LanguagePack } from './messages';
import { themeOf } from './theme';
import { useShade } from './useShade';
import { useWords } from './useWords';

/** Provides all messages, and antd's theme and language. Loaded after the sign-in screen, which does without. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  const [language] = useState(useSelector(selectLanguage));
  const first = firstPack(language);
  const words = useWords(first instanceof Promise ? use(first) : first, loadLanguage);
  const isPast = useReplaying();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isTouched = useMedia('(pointer: coarse)');
  const shade = useShade();
  // Another language may have been loaded since.
  dayjs.locale(words.language);
  useEffect(() => {
    document.documentElement.lang = words.language;
  }, [words.language]);
  return (
    <IntlProvider locale={words.language} messages={words.messages}>
      <ConfigProvider
        theme={themeOf(shade, { isStill, isTouched })}
        locale={words.antd}
        getPopupContainer={partOf}
        select={SELECT_SIGNS}
        // The theme's motion doesn't reach the ring around a pressed button.
        wave={{ disabled: isStill }}
        {...(isPast && OPEN_DIALOGS)}
      >
        {children}
      </ConfigProvider>
    </IntlProvider>
  );
}

const firstPacks = new Map<Language, LanguagePack | Promise<LanguagePack>>();

/**
 * The messages, or their promise if they weren't there when they were first needed. It stays that promise: where a component has called
 * `use` before it had to wait, React counts on it when it renders the component again. If it fails, the screen offers to reload the page.
 */
function firstPack(language: Language): LanguagePack | Promise<LanguagePack> {
  const pack = firstPacks.get(language) ?? loadedLanguage(language) ?? loadPart(() => loadLanguage(language));
  firstPacks.set(language, pack);
  return pack;
}

/** In a replay an open dialog must not keep the keyboard: what moves in time is outside of it. */
const OPEN_DIALOGS = { modal: { focusable: { trap: false } }, drawer: { focusable: { trap: false } } };

/** antd's own icons have English labels for screen readers. */
const SELECT_SIGNS = { suffixIcon: <DownOutlined aria-hidden />, loadingIcon: <LoadingOutlined aria-hidden /> };

/** Menus and dropdowns open inside their landmark, where screen-reader users find them. */
const partOf = (opener?: HTMLElement) => opener?.closest<HTMLElement>('header, main, nav, [role="dialog"]') ?? document.body;
