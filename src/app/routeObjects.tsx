import { lazy, useEffect, type ComponentType } from 'react';
import { Navigate, useRouteError, type RouteObject } from 'react-router-dom';
import { DashboardPage } from '../features/dashboard/DashboardPage';
import { paths } from '../shared/paths';
import { loadDialogs } from '../shared/ui/dialog/DialogHost';
import { preload } from './preload';
import { AppShell } from './AppShell';
import { DIALOGS } from './dialogs';
import { loadChunk } from './staleChunks';
import { RequireRole } from './RequireRole';
import { ROUTES, type RouteRow } from './routes';
import { ScreenFailed } from './ScreenFailed';
import { UnknownPage } from './UnknownPage';

/** The route table in the router's format: every screen guarded and inside the frame. */
export const routeObjects: RouteObject[] = [
  {
    element: <AppShell />,
    errorElement: <RouteFailed />,
    children: [
      ...ROUTES.map((row): RouteObject => {
        const Screen = screenOf(row);
        return {
          path: row.path,
          errorElement: <RouteFailed />,
          element: (
            <RequireRole row={row}>
              <Screen />
            </RequireRole>
          ),
        };
      }),
      { path: '/login', element: <Navigate to={paths.dashboard.to()} replace /> },
      { path: '*', element: <UnknownPage /> },
    ],
  },
];

/** The dashboard is in the frame's chunk; other screens are loaded when first shown, followed by the dialogs that they can open. */
function screenOf({ path, screen, dialogs }: RouteRow): ComponentType {
  if (path === paths.dashboard.path) return DashboardPage;
  const Screen = lazy(async () => ({ default: await loadChunk(screen) }));
  return function ScreenWithDialogs() {
    useEffect(() => {
      // Failures are retried, and reported, when a dialog opens.
      dialogs?.forEach((noun) => void preload(() => loadDialogs(DIALOGS, noun)));
    }, []);
    return <Screen />;
  };
}

function RouteFailed() {
  return <ScreenFailed error={useRouteError()} />;
}
