import { describe, expect, test, beforeEach, jest } from '@jest/globals';
import { screen, act, waitFor, within } from '@testing-library/react';
import { answerWith, LOST, callName } from '../../support/console/answers';
import { WAX, text, pageOf, privacyAnswers, open, hotspot } from './privacyTabTests';
import type { UserEvent } from '@testing-library/user-event';
import type { PrivacyPage } from '../../../src/contract/disclaimers';
import type { Hotspot } from '../../../src/contract/hotspots';
import { PrivacyTab } from '../../../src/features/disclaimers/PrivacyTab';
import { setConfig } from '../../../src/shared/config';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';

describe('the texts that guests read', () => {
  test('contain nothing that runs code', async () => {
    const body =
      '<p>Terms</p><script>window.stolen = 1</script><img src=x onerror="window.stolen = 1"><a href="javascript:steal()">j</a><a href="data:text/html,x">d</a><a href="https://example.com">w</a><p style="position:fixed">s</p>';
    answerWith(privacyAnswers({ tos_disclaimers: [text(0, 'tos', body)] }));
    open();
    await screen.findByText('Terms');
    const terms = screen.getByRole('region', { name: 'Terms of use' });
    expect(terms.querySelectorAll('script, img, [style*="fixed"]')).toHaveLength(0);
    expect([...terms.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))).toEqual(['https://example.com']);
    expect(window).not.toHaveProperty('stolen');
  });

  test('offer a retry when they cannot be read', async () => {
    answerWith({ [WAX]: [LOST, { body: pageOf() }] });
    const { user } = open();
    expect(await screen.findByText(/Couldn’t load disclaimers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The usual privacy')).toBeVisible();
  });

  test.each(['admin', 'reseller', 'customer', 'desk'] as const)('can be read and saved by a %s', async (role) => {
    const calls = answerWith(privacyAnswers({ privacy_selected_id: 4 }));
    open({ as: madeUp(role) });
    expect(await screen.findByRole('heading', { name: 'House privacy' })).toBeVisible();
    expect(shown('Terms of use').getByText('The usual terms')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download privacy and terms as text' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Update' }) !== null).toBe(role === 'admin' || role === 'reseller');
    expect(calls.map(({ token }) => token)).toEqual([null]);
  });

  test('are read from the recorded answer of the existing back end', async () => {
    setConfig({ backend: 'existing' });
    const uuid = '34ab4850-e81f-4e96-beb7-69f7f6013914';
    answerWith({ [`GET /wax/privacy/${uuid}`]: recorded(null, `GET /wax/privacy/${uuid}`) });
    renderPage(<PrivacyTab hotspot={{ ...hotspot, uuid }} />, {});
    expect(await screen.findByText('Privacy notice of Reseller 1 srl, VAT 01234567891.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Privacy notice' })).toBeVisible();
  });
});

const shown = (name: string) => within(screen.getByRole('region', { name }));

async function choose(user: UserEvent, title: string) {
  await user.click(screen.getByRole('combobox', { name: 'Privacy notice' }));
  await user.click(await screen.findByTitle(title));
}

describe('the texts as files', () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  beforeEach(() => {
    saved.length = 0;
    const blobs = new Map<string, Blob>();
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        blobs.set(`blob:${blobs.size}`, blob);
        return `blob:${blobs.size - 1}`;
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.getAttribute('href') ?? '');
      saved.push({ name: this.download, text: readText(blob ?? new Blob()) });
    });
  });

  const readText = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(blob);
    });

  test('are readable and free of code', async () => {
    answerWith(
      privacyAnswers({
        privacy_selected_id: 4,
        tos_disclaimers: [text(0, 'tos', '<script>steal()</script><ul><li>One</li><li>Two</li></ul>')],
      }),
    );
    const { user } = open({ as: madeUp('desk') });
    await user.click(await screen.findByRole('button', { name: 'Download privacy and terms as text' }));
    const files = await Promise.all(saved.map(async (file) => [file.name, await file.text]));
    expect(files).toEqual([
      ['privacy-city-library.txt', 'Privacy notice · city-library\n\nHouse privacy\n\nWe keep little.\n\n'],
      ['terms-city-library.txt', 'Terms of use · city-library\n\n- One\n- Two\n\n'],
    ]);
  });
});

describe('choosing a text', () => {
  test('is possible only where there is more than the default one', async () => {
    answerWith(privacyAnswers({ privacy_disclaimers: [text(0, 'privacy', '<p>The usual privacy</p>')] }));
    open();
    await screen.findByText('The usual privacy');
    expect(screen.queryByRole('button', { name: 'Update' })).not.toBeInTheDocument();
  });

  test('previews the choice before it is saved, and then marks it for two seconds', async () => {
    let selected = 0;
    const calls = answerWith({
      [WAX]: () => ({ body: pageOf({ privacy_selected_id: selected }) }),
      'PUT /api/hotspots/7': ({ body }) => {
        selected = (body as Hotspot).privacy_disclaimer_id;
        return { body: { status: 'success' } };
      },
    });
    const { user } = open();
    await screen.findByText('The usual privacy');
    expect(screen.queryByLabelText('Terms of use')).not.toHaveAttribute('role', 'combobox');
    await choose(user, 'House');
    expect(screen.getByRole('heading', { name: 'House privacy' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Updated')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ privacy_disclaimer_id: 4, tos_disclaimer_id: 0 });
    await waitFor(() => expect(calls.map(callName).filter((call) => call === WAX)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Updated')).not.toBeInTheDocument());
  });

  test('shows the reason of a failure and keeps the choice', async () => {
    answerWith(privacyAnswers({}, { 'PUT /api/hotspots/7': { status: 500 } }));
    const { user } = open();
    await screen.findByText('The usual privacy');
    await choose(user, 'House');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Not updated')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Not updated')).not.toBeInTheDocument());
    expect(screen.getByText('Couldn’t save your choice.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'House privacy' })).toBeVisible();
  });

  test('resends the DPO fields that an existing back end would clear', async () => {
    setConfig({ backend: 'existing' });
    const answers = { 'GET /api/hotspots/7': { body: madeUpHotspot() }, 'PUT /api/hotspots/7': { body: { status: 'success' } } };
    const calls = answerWith(privacyAnswers({}, answers));
    const { user } = open();
    await screen.findByText('The usual privacy');
    await choose(user, 'House');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(calls.map(callName)).toContain('PUT /api/hotspots/7'));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      privacy_disclaimer_id: 4,
      tos_disclaimer_id: 0,
      business_dpo: 'Dott. Neri',
      business_dpo_mail: 'dpo@example.com',
    });
  });

  test('changes what guests read on the real server', async () => {
    const [reseller, admin] = [await loggedIn('reseller'), await loggedIn('admin')];
    const body = { type: 'privacy', title: 'For this test', body: '<p>Only here</p>' };
    await callApi('POST', `/api/disclaimers/accounts/${reseller.id}`, { token: admin.token, body });
    const real = (await callApi('GET', '/api/hotspots/5', { token: reseller.token })) as Hotspot;
    const { user } = renderPage(<PrivacyTab hotspot={real} />, { as: reseller });
    await screen.findByRole('button', { name: 'Update' });
    await choose(user, 'For this test');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Updated')).toBeVisible();
    const now = (await callApi('GET', `/wax/privacy/${real.uuid}`)) as PrivacyPage;
    expect(now.privacy_disclaimers.find(({ id }) => id === now.privacy_selected_id)?.body).toBe('<p>Only here</p>');
    await act(async () => undefined);
  });
});
