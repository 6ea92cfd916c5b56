import { expect, jest, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { useColumns } from '../../../src/shared/list/useColumns';
import { listKind, useListPage } from '../../../src/shared/list/useListPage';
import { themeChosen } from '../../../src/shared/preferences';
import type { Column } from '../../../src/shared/ui/table/DataCards';
import { renderPage } from '../../support/console/render';

const LIST = listKind({ sorts: ['name'], order: 'asc', size: 'guests_per_page', filters: {} });
const COLUMNS: readonly Column<{ id: number }, 'name'>[] = [{ key: 'name', title: 'guests.name', cell: () => null }];

function openList() {
  const onRender = jest.fn();
  function List() {
    useListPage(LIST);
    useColumns('guests', COLUMNS);
    onRender();
    return null;
  }
  const { store } = renderPage(<List />);
  onRender.mockClear();
  return { store, onRender };
}

test('another theme renders no list again whose preferences stay the same', () => {
  const { store, onRender } = openList();
  act(() => void store.dispatch(themeChosen('dark')));
  expect(document.documentElement.dataset.shade).toBe('dark');
  expect(onRender).not.toHaveBeenCalled();
});

test('another theme is put on without transitions', async () => {
  const { store } = openList();
  const root = document.documentElement;
  await waitFor(() => expect(root).not.toHaveAttribute('data-restyled'));
  act(() => void store.dispatch(themeChosen('dark')));
  expect(root).toHaveAttribute('data-restyled');
  await waitFor(() => expect(root).not.toHaveAttribute('data-restyled'));
});
