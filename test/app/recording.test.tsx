import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Recording } from '../../src/app/recording';
import { answerWith } from '../support/answers';
import { answersOfDashboard, answersOfProfile } from '../support/answersMadeUp';
import { DEMO_PASSWORD, madeUp } from '../support/renderAs';

type Sanitizer = (value: unknown) => unknown;
type CreateStore = (reducer: (state: unknown, action: unknown) => unknown, preloaded: unknown) => unknown;

/** Everything passed to Redux DevTools: each action, and the state after it. */
let shown: string[] = [];

// The store looks for DevTools when its module loads, so everything that imports it is imported afterwards.
Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    ({ actionSanitizer, stateSanitizer }: { actionSanitizer: Sanitizer; stateSanitizer: Sanitizer }) =>
    (...enhancers: ((create: CreateStore) => CreateStore)[]): ((create: CreateStore) => CreateStore) =>
    (create) => {
      const inner = enhancers.reduceRight((made, enhance) => enhance(made), create);
      return (reducer, preloaded) =>
        inner((state, action) => {
          const next = reducer(state, action);
          shown.push(JSON.stringify([actionSanitizer(action), stateSanitizer(next)]));
          return next;
        }, preloaded);
    },
});
const { openConsole, placeNow } = await import('../support/render');
const { withoutSecrets } = await import('../../src/app/withoutSecrets');
const { createStore } = await import('../../src/app/store');
const { remembered } = await import('../../src/shared/preferences');
const { dialogOpened } = await import('../../src/features/hotspots/slice');

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

describe('secrets', () => {
  test('neither the token nor a password is shown to DevTools or recorded, in actions or in the state', async () => {
    const { store, recording } = await work();
    const token = store.getState().auth.user?.token ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const recorded = JSON.stringify(recording.save());
    expect(shown.length).toBeGreaterThan(10);
    for (const text of [...shown, recorded]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(DEMO_PASSWORD);
    }
    // The secrets' actions were recorded, so the assertions below mean something.
    expect(recorded).toContain('"auth/signedIn"');
    expect(recorded).toContain('"originalArgs":{"username":"reseller","password":"…"}');
    expect(shown.join('')).toContain('"token":"…"');
  });

  test('nor is a new password, or what integrations are opened with', async () => {
    const secret = { id: 1, name: 'x', description: '', site: '', logo: '', auth_login_url: '?login=assertion-1', iv_array: 'assertion-2' };
    answerWith({
      ...answersOfProfile('customer'),
      ...answersOfDashboard('customer', {
        'GET /api/integrations': { body: [secret] },
        'PUT /api/accounts/3': { body: { status: 'success' } },
      }),
    });
    const { user, recording } = await openConsole({ as: madeUp('customer') });
    await screen.findByText('x');
    window.location.hash = '#/profile';
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await user.type(await screen.findByLabelText('Current password'), 'the present one');
    await user.type(screen.getByLabelText('New password'), 'quite new one');
    await user.type(screen.getByLabelText('Confirm the password'), 'quite new one');
    const [, submit] = screen.getAllByRole('button', { name: 'Change password' });
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit!);
    await screen.findByText(/^Password changed/);
    for (const text of [...shown, JSON.stringify(recording.save())]) {
      for (const forbidden of ['quite new one', 'the present one', 'token-of-customer', 'assertion-1', 'assertion-2'])
        expect(text).not.toContain(forbidden);
    }
  });

  test('what holds no secret is the same object, so that nothing is copied in vain', async () => {
    const { store } = createStore();
    const state = store.getState();
    expect(withoutSecrets(state)).toBe(state);
    const held = { page: { rows: [{ id: 1 }] }, user: { token: 'x', name: 'y' } };
    const clean = withoutSecrets(held);
    expect(clean).toEqual({ page: { rows: [{ id: 1 }] }, user: { token: '…', name: 'y' } });
    expect(clean.page).toBe(held.page);
    expect(held.user.token).toBe('x');
  });

  test.each(['token', 'Token', 'password', 'current_password', 'confirmation', 'secret', 'webhook_token', 'auth_login_url', 'iv_array'])(
    'a field named %s',
    (name) => {
      expect(withoutSecrets({ deep: [{ [name]: 'geheim' }] })).toEqual({ deep: [{ [name]: '…' }] });
      // null isn't a secret: a replay must see that nobody was signed in.
      expect(withoutSecrets({ [name]: null })).toEqual({ [name]: null });
    },
  );
});

describe('saving', () => {
  test('the help menu hands it over as a file', async () => {
    let saved: Blob | undefined;
    URL.createObjectURL = jest.fn((blob: Blob | MediaSource) => {
      saved = blob as Blob;
      return 'blob:1';
    });
    URL.revokeObjectURL = jest.fn();
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    answerWith(answersOfDashboard('reseller'));
    const { user } = await openConsole({ as: madeUp('reseller') });
    await screen.findByText('Nothing needs a look.');
    await user.click(screen.getByRole('button', { name: 'Help' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save diagnostic recording' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect(clicked.mock.contexts[0]).toHaveProperty('download', 'portico-recording.json');
    expect(saved?.type).toBe('application/json');
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
  });

  test('only the last minutes are kept', async () => {
    const { store, restored, recording } = createStore();
    await restored;
    for (let id = 1; id <= 1000; id += 1) store.dispatch(dialogOpened({ kind: 'modify', id }));
    const { version, actions } = recording.save();
    expect(version).toBe(1);
    expect(actions.length).toBeGreaterThanOrEqual(300);
    expect(actions.length).toBeLessThanOrEqual(600);
    expect(actions.at(-1)).toEqual(dialogOpened({ kind: 'modify', id: 1000 }));
  });

  test('nothing happened yet: there is a recording all the same', () => {
    const { recording } = createStore();
    const saved = JSON.parse(JSON.stringify(recording.save())) as unknown;
    expect(saved).toMatchObject({ version: 1, start: { auth: { user: null } }, actions: expect.any(Array) as unknown });
  });
});

describe('playing', () => {
  const chooseFile = async (text: string) => {
    const file = Object.assign(new File([text], 'recording.json', { type: 'application/json' }), { text: async () => text });
    jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      Object.defineProperty(this, 'files', { value: [file] });
      this.onchange?.(new Event('change'));
    });
    answerWith(answersOfDashboard('reseller'));
    const rendered = await openConsole({ as: madeUp('reseller') });
    await screen.findByText('Nothing needs a look.');
    await rendered.user.click(screen.getByRole('button', { name: 'Help' }));
    await rendered.user.click(await screen.findByRole('menuitem', { name: 'Load recording' }));
    return rendered;
  };

  test.each([
    ['no JSON', 'hello'],
    ['no recording', '{"log":[]}'],
    ['of another version', '{"version":2,"start":{},"actions":[]}'],
    ['with something that is no action', '{"version":1,"start":{},"actions":[7]}'],
  ])('a file that is %s: says so, and everything stays', async (_what, text) => {
    const { store } = await chooseFile(text);
    expect(await screen.findByText(/not a recording|is not valid JSON|Unexpected token/)).toBeVisible();
    expect(store.getState().auth.user?.token).toBe('token-of-reseller');
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  // Must stay the last test: once a recording is played, this file makes no more calls.
  test('shows what was seen, without asking a server, and is not stored as a log-in', async () => {
    const there = await work();
    const recorded = JSON.parse(JSON.stringify(there.recording.save())) as Recording & { start: { auth: object } };
    // As in a longer recording, which starts after the stored login was restored.
    Object.assign(recorded.start.auth, { _persist: { version: 1, rehydrated: true } });
    const before = there.store.getState();
    cleanup();

    const calls = answerWith(answersOfDashboard('admin'));
    const here = await openConsole({ as: madeUp('admin') });
    await screen.findByText('Nothing needs a look.');
    await waitFor(() => expect(localStorage.getItem('persist:auth')).toContain('token-of-admin'));
    const asked = calls.length;
    act(() => here.recording.play(recorded));

    expect(await screen.findByRole('dialog', { name: 'Delete hotspot' })).toBeVisible();
    expect(await screen.findByText('caffe-del-molo', { selector: 'strong' })).toBeVisible();
    await waitFor(() => expect(placeNow()).toBe('/hotspots?q=molo'));
    expect(screen.getByRole('button', { name: 'Adriatica Connect, Reseller' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('molo');

    const after = here.store.getState();
    const { _persist: _, ...auth } = withoutSecrets(before.auth);
    expect(after.auth).toMatchObject(auth);
    expect(after.location).toEqual(before.location);
    expect(after.hotspots).toEqual(before.hotspots);
    for (const [key, query] of Object.entries(before.api.queries)) {
      expect([key, after.api.queries[key]?.data]).toEqual([key, withoutSecrets(query?.data)]);
    }
    // What wasn't opened in the recording isn't available.
    window.location.hash = '#/hotspots/3';
    await waitFor(() => expect(here.store.getState().api.queries).toHaveProperty(['getHotspot(3)', 'status'], 'pending'));
    await act(async () => Promise.resolve());
    expect(calls).toHaveLength(asked);

    // Once a second store has written, any pending write of the first has happened too.
    const later = createStore();
    await later.restored;
    later.store.dispatch(remembered({ hotspots_per_page: 100 }));
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toContain('100'));
    expect(localStorage.getItem('persist:auth')).toContain('token-of-admin');
  });
});
