import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ReportsPage } from '../../../src/features/reports/ReportsPage';
import { answerWith } from '../../support/console/answers';
import { emptyReports } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { at, asked } from './reportsPageTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'));
});

describe('the requests of the reports', () => {
  test('ask for the history by days and zone, for yesterday and the year without days, and for the previous days', async () => {
    const calls = answerWith(emptyReports());
    renderPage(<ReportsPage />, { at });
    await waitFor(() => expect(calls).toHaveLength(17));
    const own = { tz: 'hotspot', count: 'present' };
    expect(asked(calls, 'current')).toEqual([own]);
    expect(asked(calls, 'sms_year')).toEqual([{ ...own, months: '12' }]);
    expect(asked(calls, 'sessions')).toEqual([{ from: '2026-11-14', to: '2026-11-20', ...own }]);
    expect(asked(calls, 'avg_user_traffic')).toEqual(
      expect.arrayContaining([
        { from: '2026-11-14', to: '2026-11-20', ...own },
        { from: '2026-11-07', to: '2026-11-13', ...own },
      ]),
    );
  });

  test('include custom dates once both are valid, and otherwise the page explains what is wrong', async () => {
    const calls = answerWith(emptyReports());
    const { user } = renderPage(<ReportsPage />, { at });
    await user.click(await screen.findByRole('radio', { name: 'Custom range' }));
    const from = await screen.findByLabelText('From');
    expect(from).toHaveValue('14 November 2026');
    const before = asked(calls, 'traffic').length;
    await user.clear(from);
    await user.type(from, '2020-01-01{Enter}');
    expect(await screen.findByText('A report covers up to a year.')).toBeVisible();
    expect(screen.getByLabelText('From')).toHaveAttribute('aria-invalid', 'true');
    expect(asked(calls, 'traffic').length).toBeLessThanOrEqual(before + 1);
    await user.clear(from);
    await user.type(from, '2026-01-01{Enter}');
    expect(await screen.findByText('1 Jan 2026 – 20 Nov 2026')).toBeVisible();
    await waitFor(() => expect(asked(calls, 'traffic').at(-1)).toMatchObject({ from: '2026-01-01', to: '2026-11-20' }));
    expect(asked(calls, 'traffic').map(({ from: first }) => first)).not.toContain('2020-01-01');
  });
});
