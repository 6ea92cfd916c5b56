import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { chartRow } from '../../../src/features/reports/charts';
import { HourMap } from '../../../src/features/reports/HourMap';
import { ON_PAPER } from '../../../src/shared/chartStyle';
import { renderPage } from '../../support/console/render';

const DAYS = ['Monday', 'Tuesday', 'Wednesday'];
const HOURS = ['00', '01', '02', '03'];

test('arrow keys move between the hours, and render no other day than the one they leave and the one they reach', async () => {
  const toCell = jest.fn((weekday: string, hour: number) => `/sessions?weekday=${weekday}&hour=${String(hour)}`);
  const drawn = {
    row: chartRow('week_hours'),
    title: 'Guests by weekday and hour',
    axisLabels: HOURS.map((hour) => ({ short: hour, full: `${hour}:00`, inSentence: `${hour}:00` })),
    signs: [],
    series: DAYS.map((name, day) => ({ name, sign: 0, values: HOURS.map((_, hour) => day + hour) })),
    keys: DAYS,
    step: null,
  };
  const { user } = renderPage(<HourMap drawn={drawn} look={ON_PAPER} toCell={toCell} />);
  const cell = (name: RegExp) => screen.getByRole('link', { name });
  expect(cell(/Wednesday, 03:00/)).toHaveAttribute('tabindex', '0');
  cell(/Wednesday, 03:00/).focus();
  toCell.mockClear();
  await user.keyboard('{ArrowUp}');
  expect(cell(/Tuesday, 03:00/)).toHaveFocus();
  expect(cell(/Tuesday, 03:00/)).toHaveAttribute('tabindex', '0');
  expect(cell(/Wednesday, 03:00/)).toHaveAttribute('tabindex', '-1');
  await user.keyboard('{Home}');
  expect(cell(/Tuesday, 00:00/)).toHaveFocus();
  expect(new Set(toCell.mock.calls.map(([weekday]) => weekday))).toEqual(new Set(['Wednesday', 'Tuesday']));
});
