import { expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense, type ComponentType } from 'react';
import { Provider } from 'react-redux';
import { createHashRouter, Link, RouterProvider } from 'react-router-dom';
import { AppProviders } from '../../src/app/App';
import { ConsoleProviders } from '../../src/app/ConsoleProviders';
import { loadLanguage } from '../../src/app/messages';
import { followLocation } from '../../src/app/router';
import { ShownScreen } from '../../src/app/ShownScreen';
import { createStore } from '../../src/app/store';
import '../support/console/render';

const WORDS = await loadLanguage('en');

test('a screen whose code is late shows a bar, then its shape instead of the old screen, and both go when it is there', async () => {
  let arrive: (loaded: { default: ComponentType }) => void = () => undefined;
  const Late = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (arrive = resolve)));
  const { store, close } = createStore();
  const router = createHashRouter([
    {
      element: (
        <Suspense fallback={null}>
          <ShownScreen />
        </Suspense>
      ),
      children: [
        { path: '/', element: <Link to="/units">Old screen</Link> },
        { path: '/units', element: <Late /> },
      ],
    },
  ]);
  const stop = followLocation(router, store);
  try {
    render(
      <Provider store={store}>
        <AppProviders initialMessages={WORDS}>
          <ConsoleProviders>
            <RouterProvider router={router} />
          </ConsoleProviders>
        </AppProviders>
      </Provider>,
    );
    await userEvent.setup({ delay: null }).click(screen.getByRole('link', { name: 'Old screen' }));
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Old screen' })).not.toBeInTheDocument());
    // The title is shown before the screen has loaded.
    expect(screen.getByRole('heading', { name: 'Units' })).toBeVisible();
    await act(async () => arrive({ default: () => <p>Seven units</p> }));
    expect(await screen.findByText('Seven units')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Units' })).not.toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  } finally {
    stop();
    router.dispose();
    close();
  }
});
