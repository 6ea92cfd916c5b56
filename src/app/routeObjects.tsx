import { lazy } from 'react';
import { Navigate, useRouteError, type RouteObject } from 'react-router-dom';
import { paths } from '../shared/paths';
import { loadDialogs } from '../shared/ui/DialogHost';
import { DIALOGS } from './dialogs';
import { loadPart } from './lostFiles';
import { RequireRole } from './RequireRole';
import { ROUTES } from './routes';
import { ScreenFailed } from './ScreenFailed';
import { UnknownPage } from './UnknownPage';

const AppShell = lazy(async () => ({ default: (await loadPart(() => import('./AppShell'))).AppShell }));

/** The route table in the router's format: every screen guarded and inside the frame. */
export const routeObjects: RouteObject[] = [
  {
    element: <AppShell />,
    errorElement: <RouteFailed />,
    children: [
      ...ROUTES.map((row): RouteObject => {
        const Screen = lazy(async () => {
          // What fails here is tried again when a dialog opens, and says so then.
          row.dialogs?.forEach((noun) => void loadDialogs(DIALOGS, noun).catch(() => undefined));
          return { default: await loadPart(row.screen) };
        });
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

function RouteFailed() {
  return <ScreenFailed error={useRouteError()} />;
}
