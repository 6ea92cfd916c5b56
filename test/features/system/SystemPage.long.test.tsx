import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { SystemState } from '../../../src/contract/system';
import { SYSTEM_GROUPS, SYSTEM_CHECKS, type SystemCheck } from '../../../src/contract/plain/systemChecks';
import { SystemPage } from '../../../src/features/system/SystemPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';

const CHECKS = SYSTEM_GROUPS.flatMap((group) => [...SYSTEM_CHECKS[group]]);

const stateWith = (found: Partial<Record<SystemCheck, ['warning' | 'wrong', string]>>): SystemState => ({
  version: '1.0.0',
  examined: '2026-11-20T10:00:00Z',
  checks: CHECKS.map((check) => {
    const [state, detail] = found[check] ?? (['ok', ''] as const);
    return { check, state, detail };
  }),
});

test('the system status shows errors before warnings with what mends them, copies them as text, and checks again', async () => {
  answerWith({
    'GET /api/system': [
      {
        body: stateWith({
          mail_refused: ['wrong', 'The mail server takes nothing: 535.'],
          disk_low: ['warning', '12 MB are free at /srv.'],
        }),
      },
      { status: 500, body: { message: 'no', code: 'internal' } },
      { body: stateWith({}) },
    ],
  });
  const { user } = renderPage(<SystemPage />, { at: '/system' });
  const found = await screen.findByRole('region', { name: 'Findings' });
  const [first, second] = within(found).getAllByRole('listitem');
  expect(first).toHaveTextContent('Mail server accepts mail');
  expect(first).toHaveTextContent('Error');
  expect(first).toHaveTextContent('Correct SMTP_URL: host, port, name and password.');
  expect(second).toHaveTextContent('12 MB are free at /srv.');
  expect(screen.getByRole('status')).toHaveTextContent(`2 of ${CHECKS.length} checks found something`);
  expect(within(screen.getByRole('region', { name: 'Without findings' })).queryByText('Free disk space')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Copy as text' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^Portico 1\.0\.0, 2026-11-20T10:00:00Z\n/);
  expect(copied).toContain('Error: Mail server accepts mail (mail_refused)\n  The mail server takes nothing: 535.\n  Correct SMTP_URL');

  const again = () => user.click(screen.getByRole('button', { name: 'Check again' }));
  await again();
  expect(await screen.findByText('Couldn’t check again')).toBeVisible();
  expect(found).toBeVisible();
  await again();
  expect(await screen.findByText(/^Nothing is wrong/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Findings' })).toBeNull();
});
