import { afterEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { api } from '../../src/shared/api';
import { call } from '../support/console/endpoints';
import { LIST, stores, calling } from './callsTests';
// Otherwise focus events of the next test would make this test's store refetch.
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(api.util.resetApiState());
});

describe('a server that is too busy', () => {
  test('gets no repeated read that no screen needs any more', async () => {
    const busy = { status: 503, body: { message: 'x', code: 'busy' }, headers: { 'Retry-After': '1' } };
    const { store, asked: requested } = calling({ 'GET /api/hotspots': busy });
    const reading = call(store, 'listHotspots', LIST);
    await waitFor(() => expect(requested()).toHaveLength(1));
    // Wait until the call has been refused and is about to be repeated.
    await new Promise((resolve) => setTimeout(resolve, 300));
    store.dispatch(api.util.resetApiState());
    await reading;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(requested()).toHaveLength(1);
  });
});
