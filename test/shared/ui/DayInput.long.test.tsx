import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { DayInput } from '../../../src/shared/ui/form/DayInput';
import { renderPage } from '../../support/console/render';

function shown(value: string, language: 'en' | 'it' = 'en') {
  const onChange = jest.fn<(day: string) => void>();
  function Field() {
    const [day, setDay] = useState(value);
    const change = (next: string) => {
      onChange(next);
      setDay(next);
    };
    return <DayInput aria-label="Day" value={day} from="2026-11-20" to="2026-11-28" onChange={change} />;
  }
  const { user } = renderPage(<Field />, { language });
  return { user, onChange, field: screen.getByRole('textbox', { name: 'Day' }) };
}

test('shows a day in the console’s language', () => {
  expect(shown('2026-12-03', 'it').field).toHaveValue('3 dicembre 2026');
});

test.each(['26/11/2026', '26.11.26', '26 nov 2026', '2026-11-26', '26 novembre 2026'])(
  'understands %j, the day before the month, and shows it in words afterwards',
  async (typed) => {
    const { user, field, onChange } = shown('2026-12-03');
    await user.clear(field);
    await user.type(field, typed);
    expect(field).toHaveValue(typed);
    expect(onChange).toHaveBeenLastCalledWith('2026-11-26');
    await user.tab();
    expect(field).toHaveValue('26 November 2026');
  },
);

test('passes on what is no day, for the form to refuse, and leaves it to be corrected', async () => {
  const { user, field, onChange } = shown('');
  await user.type(field, '31/11/2026');
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith('31/11/2026');
  expect(field).toHaveValue('31/11/2026');
});

test('offers a calendar, with the days that may be chosen, and returns the focus', async () => {
  const { user, field, onChange } = shown('2026-11-26');
  await user.click(screen.getByRole('button', { name: 'Calendar' }));
  const day = await screen.findByTitle('2026-11-27');
  expect(screen.getByTitle('2026-11-29')).toHaveClass('ant-picker-cell-disabled');
  await user.click(day);
  expect(onChange).toHaveBeenCalledWith('2026-11-27');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('27 November 2026');
});
