import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyPart } from '../../../src/shared/ui/feedback/lazyPart';
import { renderPage } from '../../support/console/render';

const fetched = globalThis.fetch;

beforeEach(() => {
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  // React reports what boundaries catch.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = fetched;
  jest.restoreAllMocks();
});

function Calendar({ day }: { day: string }) {
  return <p>{`Calendar of ${day}`}</p>;
}

/** A form with a part that can't be loaded until the network is back; a request takes a moment. */
function openForm() {
  let isOffline = true;
  const onLoad = jest.fn();
  const Part = lazyPart(async () => {
    onLoad();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    if (isOffline) throw new TypeError('Failed to fetch');
    return Calendar;
  });
  const form = (
    <>
      <input aria-label="Notes" />
      <Suspense fallback={null}>
        <Part day="3 April" />
      </Suspense>
    </>
  );
  const goOnline = () => {
    isOffline = false;
  };
  return { ...renderPage(form), goOnline, onLoad };
}

test('leaves the rest of the screen as it is when a part can’t be loaded, and loads it by “Try again”', async () => {
  const { user, goOnline, onLoad } = openForm();
  await user.type(screen.getByLabelText('Notes'), 'typed');
  await screen.findByText('Couldn’t load this part. Check your connection.');
  expect(screen.getByLabelText('Notes')).toHaveValue('typed');
  expect(onLoad).toHaveBeenCalledTimes(1);
  goOnline();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Calendar of 3 April');
  expect(screen.getByLabelText('Notes')).toHaveValue('typed');
});

test('loads a part that failed when the browser is online again', async () => {
  const { goOnline } = openForm();
  await screen.findByText('Couldn’t load this part. Check your connection.');
  goOnline();
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Calendar of 3 April');
});

test('leaves an error of the part itself to the screen', async () => {
  const Broken = lazyPart(() =>
    Promise.resolve(() => {
      throw new Error('a fault of the part');
    }),
  );
  renderPage(
    <Suspense fallback={null}>
      <Broken />
    </Suspense>,
  );
  await screen.findByText('Unexpected Application Error!');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
