import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider, useSelector } from 'react-redux';
import { selectUser } from '../features/auth/slice';
import { consoleConfig } from '../shared/config';
import { useReplaying } from '../shared/replaying';
import { loadChunk } from '../shared/staleChunks';
import { PublicBar } from '../shared/ui/plain/PublicBar';
import { ErrorBoundary } from './ErrorBoundary';
import { layoutDirection } from './layoutDirection';
import { ConsoleProviders, GuestPhonePage } from './lazyParts';
import { RecordingContext } from './RecordingContext';
import type { Player } from './replay/createPlayer';
import type { RecordingDialog } from './replay/Replay';
import { Session } from './Session';
import { showShade } from './shownShade';
import type { RecordingTools, Store } from './store';
import { useColorScheme } from './useColorScheme';
import { useMessages } from './useMessages';
import { IS_DEVELOPMENT } from './bundled';
import { loadSignInMessages, type SignInMessages } from './signInMessages';

interface AppProps {
  store: Store;
  recording: RecordingTools;
  /** The initial messages, so that the first paint is in the right language. */
  messages: SignInMessages;
}

const Replay = lazy(async () => ({ default: (await loadChunk(() => import('./replay/Replay'))).Replay }));

/** Whether to show the demonstration's guest phone: `/?guest`, or `/?guest=7` for a certain hotspot. */
const isGuest = () => consoleConfig().demonstration === true && new URLSearchParams(window.location.search).has('guest');

/** Whether recordings can be opened: in development, or if the operator allows it and the address is `/?replay`. */
const mayOpen = () => IS_DEVELOPMENT || (consoleConfig().allow_replay && isReplayRequested());
const isReplayRequested = () => new URLSearchParams(window.location.search).has('replay');

export function App({ store, recording, messages }: AppProps) {
  const isPast = useReplaying();
  const [player, setPlayer] = useState<Player | null>(null);
  const [dialog, setDialog] = useState<RecordingDialog | null>(mayOpen() && isReplayRequested() ? 'open' : null);
  const menu = useMemo(() => ({ save: () => setDialog('save'), ...(mayOpen() && { open: () => setDialog('open') }) }), []);
  return (
    <Provider store={player?.store ?? store}>
      <AppProviders initialMessages={messages}>
        <RecordingContext value={menu}>
          <PublicBar />
          <ErrorBoundary>
            {isGuest() && !player ? (
              <Suspense fallback={null}>
                <ConsoleProviders>
                  <GuestPhonePage />
                </ConsoleProviders>
              </Suspense>
            ) : (
              <Session key={player ? 'recording' : 'own'} />
            )}
          </ErrorBoundary>
        </RecordingContext>
        <Suspense fallback={null}>
          {(isPast || dialog) && (
            <ConsoleProviders>
              <Replay recording={recording} player={player} onOpened={setPlayer} dialog={dialog} onDialog={setDialog} />
            </ConsoleProviders>
          )}
        </Suspense>
      </AppProviders>
    </Provider>
  );
}

/**
 * Provides theme colours and the sign-in screen's messages, both of which can change at run time. Anything but the sign-in screen also
 * needs ConsoleProviders.
 */
export function AppProviders({ initialMessages, children }: { initialMessages: SignInMessages; children: ReactNode }) {
  const isSignedIn = useSelector(selectUser) !== null;
  const messages = useMessages(initialMessages, isSignedIn ? null : loadSignInMessages);
  const shade = useColorScheme();
  useEffect(() => {
    document.documentElement.lang = messages.language;
    document.documentElement.dir = layoutDirection(messages.language);
  }, [messages.language]);
  // In the frame in which antd's colours change, too.
  useLayoutEffect(() => {
    const root = document.documentElement;
    // Otherwise hundreds of controls fade, each for itself, which takes longer than all else about another theme.
    root.dataset.restyled = '';
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => delete root.dataset.restyled);
    });
    showShade(shade);
    return () => cancelAnimationFrame(frame);
  }, [shade]);
  return (
    <IntlProvider locale={messages.language} messages={messages.messages}>
      {children}
    </IntlProvider>
  );
}
