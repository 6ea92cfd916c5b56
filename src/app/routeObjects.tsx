import { lazy, type ComponentType } from 'react';
import { Navigate, useRouteError, type RouteObject } from 'react-router-dom';
import { DashboardPage } from '../features/dashboard/DashboardPage';
import { paths } from '../shared/paths';
import { loadDialogs } from '../shared/ui/DialogHost';
import { AppShell } from './AppShell';
import { DIALOGS } from './dialogs';
import { loadPart } from './lostFiles';
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

/** The dashboard is in the same file as the frame; the others are loaded when they first show. */
function screenOf(row: RouteRow): ComponentType {
  if (row.path === paths.dashboard.path) return DashboardPage;
  return lazy(async () => {
    // What fails here is tried again when a dialog opens, and says so then.
    row.dialogs?.forEach((noun) => void loadDialogs(DIALOGS, noun).catch(() => undefined));
    return { default: await loadPart(row.screen) };
  });
}

function RouteFailed() {
  return <ScreenFailed error={useRouteError()} />;
}
