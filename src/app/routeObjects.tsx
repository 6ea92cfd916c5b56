import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { Navigate, Outlet, useRouteError, type RouteObject } from 'react-router-dom';
import { DashboardPage } from '../features/dashboard/DashboardPage';
import { paths } from '../shared/paths';
import { loadDialogs } from '../shared/ui/dialog/DialogHost';
import { preload } from '../shared/preload';
import { AppShell } from './AppShell';
import { DIALOGS } from './dialogs';
import { loadChunk } from '../shared/staleChunks';
import { RequireRole } from './RequireRole';
import { ROUTES, type RouteRow } from './routes';
import { ScreenFailed } from './ScreenFailed';
import { UnknownPage } from './UnknownPage';

const toRoute = (row: RouteRow): RouteObject => {
  const { Screen, renew } = screenOf(row);
  return {
    path: row.path,
    errorElement: <RouteFailed onShown={renew} />,
    element: (
      <RequireRole row={row}>
        <Screen />
      </RequireRole>
    ),
  };
};

/** The route table in the router's format. Every screen is guarded by role, and inside the frame unless it has a window of its own. */
export const routeObjects: RouteObject[] = [
  { element: <Bare />, children: ROUTES.filter(({ isBare }) => isBare).map(toRoute) },
  {
    element: <AppShell />,
    errorElement: <RouteFailed />,
    children: [
      ...ROUTES.filter(({ isBare }) => !isBare).map(toRoute),
      { path: '/login', element: <Navigate to={paths.dashboard.to()} replace /> },
      { path: '*', element: <UnknownPage /> },
    ],
  },
];

/**
 * The dashboard is in the frame's chunk; other screens are loaded when first shown, followed by the dialogs that they can open. React
 * remembers that a screen couldn't be loaded: `renew` makes whoever opens it next try again.
 */
function screenOf(row: RouteRow): { Screen: ComponentType; renew?: () => void } {
  if (row.path === paths.dashboard.path) return { Screen: DashboardPage };
  const attempt = () => lazy(async () => ({ default: await loadChunk(() => row.screen()) }));
  let latest = attempt();
  function ScreenWithDialogs() {
    const [Screen] = useState(() => latest);
    useEffect(() => {
      // Ignore failures here: opening a dialog loads it again and reports them.
      row.dialogs?.forEach((noun) => void preload(() => loadDialogs(DIALOGS, noun)));
    }, []);
    return <Screen />;
  }
  return {
    Screen: ScreenWithDialogs,
    renew: () => {
      latest = attempt();
    },
  };
}

/** `onShown` isn't called before: until then React may render the screen anew, which would ask for its file again and again. */
function RouteFailed({ onShown }: { onShown?: (() => void) | undefined }) {
  useEffect(() => onShown?.(), [onShown]);
  return <ScreenFailed error={useRouteError()} />;
}

/** Wraps a screen that has no frame. */
function Bare() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}
