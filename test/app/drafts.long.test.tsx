import { screen, waitFor, within, act, fireEvent } from '@testing-library/react';
import { answerWith, type Answers, callName, type Call } from '../support/console/answers';
import { answersOfDashboard, madeUpHotspot, pageOfHotspots } from '../support/console/answersMadeUp';
import { openConsole } from '../support/console/render';
import { madeUp, madeUpAccount } from '../support/console/renderAs';
import { describe, expect, test } from '@jest/globals';
import { signedOut } from '../../src/features/auth/slice';
import { dialogOpened, selectOpenDialog } from '../../src/shared/dialogs';
import { draftTyped } from '../../src/shared/draftActions';
import { selectDraft } from '../../src/shared/drafts';
import { moved } from '../../src/shared/location';

const CREATE = { name: 'hotspots/create', args: null } as const;
const MODIFY = { name: 'hotspots/modify', args: { id: 7 } } as const;
const KEY = 'hotspots/modify 7';

const pageAnswers = (answers: Answers = {}): Answers => ({
  ...answersOfDashboard('reseller'),
  'GET /api/hotspots': pageOfHotspots([{}]),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/disclaimers/accounts/2': { body: [] },
  'GET /api/preferences/accounts/2': { body: [] },
  ...answers,
});
const description = () => screen.findByLabelText('Description', { selector: 'textarea' });

async function openModify(answers: Answers = {}, tab: Record<string, string> = {}) {
  const calls = answerWith(pageAnswers(answers));
  const rendered = await openConsole({ as: madeUp('reseller'), at: '/hotspots', tab });
  await screen.findByRole('row', { name: /city-library/ });
  return { calls, ...rendered };
}

describe('drafts after a reload', () => {
  const stored = (of: number) => ({
    'persist:drafts': JSON.stringify({
      of: String(of),
      byKey: JSON.stringify({
        [KEY]: {
          values: { description: 'Typed here' },
          begun: { etag: '"1"', values: { ...madeUpHotspot(), description: 'Of that time' } },
        },
      }),
      _persist: '{"version":1,"rehydrated":true}',
    }),
    'persist:dialogs': JSON.stringify({
      of: String(of),
      stack: JSON.stringify([
        { ...MODIFY, key: KEY, isDirty: true },
        { ...CREATE, key: 'hotspots/create' },
      ]),
      _persist: '{"version":1,"rehydrated":true}',
    }),
  });

  test('reopen the dialog with the unsaved text, and discarding shows what is stored', async () => {
    const { user, store } = await openModify({}, stored(2));
    expect(await screen.findByRole('dialog', { name: 'Edit hotspot' })).toBeVisible();
    await waitFor(async () => expect(await description()).toHaveValue('Typed here'));
    expect(store.getState().dialogs.stack).toHaveLength(1);
    const notice = screen.getByText('Unsaved changes restored').closest<HTMLElement>('[role="status"]')!;
    await user.click(within(notice).getByRole('button', { name: 'Discard' }));
    expect(await description()).toHaveValue(madeUpHotspot().description);
    expect(screen.queryByText('Unsaved changes restored')).not.toBeInTheDocument();
    expect(store.getState().drafts.byKey).toEqual({});
  });

  test('are saved with the version they started from, so that a conflict is noticed', async () => {
    const { user } = await openModify({}, stored(2));
    const calls = answerWith(pageAnswers({ 'PUT /api/hotspots/7': { body: { status: 'success' } } }));
    await waitFor(async () => expect(await description()).toHaveValue('Typed here'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.filter((call) => callName(call) === 'PUT /api/hotspots/7')).toHaveLength(1));
    expect(calls.find((call) => callName(call) === 'PUT /api/hotspots/7')?.ifMatch).toBe('"1"');
  });

  test.each([
    ['belong to another person', stored(5)],
    ['are broken', { 'persist:drafts': '{"of":"2","byKey":"[1]","_persist":"{}"}', 'persist:dialogs': '{"of":"2","stack":"7"}' }],
  ])('are dropped if they %s', async (_what, tab) => {
    const { store } = await openModify({}, tab);
    expect(store.getState().drafts.byKey).toEqual({});
    expect(store.getState().dialogs.stack).toEqual([]);
  });
});

const LOGIN_ENDED = { status: 401, body: { message: 'API token is expired' } };

const loginOf = (role: 'reseller' | 'customer') => {
  const { id, token, account_type, subscription } = madeUp(role);
  return { body: { status: 'success', id, token: `${token}-new`, account_type, subscription } };
};

const sent = (calls: Call[], name: string) => calls.filter((call) => callName(call) === name).map(({ body }) => body);
const inDraft = (values: object) => expect.objectContaining({ values }) as unknown;

async function typeDescription() {
  const { store, ...rest } = await openModify();
  act(() => void store.dispatch(dialogOpened(MODIFY)));
  fireEvent.change(await description(), { target: { value: 'Typed here' } });
  await waitFor(() => expect(selectDraft(store.getState(), KEY)).toEqual(inDraft({ description: 'Typed here' })));
  return { store, ...rest };
}

describe('unsaved text in a dialog', () => {
  test('is stored after a pause, without secrets, and removed on save or discard', async () => {
    const { store, user } = await typeDescription();
    fireEvent.change(await description(), { target: { value: 'City Library' } });
    fireEvent.change(screen.getByLabelText('Business name'), { target: { value: 'Other' } });
    await waitFor(() => expect(selectDraft(store.getState(), KEY)?.values).toHaveProperty('business_name', 'Other'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(store.getState().drafts.byKey).toEqual({});

    act(
      () =>
        void store.dispatch(draftTyped({ key: 'x', values: { name: 'a', password: 'p', webhook_token: 't', code: 'c', logo: 'data:' } })),
    );
    expect(selectDraft(store.getState(), 'x')?.values).toEqual({ name: 'a' });
    expect(sessionStorage.getItem('persist:drafts') ?? '').not.toContain('data:');
  });

  test('is no draft when the edit is reverted', async () => {
    const { store } = await typeDescription();
    fireEvent.change(await description(), { target: { value: madeUpHotspot().description } });
    await waitFor(() => expect(store.getState().drafts.byKey).toEqual({}));
  });

  test('follows time travel in and out of the dialog', async () => {
    const { store } = await typeDescription();
    act(() => void store.dispatch(draftTyped({ key: KEY, values: { description: 'Typed before' } })));
    expect(await description()).toHaveValue('Typed before');
    act(() => void store.dispatch(draftTyped({ key: KEY, values: {} })));
    expect(await description()).toHaveValue(madeUpHotspot().description);
  });

  test.each([
    ['in a field', () => undefined],
    ['on Save', () => act(() => screen.getByRole('button', { name: 'Save' }).focus())],
    ['on Cancel', () => act(() => screen.getByRole('button', { name: 'Cancel' }).focus())],
  ])('is discarded only after a question when Escape is pressed %s', async (_where, go) => {
    const { user, store } = await typeDescription();
    await user.click(await description());
    go();
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    expect(selectOpenDialog(store.getState())).toMatchObject({ ...MODIFY, isAsking: true });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(await description()).toHaveValue('Typed here');
    expect(selectOpenDialog(store.getState())?.isAsking).toBe(false);
  });
});

describe('a sign-in that expires while a dialog is open', () => {
  const signIn = async (user: Awaited<ReturnType<typeof openModify>>['user'], name: string) => {
    await user.type(await screen.findByLabelText('Username'), name);
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  };

  test('restores the dialog with its text after signing in again, and the text can be saved', async () => {
    const { user, store } = await openModify();
    act(() => void store.dispatch(dialogOpened(MODIFY)));
    fireEvent.change(await description(), { target: { value: 'Typed here' } });
    answerWith(pageAnswers({ 'PUT /api/hotspots/7': LOGIN_ENDED, 'POST /api/login': loginOf('reseller') }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Your session has ended/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    const calls = answerWith(
      pageAnswers({ 'POST /api/login': loginOf('reseller'), 'PUT /api/hotspots/7': { body: { status: 'success' } } }),
    );
    await signIn(user, 'reseller');
    expect(await screen.findByRole('dialog', { name: 'Edit hotspot' })).toBeVisible();
    await waitFor(async () => expect(await description()).toHaveValue('Typed here'));
    expect(screen.getByText('Unsaved changes restored')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls, 'PUT /api/hotspots/7')).toEqual([expect.objectContaining({ description: 'Typed here' })]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(store.getState().drafts.byKey).toEqual({});
  });

  test('hides dialog and text from the next person', async () => {
    const { user, store } = await typeDescription();
    answerWith(pageAnswers({ 'PUT /api/hotspots/7': LOGIN_ENDED }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Your session has ended/);
    answerWith({
      ...answersOfDashboard('customer'),
      'GET /api/hotspots': pageOfHotspots([]),
      'GET /api/accounts/3': { body: madeUpAccount('customer') },
      'POST /api/login': loginOf('customer'),
    });
    await signIn(user, 'customer');
    await waitFor(() => expect(store.getState().auth.user?.id).toBe(3));
    expect(store.getState().drafts.byKey).toEqual({});
    expect(store.getState().dialogs.stack).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(sessionStorage.getItem('persist:drafts')).not.toContain('Typed here'));
  });

  test('leaves no unsaved text behind after signing out', async () => {
    const { store } = await typeDescription();
    act(() => void store.dispatch(signedOut()));
    expect(store.getState().drafts.byKey).toEqual({});
    await waitFor(() => expect(sessionStorage.getItem('persist:drafts')).not.toContain('Typed here'));
  });
});

describe('open dialogs', () => {
  test('close on another screen or tab, but not when a list is filtered', async () => {
    const { store } = await openModify();
    const go = (pathname: string, search = '') => act(() => void store.dispatch(moved({ pathname, search })));
    const isOpen = () => selectOpenDialog(store.getState())?.name;
    act(() => void store.dispatch(dialogOpened(CREATE)));
    act(() => void store.dispatch({ type: 'location/listFiltered', payload: { x: '1' } }));
    expect(isOpen()).toBe('hotspots/create');
    go('/units');
    expect(isOpen()).toBeUndefined();
    act(() => void store.dispatch(dialogOpened({ name: 'app/keys', args: null })));
    act(() => void store.dispatch({ type: 'location/tabOpened', payload: 'mac' }));
    expect(isOpen()).toBeUndefined();
  });

  test('show only the topmost one, and the same dialog opens once', async () => {
    const { store, user } = await openModify();
    act(() => void store.dispatch(dialogOpened(CREATE)));
    act(() => void store.dispatch(dialogOpened(CREATE)));
    act(() => void store.dispatch(dialogOpened({ name: 'app/keys', args: null })));
    expect(store.getState().dialogs.stack).toHaveLength(2);
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'New hotspot' })).toBeVisible();
  });
});
