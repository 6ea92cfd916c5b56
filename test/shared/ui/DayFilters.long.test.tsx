import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { DayFilters } from '../../../src/shared/list/DayFilters';
import { ownZone } from '../../../src/shared/format/ownZone';
import { renderPage } from '../../support/console/render';

test.each(['2026-04-03', '3/4/2026', '03/04/2026', '3.04.2026', '03-4-2026'])('reads %s, with or without leading zeros', async (typed) => {
  const onChoose = jest.fn();
  const { user } = renderPage(<DayFilters days={{ from: '', to: '2026-04-05' }} zone={ownZone()} onChoose={onChoose} />);
  await user.click(screen.getByLabelText('From'));
  await user.keyboard(typed);
  await user.tab();
  await user.tab();
  expect(onChoose.mock.calls).toEqual([[{ from: '2026-04-03', to: '2026-04-05' }]]);
});
