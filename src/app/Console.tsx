import { QueryStatus } from '@reduxjs/toolkit/query';
import { App as AntApp } from 'antd';
import { Activity, memo, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Provider } from 'react-redux';
import { createHashRouter, RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { ConsoleProviders } from './ConsoleProviders';
import { expecting } from './expecting';
import { followLocation } from './router';
import { routeObjects } from './routeObjects';
import { useConsoleStore } from './useConsoleStore';

/**
 * The console. Loaded separately: the sign-in screen needs neither the router nor dialogs.
 *
 * Until somebody signs in, it is rendered outside the document for a placeholder user (`expecting.ts`), so that afterwards only what
 * differs for the real user is rendered again (docs/decisions/0026-prerendered-screens.md).
 */
export function Console({ isShown }: { isShown: boolean }) {
  const store = useConsoleStore();
  const [router] = useState(() => createHashRouter(routeObjects));
  const [screens] = useState(() => document.createElement('div'));
  const show = useCallback((container: HTMLElement | null) => container?.append(screens), [screens]);
  useEffect(() => (isShown ? followLocation(router, store) : undefined), [isShown, router, store]);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(() => {
    // Closing or reloading the page would cancel pending saves; makes the browser ask for confirmation.
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (Object.values(store.getState().api.mutations).some((mutation) => mutation?.status === QueryStatus.pending))
        event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [store]);
  return (
    <>
      {isShown && <div ref={show} />}
      {createPortal(
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <Inside router={router} />
        </Activity>,
        screens,
      )}
    </>
  );
}

/** Memoised, so that showing the console doesn't render it again. */
const Inside = memo(function Inside({ router }: Pick<RouterProviderProps, 'router'>) {
  const store = useConsoleStore();
  const [expectant] = useState(() => expecting(store));
  return (
    <Provider store={expectant}>
      <ConsoleProviders>
        <Screens router={router} />
      </ConsoleProviders>
    </Provider>
  );
});

/** All screens, with the router and antd's messages and dialogs around them. */
export function Screens({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <AntApp message={{ duration: 3 }}>
      <RouterProvider router={router} />
    </AntApp>
  );
}
