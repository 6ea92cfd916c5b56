import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import { REFUSAL_CODES, type RefusalCode } from '../../../src/contract/plain/access';
import type { Guest } from '../../../src/contract/guests';
import { GuestPage } from '../../../src/features/guests/GuestPage';
import { answerWith } from '../../support/console/answers';
import { madeUpAccess, pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { known, matches } from './guestPageTests';

describe('the page of a guest', () => {
  test('shows all data of a guest from the real server', async () => {
    const reseller = await loggedIn('reseller');
    const { data } = (await callApi('GET', '/api/users?limit=1', { token: reseller.token })) as { data: Guest[] };
    renderPage(<GuestPage />, { as: reseller, at: `/users/${String(data[0]?.id)}` });
    expect(await screen.findByRole('region', { name: 'Access' })).toBeVisible();
    for (const name of ['Identity', 'Consent', 'Use', 'Active sessions', 'Devices', 'History'])
      expect(screen.getByRole('region', { name })).toBeVisible();
  });

  test('writes the reason of the stay beside its icon', async () => {
    answerWith(known());
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(within(await screen.findByRole('region', { name: 'Identity' })).getByText('business')).toBeVisible();
  });

  test('says how many devices may be online at once, and logs one out', async () => {
    const acknowledged = { body: { status: 'success', outcome: 'acknowledged', cause: '' } };
    answerWith({ ...known({ access: madeUpAccess({ most_devices: 3 }) }), 'POST /api/sessions/7/disconnect': acknowledged });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    const running = within(await screen.findByRole('region', { name: 'Active sessions' }));
    expect(await running.findByText('At most 3 devices may be online at once.')).toBeVisible();
    await user.click(await running.findByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await dialog.findByText('The unit is ending the session.')).toBeVisible();
  });

  const span = (says: RegExp | string) =>
    screen.findByText((_, element) => element?.tagName === 'SPAN' && matches(element.textContent, says));
  const bannerOf = async (says: RegExp | string) => within((await span(says)).closest<HTMLElement>('[role="status"]')!);

  const STATUSES: Partial<Record<RefusalCode, string>> = {
    expired: 'Expired',
    too_early: 'Not valid yet',
    used_up_today: 'Limit reached',
    time_used_up: 'Limit reached',
    traffic_used_up: 'Limit reached',
    no_uses_left: 'Limit reached',
  };

  test.each(REFUSAL_CODES.flatMap((refusal) => (['en', 'it'] as const).map((language) => ({ refusal, language }))).slice(0, 2))(
    'explains the refusal $refusal in $language',
    async ({ refusal, language }) => {
      // The guest's own dates and use don't show the reason.
      answerWith({ ...known({ access: madeUpAccess({ refusal }) }), 'GET /api/sessions': pageOfRows([]) });
      renderPage(<GuestPage />, { at: '/users/7', language });
      const words = (language === 'en' ? en : it)[`access.${refusal}`];
      const banner = await bannerOf(`${language === 'en' ? 'Can’t get online' : 'Non può andare online'}: ${words}.`);
      if (language === 'en') expect(banner.getByText(STATUSES[refusal] ?? 'No access')).toBeVisible();
      expect(banner.queryByText(/log in until/)).not.toBeInTheDocument();
    },
  );
});
