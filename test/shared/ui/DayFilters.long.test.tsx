import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useReducer, useState } from 'react';
import { DayFilters } from '../../../src/shared/list/DayFilters';
import { ownZone } from '../../../src/shared/format/ownZone';
import type { Language } from '../../../src/shared/languages';
import { renderPage } from '../../support/console/render';

/** A list whose period is what was chosen last. */
function open(first: { from: string; to: string }, language?: Language) {
  const onChoose = jest.fn();
  function List() {
    const [days, setDays] = useState(first);
    const choose = (chosen: typeof days) => {
      onChoose(chosen);
      setDays(chosen);
    };
    return <DayFilters days={days} zone={ownZone()} onChoose={choose} />;
  }
  const rendered = renderPage(<List />, language === undefined ? {} : { language });
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

test.each([
  ['From', '{Delete}', '{Tab}', { from: '', to: '2026-04-05' }],
  ['From', '{Backspace}', '{Enter}', { from: '', to: '2026-04-05' }],
  ['To', '{Delete}', '{Tab}', { from: '2026-04-01', to: '' }],
  ['To', '{Delete}', '{Enter}', { from: '2026-04-01', to: '' }],
])('opens the period at its end when %j is emptied by %s and %s', async (edge, key, leave, opened) => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText(edge));
  await user.keyboard(key);
  expect(screen.getByLabelText(edge)).toHaveValue('');
  expect(onChoose).not.toHaveBeenCalled();
  await user.keyboard(leave);
  expect(onChoose.mock.calls).toEqual([[opened]]);
});

test('takes a day that is typed before the other is emptied', async () => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('3/4/2026{Tab}');
  expect(screen.getByLabelText('To')).toHaveFocus();
  await user.keyboard('{Delete}{Enter}');
  expect(onChoose.mock.lastCall).toEqual([{ from: '2026-04-03', to: '' }]);
});

test('takes the day that is typed after the field was emptied', async () => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('{Delete}3/4/2026{Tab}{Tab}');
  expect(onChoose.mock.calls).toEqual([[{ from: '2026-04-03', to: '2026-04-05' }]]);
});

test('brings an emptied day back by Escape', async () => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('{Delete}{Escape}');
  await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue('1 Apr 2026'));
  await user.keyboard('{Tab}');
  expect(onChoose).not.toHaveBeenCalled();
});

test.each(['{Tab}', '{Enter}'])('repeats what is no day after %s, until something else is typed', async (leave) => {
  const { user, onChoose } = open({ from: '2026-04-01', to: '2026-04-05' });
  await user.click(screen.getByLabelText('From'));
  await user.keyboard(`31/2/2026${leave}`);
  expect(screen.getByRole('status')).toHaveTextContent('“31/2/2026” isn’t a day, so nothing has changed.');
  expect(onChoose).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('2');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('leaves a half-chosen period when its list is rendered again', async () => {
  let renderAgain = () => {};
  function List() {
    const [, again] = useReducer((count: number) => count + 1, 0);
    renderAgain = again;
    return <DayFilters days={{ from: '2026-04-01', to: '2026-04-05' }} zone={ownZone()} onChoose={() => {}} />;
  }
  const { user } = renderPage(<List />);
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('3/4/2026{Enter}');
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveFocus());
  act(renderAgain);
  expect(screen.getByLabelText('From')).toHaveValue('3 Apr 2026');
});

test('says what a list that needs both days does without one', async () => {
  const { user } = renderPage(
    <DayFilters days={{ from: '2026-04-01', to: '2026-04-05' }} withoutDay="sessions.without_day" zone={ownZone()} onChoose={() => {}} />,
  );
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('{Delete}{Tab}');
  expect(screen.getByRole('status')).toHaveTextContent('Sessions always have a period');
});

test('shows the chosen period also before the list has it', async () => {
  const onChoose = jest.fn();
  const { user } = renderPage(<DayFilters days={{ from: '2026-04-01', to: '2026-04-05' }} zone={ownZone()} onChoose={onChoose} />);
  await user.click(screen.getByLabelText('From'));
  await user.keyboard('{Delete}{Tab}');
  await user.keyboard('{Tab}');
  await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue(''));
  expect(screen.getByLabelText('To')).toHaveValue('5 Apr 2026');
  expect(onChoose.mock.calls).toEqual([[{ from: '', to: '2026-04-05' }]]);
});
