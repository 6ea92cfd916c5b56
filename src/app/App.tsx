import { DownOutlined, LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider, useSelector } from 'react-redux';
import { selectLanguage, selectPreferences } from '../shared/preferences';
import { RecordingContext } from './RecordingContext';
import { Session } from './Session';
import type { RecordingTools, Store } from './store';
import { COLORS, themeOf, type Shade } from './theme';
import { loadLanguage, type LanguagePack } from './messages';

interface AppProps {
  store: Store;
  recording: RecordingTools;
  /** The initial messages, so that the first paint is in the right language. */
  words: LanguagePack;
}

export function App({ store, recording, words }: AppProps) {
  return (
    <Provider store={store}>
      <AppProviders firstWords={words}>
        <RecordingContext value={recording}>
          <Session />
        </RecordingContext>
      </AppProviders>
    </Provider>
  );
}

/** Provides language and theme to everything inside; both can change at run time. */
export function AppProviders({ firstWords, children }: { firstWords: LanguagePack; children: ReactNode }) {
  const words = useWords(firstWords);
  const shade = useShade();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isTouched = useMedia('(pointer: coarse)');
  useEffect(() => {
    const root = document.documentElement;
    root.lang = words.language;
    root.style.colorScheme = shade;
    for (const [name, value] of Object.entries(COLORS[shade])) root.style.setProperty(`--${name}`, value);
  }, [words.language, shade]);
  return (
    <IntlProvider locale={words.language} messages={words.messages}>
      <ConfigProvider theme={themeOf(shade, { isStill, isTouched })} locale={words.antd} getPopupContainer={partOf} select={SELECT_SIGNS}>
        {children}
      </ConfigProvider>
    </IntlProvider>
  );
}

/** antd's own icons have English labels for screen readers. */
const SELECT_SIGNS = { suffixIcon: <DownOutlined aria-hidden />, loadingIcon: <LoadingOutlined aria-hidden /> };

/** Menus and dropdowns open inside their landmark, where screen-reader users find them. */
const partOf = (opener?: HTMLElement) => opener?.closest<HTMLElement>('header, main, nav, [role="dialog"]') ?? document.body;

/** The chosen language's messages; while another language loads, the current ones stay. */
function useWords(firstWords: LanguagePack): LanguagePack {
  const language = useSelector(selectLanguage);
  const [words, setWords] = useState(firstWords);
  useEffect(() => {
    let isCurrent = true;
    if (language !== words.language) void loadLanguage(language).then((loaded) => isCurrent && setWords(loaded));
    return () => {
      isCurrent = false;
    };
  }, [language, words.language]);
  return words;
}

function useShade(): Shade {
  const { theme } = useSelector(selectPreferences);
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  if (theme === 'system') return systemIsDark ? 'dark' : 'light';
  return theme;
}

/** Whether a media query matches, updated when that changes. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
