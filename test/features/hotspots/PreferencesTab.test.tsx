import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { renderPage } from '../../support/console/render';
import { hotspot } from './hotspotPageTests';
import { preferences, keeping, open, packOf } from './preferencesTabTests';

describe('the form of preferences', () => {
  test('shows sub-options only while their switch is on', async () => {
    answerWith(keeping(preferences({ wifi4eu_enabled: 'false' })));
    const { user } = await open();
    expect(screen.queryByLabelText('Network identifier')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('This hotspot is part of WiFi4EU'));
    expect(screen.getByLabelText('Network identifier')).toBeVisible();
  });
});

test('a login method that the server cannot provide names the reason', async () => {
  answerWith(keeping(preferences({ sms_login: 'true' })));
  setConfig({ ways_off: ['sms_login'] });
  try {
    await open();
    expect(screen.getByRole('checkbox', { name: 'By SMS' })).toHaveAccessibleDescription(
      'Not offered to guests: the server has no SMS gateway (SMS_URL).',
    );
    expect(screen.getByRole('checkbox', { name: 'By e-mail' })).not.toHaveAccessibleDescription();
  } finally {
    setConfig({ ways_off: [] });
  }
});

test('says beside a login method by SMS why guests get no code', async () => {
  answerWith({
    ...keeping(preferences({ sms_login: 'true', sms_login_max: '60' })),
    'GET /api/stats/sms/hotspots/7': { body: [], headers: { 'X-Total-Count': '60' } },
  });
  const { user } = await open();
  const bySms = screen.getByRole('checkbox', { name: 'By SMS' });
  await waitFor(() => expect(bySms).toHaveAccessibleDescription('Guests get no code: the hotspot’s SMS limit is reached.'));
  // A higher limit helps, and so does turning it off.
  await user.type(screen.getByLabelText('SMS limit'), '0');
  expect(bySms).not.toHaveAccessibleDescription();
});

test('says beside a login method by SMS that the pack is used up', async () => {
  answerWith({ ...keeping(preferences({ sms_login: 'true' })), ...packOf(400) });
  const { user } = await open();
  const bySms = screen.getByRole('checkbox', { name: 'By SMS' });
  await waitFor(() => expect(bySms).toHaveAccessibleDescription('Guests get no code: no SMS left in the pack.'));
  await user.click(bySms);
  expect(bySms).not.toHaveAccessibleDescription();
});

test('closes a hotspot on a card of its own', async () => {
  answerWith(keeping(preferences()));
  await open();
  const closing = within(screen.getByRole('region', { name: 'Closing' }));
  expect(closing.getAllByRole('checkbox').map((box) => box.getAttribute('id'))).toHaveLength(1);
  expect(closing.getByRole('checkbox', { name: 'Closed: nobody can get online' })).not.toBeChecked();
});

test('a dot on the tab says that preferences were typed and not saved, until they are typed back or discarded', async () => {
  answerWith(hotspot({ ...packOf(500) }, { sms_login: 'false', user_expiration_days: '3' }));
  const { user } = renderPage(<HotspotPage />, { at: '/hotspots/7?tab=preferences' });
  await screen.findByRole('tab', { name: 'Preferences' });
  await user.click(await screen.findByLabelText('By e-mail'));
  expect(await screen.findByRole('tab', { name: 'Preferences unsaved changes' })).toBeVisible();
  await user.click(await screen.findByLabelText('By e-mail'));
  expect(await screen.findByRole('tab', { name: 'Preferences' })).toBeVisible();
  await user.click(await screen.findByLabelText('By e-mail'));
  await screen.findByRole('tab', { name: 'Preferences unsaved changes' });
  await user.click(await screen.findByRole('button', { name: /Discard/ }));
  expect(await screen.findByRole('tab', { name: 'Preferences' })).toBeVisible();
});
