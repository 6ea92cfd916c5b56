import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { SearchBox } from '../../../src/shared/list/SearchBox';
import { renderPage } from '../../support/console/render';

/** A toolbar whose address changes only when told to, as while a slow screen is rendered. */
function shown() {
  const onType = jest.fn<(q: string) => void>();
  let move: (q: string) => void = () => undefined;
  function Page() {
    const [search, setSearch] = useState('');
    move = setSearch;
    return <SearchBox search={search} onSearch={onType} onType={onType} />;
  }
  const { user } = renderPage(<Page />);
  return { user, onType, box: screen.getByRole('searchbox'), moveTo: (q: string) => act(() => move(q)) };
}

test('keeps typed text while the address catches up', async () => {
  const { user, box, onType, moveTo } = shown();
  await user.type(box, 'ros');
  await waitFor(() => expect(onType).toHaveBeenLastCalledWith('ros'));
  await user.type(box, 'si');
  await waitFor(() => expect(onType).toHaveBeenLastCalledWith('rossi'));
  await user.type(box, ' an');
  moveTo('ros');
  expect(box).toHaveValue('rossi an');
  moveTo('rossi');
  expect(box).toHaveValue('rossi an');
});

test('follows a link or the back button, also to an earlier search', async () => {
  const { user, box, moveTo } = shown();
  await user.type(box, 'ros{Enter}');
  moveTo('ros');
  moveTo('');
  expect(box).toHaveValue('');
  moveTo('ros');
  expect(box).toHaveValue('ros');
});

test('does not search for what a link or the back button has replaced', async () => {
  const { user, box, onType, moveTo } = shown();
  await user.type(box, 'ros{Enter}');
  moveTo('ros');
  jest.useFakeTimers();
  fireEvent.change(box, { target: { value: 'rossi' } });
  moveTo('');
  act(() => jest.runAllTimers());
  jest.useRealTimers();
  expect(box).toHaveValue('');
  expect(onType).toHaveBeenLastCalledWith('ros');
});
