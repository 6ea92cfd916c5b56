import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { DataTable } from '../../../src/shared/ui/table/DataTable';
import type { Column } from '../../../src/shared/ui/table/DataCards';
import { renderPage } from '../../support/console/render';

interface Room {
  id: number;
  name: string;
}

const ROOMS: Room[] = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Room ${String(id)}` }));

/** A table whose rows are there. */
const SETTLED = { label: 'guests.title', isLoading: false, isRefreshing: false, empty: null } as const;

/** A table of rooms in which rows can be selected; counts how often cells are rendered. `refresh` hands it the same rooms, read anew. */
function shown() {
  let refresh = () => undefined as void;
  const renders = jest.fn<(name: string) => void>();
  const onDelete = jest.fn<(name: string) => void>();
  const columns: readonly Column<Room, 'name'>[] = [
    {
      key: 'name',
      title: 'guests.name',
      sort: 'name',
      cell: ({ name }) => {
        renders(name);
        return name;
      },
    },
  ];
  function Rooms() {
    const [ids, setIds] = useState<number[]>([]);
    const [rows, setRows] = useState(ROOMS);
    refresh = () => act(() => setRows(ROOMS.map((room) => ({ ...room }))));
    return (
      <DataTable<Room, 'name'>
        {...SETTLED}
        columns={columns}
        rows={rows}
        nameOf={({ name }) => name}
        actions={({ name }) => [{ key: 'delete', label: 'Delete', onClick: () => onDelete(name) }]}
        selection={{ ids, onSelect: setIds }}
      />
    );
  }
  const { user } = renderPage(<Rooms />);
  const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`${name}$`) });
  const selected = () => ROOMS.map(({ name }) => name).filter((name) => box(name).matches(':checked'));
  return { user, renders, onDelete, box, selected, refresh: () => refresh() };
}

test('selecting rows renders no cell again', async () => {
  const { user, renders, box, selected } = shown();
  renders.mockClear();
  await user.click(box('Room 2'));
  expect(selected()).toEqual(['Room 2']);
  await user.click(box('Room 4'));
  await user.click(box('Room 2'));
  expect(selected()).toEqual(['Room 4']);
  expect(renders).not.toHaveBeenCalled();
});

test('a row’s menu opens and closes by its button, and gives the focus back', async () => {
  const { user, renders, onDelete } = shown();
  const closed = { name: 'Actions for Room 3', expanded: false };
  const button = screen.getByRole('button', closed);
  expect(button).toHaveAttribute('aria-haspopup', 'menu');
  renders.mockClear();
  await user.click(button);
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(button);
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
  expect(screen.getByRole('button', closed)).toBe(button);

  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(onDelete.mock.calls).toEqual([['Room 3']]);
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  expect(renders).not.toHaveBeenCalled();
});

test('rows that are read again leave the menu of a row open, and rows selected', async () => {
  const { user, onDelete, box, selected, refresh } = shown();
  await user.click(box('Room 2'));
  await user.click(screen.getByRole('button', { name: 'Actions for Room 3' }));
  const item = await screen.findByRole('menuitem', { name: 'Delete' });
  refresh();
  expect(item).toBeVisible();
  expect(selected()).toEqual(['Room 2']);
  await user.click(item);
  expect(onDelete.mock.calls).toEqual([['Room 3']]);
});

test('selecting rows doesn’t render their table again', async () => {
  const actions = jest.fn(() => []);
  const nameOf = ({ name }: Room) => name;
  const columns: readonly Column<Room, 'name'>[] = [{ key: 'name', title: 'guests.name', cell: nameOf }];
  function Rooms() {
    const [ids, setIds] = useState<number[]>([]);
    return (
      <DataTable<Room, 'name'>
        {...SETTLED}
        columns={columns}
        rows={ROOMS}
        nameOf={nameOf}
        actions={actions}
        selection={{ ids, onSelect: setIds }}
      />
    );
  }
  const { user } = renderPage(<Rooms />);
  actions.mockClear();
  await user.click(screen.getByRole('checkbox', { name: /Room 2$/ }));
  expect(screen.getByRole('checkbox', { name: /Room 2$/ })).toBeChecked();
  expect(actions).not.toHaveBeenCalled();
});

test('the box of the heading selects all rows of the page and none, and shows that some are', async () => {
  const { user, box, selected } = shown();
  const page = screen.getByRole('checkbox', { name: 'Select this page' });
  await user.click(box('Room 2'));
  expect(page).toBePartiallyChecked();
  await user.click(page);
  expect(selected()).toHaveLength(ROOMS.length);
  expect(page).toBeChecked();
  await user.click(page);
  expect(selected()).toEqual([]);
});

test('Shift selects the rows from the one that was pressed before', async () => {
  const { user, box, selected } = shown();
  await user.click(box('Room 2'));
  await user.keyboard('{Shift>}');
  await user.click(box('Room 4'));
  expect(selected()).toEqual(['Room 2', 'Room 3', 'Room 4']);
  await user.click(box('Room 3'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['Room 2']);
});

test('a heading that is pressed by mouse or Enter shows its direction before the new rows are here, and renders no row again', async () => {
  const nameOf = jest.fn(({ name }: Room) => name);
  const columns: readonly Column<Room, 'name'>[] = [{ key: 'name', title: 'guests.name', sort: 'name', cell: ({ name }) => name }];
  const sorts: string[] = [];
  const noActions = () => [];
  function Rooms() {
    const [order, setOrder] = useState<'asc' | 'desc' | undefined>();
    return (
      <DataTable<Room, 'name'>
        {...SETTLED}
        columns={columns}
        rows={ROOMS}
        nameOf={nameOf}
        actions={noActions}
        {...(order && { sort: 'name', order })}
        onSort={(sort, next) => {
          sorts.push(`${sort} ${next}`);
          setOrder(next);
        }}
      />
    );
  }
  const { user } = renderPage(<Rooms />);
  const [heading] = screen.getAllByRole('columnheader');
  expect(heading).not.toHaveAttribute('aria-sort');
  nameOf.mockClear();
  await user.click(heading!);
  expect(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(heading).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(heading).toHaveAttribute('aria-sort', 'descending');
  expect(sorts).toEqual(['name asc', 'name desc']);
  expect(nameOf).not.toHaveBeenCalled();
});
