import { expect, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { textFilter } from '../../src/shared/list/filters';
import { listKind, useListPage } from '../../src/shared/list/useListPage';
import { moved } from '../../src/shared/location';
import { currentAddress, renderPage } from '../support/console/render';

const LIST = listKind({ sorts: ['created'], size: 'vouchers_per_page', filters: { from: textFilter() } });

test.each([
  ['screen', { pathname: '/users', search: '' }, '/users'],
  ['tab', { pathname: '/hotspots/7', search: '?tab=overview' }, '/hotspots/7?tab=overview'],
])('a filter reported after another %s was opened isn’t written to its address', (_what, next, address) => {
  const reports: ((change: { from: string }) => void)[] = [];
  function List() {
    const { choose } = useListPage(LIST);
    useEffect(() => void reports.push(choose));
    return null;
  }
  const { store } = renderPage(<List />, { at: '/hotspots/7?tab=vouchers' });
  act(() => reports[0]?.({ from: '2026-11-01' }));
  expect(currentAddress()).toBe('/hotspots/7?tab=vouchers&from=2026-11-01');
  act(() => void store.dispatch(moved(next)));
  act(() => reports[0]?.({ from: '2026-11-02' }));
  expect(currentAddress()).toBe(address);
});
