import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DayFilters } from '../../../src/shared/list/DayFilters';
import { ownZone } from '../../../src/shared/format/ownZone';
import type { Language } from '../../../src/shared/languages';
import { renderPage } from '../../support/console/render';

function open(days: { from: string; to: string }, language?: Language) {
  const onChoose = jest.fn();
  const rendered = renderPage(<DayFilters days={days} zone={ownZone()} onChoose={onChoose} />, language === undefined ? {} : { language });
  return { ...rendered, onChoose };
}

test.each([
  ...['2026-04-03', '3/4/2026', '03/04/2026', '3.04.2026', '03-4-2026'],
  ...['3/4/26', '03.04.26', ' 03/04/2026 ', '\t3/4/2026', '3 April 2026', '3 aprile 2026', 'Apr 3, 2026', 'venerdì 3 aprile 2026'],
])('reads %j, typed or pasted', async (written) => {
  const { user, onChoose } = open({ from: '', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.paste(written);
  await user.tab();
  await user.tab();
  expect(onChoose.mock.calls).toEqual([[{ from: '2026-04-03', to: '2026-04-05' }]]);
});

test('takes the month first where no other reading is a day', async () => {
  const { user, onChoose } = open({ from: '', to: '2026-04-30' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('04/25/2026');
  await user.tab();
  await user.tab();
  expect(onChoose.mock.calls).toEqual([[{ from: '2026-04-25', to: '2026-04-30' }]]);
});

test('leaves a day as it is typed until it is complete, and then shows it in words', async () => {
  const { user } = open({ from: '', to: '' }, 'it');
  await user.click(screen.getByLabelText('Dal'));
  await user.keyboard('1/11/20');
  expect(screen.getByLabelText('Dal')).toHaveValue('1/11/20');
  await user.keyboard('26');
  expect(screen.getByLabelText('Dal')).toHaveValue('1/11/2026');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Dal')).toHaveValue('1 nov 2026'));
});

test('replaces both days when each is typed and ended by Enter', async () => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('3/4/2026{Enter}');
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveFocus());
  await user.keyboard('7/4/2026{Enter}');
  await waitFor(() => expect(onChoose.mock.calls).toEqual([[{ from: '2026-04-03', to: '2026-04-07' }]]));
});
