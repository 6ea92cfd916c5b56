import { afterAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { capabilities } from '../../src/shared/backEnd/capabilities';
import { consoleConfig, loadConfig, setConfig } from '../../src/shared/config';
import { answerWith, LOST, SERVER, type Answer } from '../support/console/answers';
import { answersOfDashboard } from '../support/console/answersMadeUp';
import { storedLogin } from '../support/console/render';
import { callApi, madeUp } from '../support/console/renderAs';

describe('config.json', () => {
  const DEFAULTS = {
    api_base: '',
    wax_base: '',
    backend: 'existing',
    product: 'Portico',
    company: '',
    help_url: '',
    privacy_url: '',
    ways_off: [] as never[],
    allow_replay: false,
  } as const;

  test.each<[string, Answer | typeof LOST]>([
    ['does not exist', { status: 404, body: { message: 'Not Found' } }],
    ['does not exist and yields an HTML page', { status: 200, body: '<!doctype html>' }],
    ['cannot be reached', LOST],
    ['is empty', { body: {} }],
    ['is null', { body: null }],
  ])("means an existing back end at the console's own address when it %s", async (_what, answer) => {
    setConfig(DEFAULTS);
    answerWith({ 'GET /config.json': answer });
    await loadConfig();
    expect(consoleConfig()).toEqual(DEFAULTS);
    expect(capabilities().hasAuditTrail).toBe(false);
  });

  test('overrides only the settings that it names', async () => {
    setConfig(DEFAULTS);
    answerWith({ 'GET /config.json': { body: { backend: 'portico', product: 'Riviera WiFi' } } });
    await loadConfig();
    expect(consoleConfig()).toEqual({ ...DEFAULTS, backend: 'portico', product: 'Riviera WiFi' });
    expect(capabilities().hasAuditTrail).toBe(true);
  });

  test('names the embedded back end on the real server', async () => {
    setConfig(DEFAULTS);
    expect(await callApi('GET', '/config.json')).toMatchObject({ backend: 'portico', product: 'Portico' });
  });
});

// A console started by main.tsx is never unmounted; other files that run in the same environment would find its sign-in screen.
afterAll(() => document.body.replaceChildren());

test('the console starts with its settings, stored preferences and language, and follows other tabs', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  localStorage.clear();
  localStorage.setItem('persist:auth', storedLogin(madeUp('reseller')));
  localStorage.setItem(
    'persist:preferences',
    '{"language":"\\"it\\"","theme":"\\"dark\\"","menu_folded":"false","hotspots_per_page":"50","_persist":"{\\"version\\":1,\\"rehydrated\\":true}"}',
  );
  const config: Answer = { body: { product: 'Riviera WiFi', backend: 'portico', api_base: SERVER } };
  answerWith(answersOfDashboard('reseller', { 'GET /config.json': config }));
  await import('../../src/main');

  expect(await screen.findByText('Tutti i tuoi hotspot a colpo d’occhio')).toBeVisible();
  expect(screen.getByText('Riviera WiFi')).toBeVisible();
  expect(document.title).toBe('Dashboard · Riviera WiFi');
  expect(document.documentElement.lang).toBe('it');
  expect(document.documentElement.style.colorScheme).toBe('dark');

  window.dispatchEvent(new StorageEvent('storage', { key: 'persist:auth', newValue: null }));
  expect(await screen.findByRole('button', { name: 'Accedi' })).toBeVisible();
  await waitFor(() => expect(document.title).toContain('Riviera WiFi'));
});
