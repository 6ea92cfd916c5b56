import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ProfilePage } from '../../../src/features/profile/ProfilePage';
import { renderPage } from '../../support/console/render';
import { loggedIn } from '../../support/console/renderAs';

const at = '/profile';

const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('the account on the profile', () => {
  test("shows the person's details", async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('reseller'), at });
    expect(await screen.findByText('Adriatica Connect', { selector: 'dd' })).toBeVisible();
    expect(factOf('Username')).toHaveTextContent('reseller');
    expect(factOf('Account type')).toHaveTextContent('Reseller');
    expect(factOf('Subscription plan')).not.toHaveTextContent(/^-?$/);
    expect(factOf('Created')).toHaveTextContent(/^[1-9]\d? [A-Z][a-z]+ \d{4}, \d\d:\d\d$/);
    expect(screen.queryByText('Hotspot', { selector: 'dt' })).not.toBeInTheDocument();
  });

  test('shows a customer its hotspot and no plan of its own', async () => {
    renderPage(<ProfilePage />, { as: await loggedIn('customer'), at });
    expect(await screen.findByText('grand-hotel-miramare', { selector: 'dd' })).toBeVisible();
    expect(screen.queryByText('Subscription plan')).not.toBeInTheDocument();
  });
});
