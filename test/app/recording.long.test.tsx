import { expect, jest, beforeAll, beforeEach, describe, test } from '@jest/globals';
import { screen, waitFor, within, cleanup } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Recording } from '../../src/app/replay/recordingFile';
import { answerWith } from '../support/console/answers';
import { answersOfDashboard, answersOfProfile } from '../support/console/answersMadeUp';
import { DEMO_PASSWORD, madeUp } from '../support/console/renderAs';

type CreateStore = (reducer: (state: unknown, action: unknown) => unknown, preloaded: unknown) => unknown;

/** Saves a recording through the help menu and returns what was in the file. */
async function saved(user: UserEvent, choose?: () => Promise<void>): Promise<{ name: string; text: string }> {
  const blobs: Blob[] = [];
  URL.createObjectURL = jest.fn((blob: Blob | MediaSource) => {
    blobs.push(blob as Blob);
    return 'blob:1';
  });
  URL.revokeObjectURL = () => undefined;
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save diagnostic recording' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save diagnostic recording' });
  await choose?.();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  const [blob] = blobs;
  if (!blob) throw new Error('nothing was saved');
  expect(blob.type).toBe('application/json');
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
  return { name: (clicked.mock.contexts[0] as HTMLAnchorElement).download, text };
}

const showPersonalData = (user: UserEvent) => () => user.click(screen.getByRole('checkbox', { name: 'Hide personal data' }));

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
const { openConsole, currentAddress, watchReloads } = await import('../support/console/render');
const { createStore } = await import('../../src/app/store');
const { dialogOpened } = await import('../../src/shared/dialogs');
const { signedIn } = await import('../../src/features/auth/slice');

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

/** Opens a file through the help menu. */
async function openRecording(user: UserEvent, text: string | DOMException): Promise<void> {
  const file = new File([], 'recording.json', { type: 'application/json' });
  Object.assign(file, { text: () => (typeof text === 'string' ? Promise.resolve(text) : Promise.reject(text)) });
  jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [file] });
    this.onchange?.(new Event('change'));
  });
  await user.click(screen.getByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open recording' }));
  await user.click(await screen.findByRole('button', { name: 'Choose a file' }));
}

describe('saving a recording', () => {
  test('downloads a file with version, role and browser, and without personal data', async () => {
    const { user, store } = await work();
    await user.keyboard('{Escape}');
    const email = store.getState().auth.user?.info?.email ?? '';
    expect(email).toContain('@');
    const { name, text } = await saved(user);
    expect(name).toBe('portico-recording.json');
    expect(JSON.parse(text)).toMatchObject({
      format: 'portico-recording',
      version: 3,
      role: 'reseller',
      browser: navigator.userAgent,
      backend: 'portico',
      isPersonalDataHidden: true,
    });
    expect(text).not.toContain(email);
    expect(text).not.toContain('Adriatica Connect');
    expect(text).toContain('caffe-del-molo');
  });

  test('starts with the person who was already signed in', async () => {
    const before = createStore();
    await before.restored;
    before.store.dispatch(signedIn(madeUp('desk')));
    await waitFor(() => expect(localStorage.getItem('persist:auth')).toContain('token-of-desk'));
    const { store, restored, recording } = createStore();
    await restored;
    const action = dialogOpened({ name: 'app/about', args: null });
    store.dispatch(action);
    expect(recording.recorded()).toMatchObject({ start: { auth: { user: { account_type: 'desk' } } }, actions: [action] });
  });

  test('covers only the last minutes', async () => {
    const { store, restored, recording } = createStore();
    await restored;
    for (let id = 1; id <= 1000; id += 1) store.dispatch(dialogOpened({ name: 'hotspots/modify', args: { id } }));
    const { actions, times } = recording.recorded();
    expect(actions.length).toBeGreaterThanOrEqual(300);
    expect(actions.length).toBeLessThanOrEqual(600);
    expect(times).toHaveLength(actions.length);
    expect(actions.at(-1)).toEqual(dialogOpened({ name: 'hotspots/modify', args: { id: 1000 } }));
  });
});

describe('playing a recording', () => {
  // Load every screen with everything on it here: without a cache, many files must be transformed.
  beforeAll(async () => (await import('../../src/app/replay/everyScreen')).loadEveryScreen(), 180_000);

  const atDashboard = async () => {
    answerWith(answersOfDashboard('reseller'));
    const rendered = await openConsole({ as: madeUp('reseller') });
    await screen.findByText('No alerts.');
    return rendered;
  };

  test.each<[what: string, text: string | DOMException, why: string | RegExp]>([
    ['unreadable', new DOMException('', 'NotReadableError'), /^Couldn’t read the file. It may have been moved or changed/],
    ['not JSON', 'hello', 'This file isn’t a diagnostic recording.'],
    ['not a recording', '{"log":[]}', 'This file isn’t a diagnostic recording.'],
    ['a recording with an invalid action', '{"version":1,"start":{},"actions":[7]}', 'This file isn’t a diagnostic recording.'],
    [
      'a recording of a newer version',
      '{"format":"portico-recording","version":99,"console":"9.0.0","start":{},"actions":[]}',
      'This recording comes from a newer console (9.0.0). Open it there.',
    ],
    [
      'a recording with a removed endpoint',
      '{"version":1,"start":{},"actions":[{"type":"api/executeQuery/pending","meta":{"arg":{"endpointName":"listTeapots"}}}]}',
      'This recording needs calls that this console doesn’t have: listTeapots.',
    ],
  ])('explains that a file is %s, and changes nothing', async (_what, text, why) => {
    const { user } = await atDashboard();
    await openRecording(user, text);
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Ada Ricci, Reseller' })).toBeVisible();
  });

  test('shows what was sought in “find anything” and the row that was chosen', async () => {
    const guests = ['Mario Rossi', 'Anna Rossi'].map((title, at) => ({ kind: 'guest', id: 11 + at, hotspot_id: 7, title, subtitle: '' }));
    answerWith({ ...answersOfDashboard('reseller'), 'GET /api/find': { body: { data: guests } } });
    const there = await openConsole({ as: madeUp('reseller') });
    await screen.findByText('No alerts.');
    await there.user.keyboard('{Control>}k{/Control}');
    await there.user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'rossi');
    await screen.findByRole('option', { name: 'Mario Rossi', selected: true });
    await there.user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('option', { name: 'Anna Rossi', selected: true })).toBeVisible();
    await there.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { text } = await saved(there.user, showPersonalData(there.user));
    cleanup();

    const here = await atDashboard();
    await openRecording(here.user, text);
    const { actions } = JSON.parse(text) as Recording;
    const bar = within(await screen.findByRole('region', { name: 'Replaying' }));
    /** Steps back to the state before an action. */
    const backTo = async (step: number) => {
      while (!bar.queryByText(`${step} of ${actions.length}`)) await here.user.click(bar.getByRole('button', { name: 'Step back' }));
    };
    const chosen = actions.findLastIndex(({ type }) => type === 'dialogs/dialogFilled');
    await backTo(chosen + 1);
    expect(await screen.findByRole('combobox', { name: 'Find anything' })).toHaveValue('rossi');
    expect(await screen.findByRole('option', { name: 'Anna Rossi', selected: true })).toBeVisible();
    await backTo(chosen);
    expect(await screen.findByRole('option', { name: 'Mario Rossi', selected: true })).toBeVisible();
    await backTo(actions.slice(0, chosen).findLastIndex(({ type }) => type === 'dialogs/dialogFilled'));
    expect(screen.getByRole('combobox', { name: 'Find anything' })).toHaveValue('ross');
  });

  test('shows each step as it was seen, without requests, and stores no sign-in', async () => {
    const there = await work();
    await there.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { text } = await saved(there.user, showPersonalData(there.user));
    cleanup();

    const calls = answerWith(answersOfDashboard('admin'));
    const here = await openConsole({ as: madeUp('admin') });
    await screen.findByText('No alerts.');
    await waitFor(() => expect(localStorage.getItem('persist:auth')).toContain('token-of-admin'));
    const requested = calls.length;
    await openRecording(here.user, text);

    expect(await screen.findByRole('button', { name: 'Adriatica Connect, Reseller' })).toBeVisible();
    await waitFor(() => expect(currentAddress()).toBe('/hotspots?q=molo'));
    expect(await screen.findByRole('searchbox')).toHaveValue('molo');

    const { actions } = JSON.parse(text) as Recording;
    const [opened, closed] = ['dialogs/dialogOpened', 'dialogs/dialogClosed'].map((name) =>
      actions.findLastIndex(({ type }) => type === name),
    );
    const bar = within(await screen.findByRole('region', { name: 'Replaying' }));
    const stepBackTo = async (step = 0) => {
      while (!bar.queryByText(`${step} of ${actions.length}`)) await here.user.click(bar.getByRole('button', { name: 'Step back' }));
    };
    await stepBackTo(closed);
    expect(await screen.findByRole('dialog', { name: 'Delete hotspot' })).toBeVisible();
    expect(await screen.findByText('caffe-del-molo', { selector: 'strong' })).toBeVisible();
    await stepBackTo(opened);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    // The list marks the action of the current step, however it was reached, and shows its content.
    const list = within(screen.getByRole('navigation', { name: 'Actions' }));
    await here.user.click(bar.getByRole('button', { name: 'Step forward' }));
    expect(list.getByRole('button', { current: 'step' })).toHaveTextContent('dialogOpened');
    expect(list.getByRole('region', { name: 'Contents of the action' })).toHaveTextContent('hotspots/delete');
    await here.user.click(bar.getByRole('button', { name: 'Step back' }));

    // Links don't navigate: the replay continues where it is.
    await here.user.click(within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: 'Guests' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots?q=molo'));
    expect(calls).toHaveLength(requested);
    expect(localStorage.getItem('persist:auth')).toContain('token-of-admin');

    const reload = watchReloads();
    await here.user.click(bar.getByRole('button', { name: 'Leave replay' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(currentAddress()).toBe('/');
    expect(localStorage.getItem('persist:auth')).toContain('token-of-admin');
  });
});

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
