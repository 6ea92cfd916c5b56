import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answerWith } from '../support/console/answers';
import { answersOfDashboard, answersOfProfile } from '../support/console/answersMadeUp';
import { DEMO_PASSWORD, madeUp } from '../support/console/renderAs';
import { type CreateStore, saved, showPersonalData } from './recordingTests';

/** Everything that Redux DevTools sees: each action, and the state after it. */
let shown: string[] = [];

// The store looks for DevTools when its module loads, so everything that imports it is imported afterwards.
Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    () =>
    (...enhancers: ((create: CreateStore) => CreateStore)[]): ((create: CreateStore) => CreateStore) =>
    (create) => {
      const inner = enhancers.reduceRight((created, enhance) => enhance(created), create);
      return (reducer, preloaded) =>
        inner((state, action) => {
          const next = reducer(state, action);
          shown.push(JSON.stringify([action, next]));
          return next;
        }, preloaded);
    },
});
const { openConsole } = await import('../support/console/render');

beforeEach(() => {
  shown = [];
});

/** Signs in on the real server through the UI, searches for a hotspot and opens its delete dialog. */
async function work() {
  const rendered = await openConsole();
  const { user } = rendered;
  await user.type(screen.getByLabelText('Username'), 'reseller');
  await user.type(screen.getByLabelText('Password'), `${DEMO_PASSWORD}{Enter}`);
  await screen.findByText('Adriatica Connect');
  await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Hotspots' }));
  await user.type(await screen.findByRole('searchbox'), 'molo{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Actions for caffe-del-molo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('caffe-del-molo', { selector: 'strong' });
  return rendered;
}

describe('secrets in recordings', () => {
  test('do not include the token or a password in actions, state or the file', async () => {
    const { user, recording } = await work();
    await waitFor(() => expect(localStorage.getItem('persist:auth')).toMatch(/[0-9a-f]{64}/));
    const [token = ''] = /[0-9a-f]{64}/.exec(localStorage.getItem('persist:auth') ?? '') ?? [];
    const recorded = JSON.stringify(recording.recorded());
    await user.keyboard('{Escape}');
    const { text } = await saved(user, showPersonalData(user));
    expect(shown.length).toBeGreaterThan(10);
    for (const one of [...shown, recorded, text]) {
      expect(one).not.toContain(token);
      expect(one).not.toContain(DEMO_PASSWORD);
    }
    // The secrets' actions were recorded, so the assertions above mean something.
    expect(recorded).toContain('"auth/signedIn"');
    expect(recorded).toContain('"originalArgs":{"username":"reseller","password":"…"}');
    expect(shown.join('')).toMatch(/"token":"secret:[0-9a-f]{16}"/);
  });

  test('do not include a new password or credentials of integrations, whose links still contain them', async () => {
    const secret = {
      id: 1,
      name: 'x',
      description: '',
      site: 'https://x.example/',
      logo: '',
      auth_login_url: 'assertion-1',
      iv_array: 'assertion-2',
    };
    answerWith({
      ...answersOfProfile('customer'),
      ...answersOfDashboard('customer', {
        'GET /api/integrations': { body: [secret] },
        'PUT /api/accounts/3': { body: { status: 'success' } },
      }),
    });
    const { user, recording } = await openConsole({ as: madeUp('customer') });
    const link = await screen.findByRole('link', { name: /^Open x/ });
    expect(link.getAttribute('href')).toBe('https://x.example/?auth_login_url=assertion-1&iv_array=assertion-2');
    window.location.hash = '#/profile';
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await user.type(await screen.findByLabelText('Current password'), 'the present one');
    await user.type(screen.getByLabelText('New password'), 'quite new one');
    await user.type(screen.getByLabelText('Confirm password'), 'quite new one');
    const [, submit] = screen.getAllByRole('button', { name: 'Change password' });
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit!);
    await screen.findByText(/^Password changed/);
    for (const text of [...shown, JSON.stringify(recording.recorded())]) {
      for (const forbidden of ['quite new one', 'the present one', 'token-of-customer', 'assertion-1', 'assertion-2'])
        expect(text).not.toContain(forbidden);
    }
  });
});
