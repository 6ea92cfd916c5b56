import DownOutlined from '@ant-design/icons/DownOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { useSelector } from 'react-redux';
import type { Language } from '../shared/languages';
import { selectLanguage } from '../shared/preferences';
import { useReplaying } from '../shared/replaying';
import { useMedia } from '../shared/useMedia';
import { layoutDirection } from './layoutDirection';
import { loadChunk } from '../shared/staleChunks';
import { loadedLanguage, loadLanguage, type LanguagePack } from './messages';
import { themeOf } from './theme';
import { useColorScheme } from './useColorScheme';
import { useMessages } from './useMessages';

/** Provides all messages, and antd's theme and locale. Loaded after the sign-in screen, which doesn't need them. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  const [language] = useState(useSelector(selectLanguage));
  const first = firstPack(language);
  const messages = useMessages(first instanceof Promise ? use(first) : first, loadLanguage);
  const isPast = useReplaying();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isTouched = useMedia('(pointer: coarse)');
  const shade = useColorScheme();
  // antd compares themes by their algorithm: another function would make it derive all tokens and styles anew.
  const theme = useMemo(() => themeOf(shade, { isStill, isTouched }), [shade, isStill, isTouched]);
  // Loading a language sets dayjs' locale, and another one may have been loaded since.
  dayjs.locale(messages.language);
  useEffect(() => {
    document.documentElement.lang = messages.language;
    document.documentElement.dir = layoutDirection(messages.language);
  }, [messages.language]);
  return (
    <IntlProvider locale={messages.language} messages={messages.messages}>
      <ConfigProvider
        theme={theme}
        locale={messages.antd}
        direction={layoutDirection(messages.language)}
        getPopupContainer={partOf}
        select={SELECT_SIGNS}
        // The theme's motion setting doesn't cover the wave around a clicked button.
        wave={isStill ? NO_WAVE : WAVE}
        {...(isPast && OPEN_DIALOGS)}
      >
        {children}
      </ConfigProvider>
    </IntlProvider>
  );
}

const firstPacks = new Map<Language, LanguagePack | Promise<LanguagePack>>();

/**
 * The messages, or a promise for them if they weren't loaded when first needed. Must return the same promise every time: React expects
 * that of `use` when it re-renders a component that has suspended. If it rejects, the screen offers to reload the page.
 */
function firstPack(language: Language): LanguagePack | Promise<LanguagePack> {
  const pack = firstPacks.get(language) ?? loadedLanguage(language) ?? loadChunk(() => loadLanguage(language));
  firstPacks.set(language, pack);
  return pack;
}

/** Constants: with another object antd renders each of its components again. */
const WAVE = { disabled: false };
const NO_WAVE = { disabled: true };

/** In a replay an open dialog must not trap focus: the controls of the replay are outside of it. */
const OPEN_DIALOGS = { modal: { focusable: { trap: false } }, drawer: { focusable: { trap: false } } };

/** antd's own icons have English labels for screen readers. */
const SELECT_SIGNS = { suffixIcon: <DownOutlined aria-hidden />, loadingIcon: <LoadingOutlined aria-hidden /> };

/** Popups open inside their landmark, where screen-reader users find them. */
const partOf = (opener?: HTMLElement) => opener?.closest<HTMLElement>('header, main, nav, [role="dialog"]') ?? document.body;
