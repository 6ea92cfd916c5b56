import { QueryStatus } from '@reduxjs/toolkit/query';
import { App as AntApp } from 'antd';
import { useEffect, useState } from 'react';
import { createHashRouter, RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { followLocation } from './router';
import { routeObjects } from './routeObjects';
import { useConsoleStore } from './useConsoleStore';

/** The signed-in console. Loaded separately: the sign-in screen needs neither the router nor dialogs. */
export function Console() {
  const store = useConsoleStore();
  const [router] = useState(() => createHashRouter(routeObjects));
  useEffect(() => followLocation(router, store), [router, store]);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(() => {
    // Closing or reloading the page would cancel pending saves; makes the browser ask for confirmation.
    const ask = (event: BeforeUnloadEvent) => {
      if (Object.values(store.getState().api.mutations).some((mutation) => mutation?.status === QueryStatus.pending))
        event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store]);
  return <Screens router={router} />;
}

/** All screens, with the router and antd's messages and dialogs around them. */
export function Screens({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <AntApp message={{ duration: 3 }}>
      <RouterProvider router={router} />
    </AntApp>
  );
}
