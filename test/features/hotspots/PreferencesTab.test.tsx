import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { preferences, keeping, open } from './preferencesTabTests';

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
