import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { answerWith, type Call } from '../support/console/answers';
import { openConsole, placeNow } from '../support/console/render';
import { madeUp } from '../support/console/renderAs';
import { ANSWERS, CASES, OWN, pathOf, requested, filtersNow, goByMenu } from './rememberedFiltersTests';

test.each(CASES)('$list keeps the $filter across other lists and a reload', async ({ list, choose, address, call, query = {} }) => {
  const isChosen = async (calls: Call[]) => {
    await waitFor(() => expect(placeNow()).toContain(address));
    await waitFor(() => expect(requested(calls, call).at(-1)).toMatchObject(query));
  };
  const calls = answerWith(ANSWERS);
  const { user } = await openConsole({ as: madeUp('reseller'), at: pathOf(list) });
  await choose(user);
  await isChosen(calls);

  for (const other of ['Units', 'Sessions', 'Guests', 'Hotspots'].filter((one) => one !== list)) {
    const before = requested(calls, call).length;
    await goByMenu(user, other);
    expect(filtersNow().filter(([name]) => !OWN[other]?.includes(name))).toEqual([]);
    // The old screen requests nothing more, and certainly not with the new screen's address.
    expect(requested(calls, call)).toHaveLength(before);
  }
  await goByMenu(user, list);
  await isChosen(calls);
  expect(filtersNow().filter(([name]) => !OWN[list]?.includes(name))).toEqual([]);

  // After a reload, only what the browser has stored is left.
  await waitFor(() => expect(localStorage.getItem('persist:preferences')).not.toBeNull());
  const stored = { 'persist:preferences': localStorage.getItem('persist:preferences') ?? '' };
  cleanup();
  const { user: sameUser } = await openConsole({ as: madeUp('reseller'), at: '/', stored });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const reloaded = answerWith(ANSWERS);
  await goByMenu(sameUser, list);
  await isChosen(reloaded);
});
