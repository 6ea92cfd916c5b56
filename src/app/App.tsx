import { DownOutlined, LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { consoleConfig } from '../shared/config';
import { serverAway } from '../shared/connection';
import { remembered, selectLanguage, selectPreferences } from '../shared/preferences';
import { isReplaying, onReplaying } from '../shared/replaying';
import { ErrorBoundary } from './ErrorBoundary';
import { loadPart } from './lostFiles';
import { RecordingContext } from './RecordingContext';
import type { Player } from './replay/createPlayer';
import type { RecordingDialog } from './replay/Replay';
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

const Replay = lazy(async () => ({ default: (await import('./replay/Replay')).Replay }));

/** In a built console only where the operator allows it, and asked for in the address, `/?replay`. */
const mayOpen = () => import.meta.env.DEV || (consoleConfig().allow_replay && isAskedFor());
const isAskedFor = () => new URLSearchParams(window.location.search).has('replay');

export function App({ store, recording, words }: AppProps) {
  const isPast = useReplaying();
  const [player, setPlayer] = useState<Player | null>(null);
  const [dialog, setDialog] = useState<RecordingDialog | null>(mayOpen() && isAskedFor() ? 'open' : null);
  const menu = useMemo(() => ({ save: () => setDialog('save'), ...(mayOpen() && { open: () => setDialog('open') }) }), []);
  return (
    <Provider store={player?.store ?? store}>
      <AppProviders firstWords={words}>
        <RecordingContext value={menu}>
          <ErrorBoundary>
            <Session key={player ? 'recording' : 'own'} />
          </ErrorBoundary>
        </RecordingContext>
        <Suspense fallback={null}>
          {(isPast || dialog) && <Replay recording={recording} player={player} onOpened={setPlayer} dialog={dialog} onDialog={setDialog} />}
        </Suspense>
      </AppProviders>
    </Provider>
  );
}

const useReplaying = () => useSyncExternalStore(onReplaying, isReplaying);

/** Provides language and theme to everything inside; both can change at run time. */
export function AppProviders({ firstWords, children }: { firstWords: LanguagePack; children: ReactNode }) {
  const words = useWords(firstWords);
  const isPast = useReplaying();
  const shade = useShade();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const isTouched = useMedia('(pointer: coarse)');
  useEffect(() => {
    const root = document.documentElement;
    root.lang = words.language;
    root.style.colorScheme = shade;
    root.dataset.shade = shade;
    for (const [name, value] of Object.entries(COLORS[shade])) root.style.setProperty(`--${name}`, value);
  }, [words.language, shade]);
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

/** In a replay an open dialog must not keep the keyboard: what moves in time is outside of it. */
const OPEN_DIALOGS = { modal: { focusable: { trap: false } }, drawer: { focusable: { trap: false } } };

/** antd's own icons have English labels for screen readers. */
const SELECT_SIGNS = { suffixIcon: <DownOutlined aria-hidden />, loadingIcon: <LoadingOutlined aria-hidden /> };

/** Menus and dropdowns open inside their landmark, where screen-reader users find them. */
const partOf = (opener?: HTMLElement) => opener?.closest<HTMLElement>('header, main, nav, [role="dialog"]') ?? document.body;

/** The chosen language's messages. While another language loads, the current one stays, and for good if the server is away. */
function useWords(firstWords: LanguagePack): LanguagePack {
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const [words, setWords] = useState(firstWords);
  useEffect(() => {
    let isCurrent = true;
    if (language !== words.language)
      void loadPart(() => loadLanguage(language)).then(
        (loaded) => isCurrent && setWords(loaded),
        () => {
          // What is replayed is not changed.
          if (!isCurrent || isReplaying()) return;
          dispatch(remembered({ language: words.language }));
          dispatch(serverAway());
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [dispatch, language, words.language]);
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
