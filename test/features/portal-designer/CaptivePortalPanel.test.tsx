import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { CaptivePortalPanel } from '../../../src/features/portal-designer/CaptivePortalPanel';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { pictureWorks } from './pictures';
import { at, hotspot, someone, hotspotWith, preview } from './captivePortalPanelTests';

beforeEach(() => pictureWorks());

describe('access to the captive portal designer', () => {
  test('shows a desk the preview without any field', async () => {
    hotspotWith();
    renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('desk'), at });
    expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Undo|Save/ })).not.toBeInTheDocument();
  });

  test('offers a retry when the portal cannot be read', async () => {
    const answer = { body: [{ key: 'captive_2_title', value: 'Ciao' }] };
    answerWith({ 'GET /api/preferences/hotspots/7': [{ status: 500 }, answer], 'GET /api/marketing/7': { body: [] } });
    const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin'), at });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Ciao');
  });
});

describe("a text in guests' languages", () => {
  test('is shown in the preview in its language while it is typed, and saved alone', async () => {
    const { stored } = hotspotWith();
    const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin'), at });
    const [title] = await screen.findAllByText('In guests’ languages');
    await user.click(title!);
    const german = screen.getByRole('textbox', { name: 'Title – Deutsch' });
    expect(german).toHaveAttribute('placeholder', 'Welcome');
    await user.click(german);
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await user.type(german, 'Willkommen');
    expect(await preview().findByRole('heading', { name: 'Willkommen' })).toBeVisible();
    expect(preview().getByRole('button', { name: 'Los geht’s' })).toBeVisible();
    await user.click(screen.getByRole('textbox', { name: 'Title – Italiano' }));
    expect(await preview().findByRole('heading', { name: 'Welcome' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Captive portal saved')).toBeVisible();
    expect(stored).toMatchObject({ captive_2_title: 'Welcome', captive_2_title_de: 'Willkommen' });
    expect(Object.keys(stored).filter((key) => key.startsWith('captive_2_title'))).toHaveLength(2);
  });
});
