import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Store } from '../../../src/app/store';
import type { Hotspot } from '../../../src/contract/hotspots';
import { each, namesOf, namesWhere } from '../../../src/contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../../src/contract/plain/hotspotFields';
import { HotspotsPage } from '../../../src/features/hotspots/HotspotsPage';
import { dialogOpened, selectOpenDialog } from '../../../src/shared/dialogs';
import { refetchAll } from '../../../src/shared/refetch';
import { setConfig } from '../../../src/shared/config';
import {
  answerWith,
  later,
  LOST,
  loseFirstAnswer,
  callName,
  watchCalls,
  type Answer,
  type Answers,
  type Call,
} from '../../support/console/answers';
import { madeUpHotspot, pageOfHotspots } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';
import { TYPED, disclaimers, pageAnswers, field, fill, CREATE, openDialog, openCreate, openModify, save } from './hotspotDialogsTests';

const NO_TEXTS = each(namesOf(HOTSPOT_FIELDS), () => '');

const SENT = {
  ...NO_TEXTS,
  name: 'Lido-3.example',
  description: 'Lido <b>3</b>',
  business_name: 'Lido S.r.l.',
  business_vat: 'IT 07',
  business_address: 'Via Mare 3',
  business_email: 'lido@example.com',
  privacy_disclaimer_id: 0,
  tos_disclaimer_id: 0,
};

const sent = (calls: Call[], name: string) => calls.filter((call) => callName(call) === name);

/** The message below a field. */
function messageUnder(label: string): string | null {
  const description = field(label).getAttribute('aria-describedby') ?? '';
  const texts = description.split(' ').map((id) => document.getElementById(id)?.textContent);
  return texts.find((text) => text !== undefined) ?? null;
}

/** Waits for the disclaimers, before asserting that one isn't offered. */
const disclaimersAreRead = (store: Store) =>
  waitFor(() => expect(store.getState().api.queries).toHaveProperty(['listDisclaimers(2)', 'status'], 'fulfilled'));

const submitCreate = () => screen.getByRole('button', { name: 'Create hotspot' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function choose(user: UserEvent, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByTitle(option));
}

/** A new hotspot's page opens at once; returns to the list for the rest of the test. */
async function landedThenBackTo(list: string) {
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/hotspots\/\d+$/));
  window.location.hash = list;
}

describe('a hotspot on the real server', () => {
  test('is created, modified and deleted, and the list follows each time', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const calls = watchCalls();
    const { user } = renderPage(<HotspotsPage />, { as: alpenfunk, at: '/hotspots?q=seewirt' });
    await screen.findByText('No results for “seewirt”.');

    await user.click(screen.getByRole('button', { name: 'New hotspot' }));
    await screen.findByLabelText('Terms of use');
    await fill(user, { ...TYPED, Name: 'seewirt-kaltern' });
    // alpenfunk's default disclaimers.
    await screen.findByTitle('Datenschutzhinweis (Deutsch)');
    await user.click(submitCreate());
    await screen.findByText('Hotspot seewirt-kaltern created');
    await isClosed();
    await landedThenBackTo('#/hotspots?q=seewirt');
    const row = await screen.findByRole('row', { name: /seewirt-kaltern/ });
    expect(row).toHaveTextContent('Lido <b>3</b>');
    expect(sent(calls, 'POST /api/hotspots').map(({ body }) => body)).toEqual([
      { ...SENT, name: 'seewirt-kaltern', privacy_disclaimer_id: 5, tos_disclaimer_id: 6 },
    ]);

    await user.click(await screen.findByRole('button', { name: 'Actions for seewirt-kaltern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await screen.findByDisplayValue('Lido <b>3</b>');
    await fill(user, { Description: 'Seewirt, Kaltern', DPO: 'Frau Moser' });
    await user.click(save());
    await waitFor(() => expect(screen.getByRole('row', { name: /seewirt-kaltern/ })).toHaveTextContent('Seewirt, Kaltern'));
    await isClosed();
    const [change] = calls.filter(({ method }) => method === 'PUT');
    const { name: _name, ...unchanged } = { ...SENT, privacy_disclaimer_id: 5, tos_disclaimer_id: 6 };
    expect(change?.body).toEqual({ ...unchanged, description: 'Seewirt, Kaltern', business_dpo: 'Frau Moser' });

    await user.click(await screen.findByRole('button', { name: 'Actions for seewirt-kaltern' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete hotspot' });
    const typed = await within(dialog).findByLabelText('Type seewirt-kaltern to confirm');
    expect(dialog).toHaveTextContent('Be careful. Deleting an hotspot deletes guests, units and sessions.');
    expect(await within(dialog).findByText('No guests and no units will be deleted with it. Nobody is online now.')).toBeVisible();
    await user.type(typed, 'seewirt-kaltern');
    await user.click(within(dialog).getByRole('button', { name: 'Delete hotspot' }));
    expect(await screen.findByText('No results for “seewirt”.')).toBeVisible();
    await isClosed();
    expect(screen.getByText('Hotspot seewirt-kaltern deleted')).toBeVisible();
  });

  test('reports a taken name at its field, and is created with another name', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const calls = watchCalls();
    const { user } = renderPage(<HotspotsPage />, { as: alpenfunk, at: '/hotspots' });
    await user.click(await screen.findByRole('button', { name: 'New hotspot' }));
    await screen.findByLabelText('Terms of use');
    await fill(user, { ...TYPED, Name: 'rifugio-tre-pini' });
    await user.click(submitCreate());

    expect(await screen.findByText('You already have a hotspot with this name. Choose another one.')).toBeVisible();
    expect(messageUnder('Name')).toContain('You already have a hotspot with this name');
    expect(field('Name')).toHaveFocus();
    expect(screen.queryByRole('alert', { name: /error/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Creation error.')).not.toBeInTheDocument();
    expect(field('Address')).toHaveValue('Via Mare 3');

    await fill(user, { Name: 'rifugio-quattro-pini' });
    await user.click(submitCreate());
    await landedThenBackTo('#/hotspots');
    const row = await screen.findByRole('row', { name: /rifugio-quattro-pini/ });
    await isClosed();
    const created = sent(calls, 'POST /api/hotspots');
    expect(created).toHaveLength(2);
    const id = /\d+$/.exec(within(row).getByRole('link').getAttribute('href') ?? '')?.[0];
    await callApi('DELETE', `/api/hotspots/${id}`, { token: alpenfunk.token });
  });
});

describe('a repeated request to create a hotspot', () => {
  test('finds the hotspot already created when the first answer was lost', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const calls = loseFirstAnswer('POST /api/hotspots');
    const { user } = renderPage(<HotspotsPage />, { as: alpenfunk, at: '/hotspots?q=funkloch' });
    await user.click(await screen.findByRole('button', { name: 'New hotspot' }));
    await screen.findByLabelText('Terms of use');
    await fill(user, { ...TYPED, Name: 'funkloch' });
    await user.click(submitCreate());
    expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server. Your changes are still here. Try again.');

    await user.click(submitCreate());
    await screen.findByText('Hotspot funkloch created');
    await isClosed();
    await landedThenBackTo('#/hotspots?q=funkloch');
    const row = await screen.findByRole('row', { name: /funkloch/ });
    const [first, second] = sent(calls, 'POST /api/hotspots').map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    const id = /\d+$/.exec(within(row).getByRole('link').getAttribute('href') ?? '')?.[0];
    await callApi('DELETE', `/api/hotspots/${id}`, { token: alpenfunk.token });
  });

  test('has a new idempotency key for another body and for the next dialog', async () => {
    const calls = answerWith(
      pageAnswers({ 'POST /api/hotspots': [LOST, LOST, LOST, { status: 201, body: { id: 8, status: 'success' } }] }),
    );
    const { user, store } = await openCreate();
    const addressBefore = window.location.hash;
    await fill(user, TYPED);
    await user.click(submitCreate());
    await screen.findByRole('alert');
    await user.click(submitCreate());
    await waitFor(() => expect(sent(calls, 'POST /api/hotspots')).toHaveLength(2));
    await waitFor(() => expect(submitCreate()).not.toHaveClass('ant-btn-loading'));
    await fill(user, { Address: 'Via Mare 4' });
    await user.click(submitCreate());
    await waitFor(() => expect(sent(calls, 'POST /api/hotspots')).toHaveLength(3));
    await waitFor(() => expect(submitCreate()).not.toHaveClass('ant-btn-loading'));
    await user.click(submitCreate());
    await isClosed();
    await waitFor(() => expect(store.getState().location.pathname).toBe('/hotspots/8'));
    window.location.hash = addressBefore;
    await waitFor(() => expect(store.getState().location.pathname).not.toBe('/hotspots/8'));
    act(() => void store.dispatch(dialogOpened(CREATE)));
    await screen.findByRole('dialog', { name: 'New hotspot' });
    await fill(user, { ...TYPED, Address: 'Via Mare 4' });
    await user.click(submitCreate());
    await isClosed();

    const [first, again, changed, changedAgain, next] = sent(calls, 'POST /api/hotspots').map(({ key }) => key);
    expect(again).toBe(first);
    expect(changedAgain).toBe(changed);
    expect(new Set([first, changed, next]).size).toBe(3);
  });

  test('has no idempotency key on an existing back end, which rejects it from another origin', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(pageAnswers({ 'POST /api/hotspots': { status: 201, body: { id: 8, status: 'success' } } }));
    const { user } = await openCreate();
    await fill(user, TYPED);
    await user.click(submitCreate());
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots').map(({ key }) => key)).toEqual([null]);
  });
});

describe('creating a hotspot', () => {
  test('requires all fields but the DPO, and sends nothing without them', async () => {
    const calls = answerWith(pageAnswers());
    const { user } = await openCreate();
    await user.click(submitCreate());
    await waitFor(() => expect(screen.getAllByText('Fill in this field')).toHaveLength(6));
    for (const label of Object.keys(TYPED)) expect(messageUnder(label)).toContain('Fill in this field');
    expect(calls.map(callName)).toEqual(['GET /api/disclaimers/accounts/2']);
  });

  const NAME_HINT = 'Only upper and lower case letters, numbers, dots or dash';
  const NO_EMAIL = 'Enter an e-mail address, like name@example.com';

  test.each([
    ['Name', 'with a dash at its start', '-lido', NAME_HINT],
    ['Name', 'with a dash at the end of a label', 'lido-.bar', NAME_HINT],
    ['Name', 'with an accent', 'caffè', NAME_HINT],
    ['Name', 'of 256 characters', 'n'.repeat(256), 'At most 255 characters'],
    ['Description', 'of spaces', '   ', 'Fill in this field'],
    ['Description', 'of 10,000 characters', 'x'.repeat(10_000), 'At most 1,000 characters'],
    ['Business name', 'of 256 characters', 'x'.repeat(256), 'At most 255 characters'],
    ['E-mail', 'without a domain', 'lido@example', NO_EMAIL],
    ['E-mail', 'with a name around it', 'Lido <lido@example.com>', NO_EMAIL],
    ['DPO e-mail', 'that is none', 'nobody', NO_EMAIL],
  ])('reports %s %s at the field after leaving it, and sends nothing', async (label, _what, text, message) => {
    const calls = answerWith(pageAnswers());
    const { user } = await openCreate();
    await fill(user, { ...TYPED, [label]: text });
    await user.tab();
    expect(await screen.findByText(message, { ignore: '.ant-form-item-extra' })).toBeVisible();
    await waitFor(() => expect(messageUnder(label)).toContain(message));
    await user.click(submitCreate());
    expect(sent(calls, 'POST /api/hotspots')).toEqual([]);
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  test('reports nothing while the first character is typed', async () => {
    answerWith(pageAnswers());
    const { user } = await openCreate();
    await user.type(field('E-mail'), 'l');
    expect(screen.queryByText(/Enter an e-mail address/)).not.toBeInTheDocument();
  });

  test.each([
    ['two clicks', async (user: UserEvent) => user.dblClick(submitCreate())],
    [
      'two clicks before the screen could follow',
      async () => {
        submitCreate().click();
        submitCreate().click();
      },
    ],
    [
      'Enter held down',
      async () => {
        // Unlike browsers, jsdom doesn't submit a form on Enter if its button is outside.
        for (const _ of [1, 2, 3]) fireEvent.submit(field('Name'));
      },
    ],
  ])('happens once despite %s', async (_how, submit) => {
    const answer = later();
    const calls = answerWith(pageAnswers({ 'POST /api/hotspots': answer.answer }));
    const { user, store } = await openCreate();
    await fill(user, TYPED);
    await submit(user);
    await waitFor(() => expect(sent(calls, 'POST /api/hotspots')).toHaveLength(1));
    // And again while the request is running.
    fireEvent.submit(field('Name'));
    await act(async () => Promise.resolve());
    answer.come({ status: 201, body: { id: 8, status: 'success' } });
    await isClosed();
    expect(selectOpenDialog(store.getState())).toBeUndefined();
    expect(sent(calls, 'POST /api/hotspots').map(({ body, token }) => [body, token])).toEqual([[SENT, 'token-of-reseller']]);
  });

  test.each<[string, Answer | typeof LOST, string]>([
    ['a fault of the server', { status: 500, body: { message: 'select * from secrets' } }, 'Something went wrong on our side.'],
    ['no answer', LOST, 'No answer from the server. Your changes are still here. Try again.'],
    ["a proxy's page", { status: 503, body: '<h1>down</h1>' }, 'No answer from the server.'],
    ['a body that is too large', { status: 413, body: { message: 'too large', code: 'too_large' } }, 'This is too large'],
    ['a missing permission', { status: 403, body: { message: 'Unauthorized action' } }, 'You don’t have permission to do this.'],
    ['too many attempts', { status: 429, body: { message: 'x', code: 'too_often', retry_after: 40 } }, 'Try again in 40 seconds.'],
    [
      "the existing back end's refusal of the body",
      { status: 400, body: { message: 'Request fields malformed', error: 'x' } },
      'Check the fields',
    ],
  ])('shows an alert and keeps the dialog and its input after %s, and a second try can succeed', async (_case, failure, reason) => {
    const calls = answerWith(pageAnswers({ 'POST /api/hotspots': [failure, { status: 201, body: { id: 8, status: 'success' } }] }));
    const { user, store } = await openCreate();
    await fill(user, TYPED);
    await user.click(submitCreate());

    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Creation error.');
    expect(alert).toHaveTextContent('Something went wrong on creating hotspot.');
    expect(alert).toHaveTextContent(reason);
    expect(alert).not.toHaveTextContent('secrets');
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    expect(selectOpenDialog(store.getState())).toMatchObject(CREATE);

    await user.click(submitCreate());
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots')).toHaveLength(2);
  });

  test("reports the existing back end's 409 without a code at the name", async () => {
    answerWith(pageAnswers({ 'POST /api/hotspots': { status: 409, body: { id: 0, status: 'hotspot already exists' } } }));
    const { user } = await openCreate();
    await fill(user, TYPED);
    await user.click(submitCreate());
    expect(await screen.findByText(/You already have a hotspot with this name/)).toBeVisible();
    expect(screen.queryByText('Creation error.')).not.toBeInTheDocument();
  });

  test('reports the refusal of a field at that field', async () => {
    const refusal = { message: 'Request fields malformed', code: 'malformed', fields: { business_vat: 'no such number' } };
    answerWith(pageAnswers({ 'POST /api/hotspots': { status: 400, body: refusal } }));
    const { user } = await openCreate();
    await fill(user, TYPED);
    await user.click(submitCreate());
    await waitFor(() => expect(messageUnder('VAT number')).toContain('The server didn’t accept this'));
    expect(screen.getAllByText('The server didn’t accept this')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Check the fields');
  });

  test('offers disclaimers as soon as one exists, and a blank choice means the default', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/disclaimers/accounts/2': { body: disclaimers.onePrivacy },
        'POST /api/hotspots': { status: 201, body: { id: 8, status: 'success' } },
      }),
    );
    const { user } = await openCreate();
    await screen.findByLabelText('Privacy notice');
    expect(screen.getAllByTitle('Default')).toHaveLength(2);
    await fill(user, TYPED);
    await choose(user, 'Privacy notice', 'Notice for <i>guests</i>');
    await user.click(submitCreate());
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots')[0]?.body).toEqual({ ...SENT, privacy_disclaimer_id: 5 });
  });

  const preference = (key: string, value: string) => ({ id: 1, account_id: 2, key, value });

  test('closes without a question if it holds nothing but the default disclaimers of the profile', async () => {
    answerWith(
      pageAnswers({
        'GET /api/disclaimers/accounts/2': { body: disclaimers.both },
        'GET /api/preferences/accounts/2': { body: [preference('custom_disclaimers_privacy', '5')] },
      }),
    );
    const { user, store } = await openCreate();
    await screen.findByTitle('Notice for guests');
    // What was typed is stored a quarter of a second after its field was left.
    jest.useFakeTimers();
    fireEvent.blur(field('Description'));
    act(() => jest.advanceTimersByTime(250));
    jest.useRealTimers();
    expect(store.getState().drafts.byKey).toEqual({});
    await user.keyboard('{Escape}');
    await isClosed();
  });

  test('starts with the default disclaimers of the profile', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/disclaimers/accounts/2': { body: disclaimers.both },
        // The other one has been deleted since.
        'GET /api/preferences/accounts/2': {
          body: [preference('custom_disclaimers_privacy', '5'), preference('custom_disclaimers_terms', '99')],
        },
        'POST /api/hotspots': { status: 201, body: { id: 8, status: 'success' } },
      }),
    );
    const { user } = await openCreate();
    await screen.findByTitle('Notice for guests');
    await fill(user, TYPED);
    await user.click(submitCreate());
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots')[0]?.body).toEqual({ ...SENT, privacy_disclaimer_id: 5 });
  });

  test('sends the default disclaimers when the existing back end reports none', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(
      pageAnswers({
        'GET /api/disclaimers/accounts/2': { status: 404, body: { message: 'No disclaimer found' } },
        'POST /api/hotspots': { status: 201, body: { id: 8, status: 'success' } },
      }),
    );
    const { user, store } = await openCreate();
    await fill(user, TYPED);
    await disclaimersAreRead(store);
    expect(screen.queryByLabelText('Privacy notice')).not.toBeInTheDocument();
    await user.click(submitCreate());
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots')[0]?.body).toEqual(SENT);
  });

  test('is cancelled by Escape and Cancel, sends nothing, and starts clean the next time', async () => {
    const calls = answerWith(pageAnswers());
    const { user, store } = await openCreate();
    await user.keyboard('{Escape}');
    await isClosed();
    store.dispatch(dialogOpened(CREATE));
    await screen.findByRole('dialog');
    await fill(user, { Name: 'lido' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    store.dispatch(dialogOpened(CREATE));
    await screen.findByRole('dialog');
    expect(field('Name')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(sent(calls, 'POST /api/hotspots')).toEqual([]);
  });

  test('starts at the empty description, and has a rule for the name', async () => {
    answerWith(pageAnswers());
    await openCreate();
    await waitFor(() => expect(field('Description')).toHaveFocus());
    for (const label of [...Object.keys(TYPED), 'DPO', 'DPO e-mail']) expect(field(label)).toHaveValue('');
    expect(screen.getByText('Only upper and lower case letters, numbers, dots or dash')).toBeVisible();
  });

  test('proposes the name from the description until somebody chooses another, and makes spaces dashes', async () => {
    answerWith(pageAnswers());
    const { user } = await openCreate();
    await user.type(field('Description'), 'Albergo Città, Rimini');
    await waitFor(() => expect(field('Name')).toHaveValue('albergo-citta-rimini'));
    await fill(user, { Name: ' lido nuovo' });
    await waitFor(() => expect(field('Name')).toHaveValue('lido-nuovo'));
    await user.type(field('Description'), ' Nord');
    expect(field('Name')).toHaveValue('lido-nuovo');
  });
});

describe('unsaved input of the dialog', () => {
  const isAsked = () => screen.findByRole('dialog', { name: 'Discard your changes?' });
  const isNotAsked = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).not.toBeInTheDocument());

  test.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['the cross', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ])('is discarded or stays after a question when the dialog is closed by %s', async (_by, leave) => {
    answerWith(pageAnswers());
    const { user } = await openCreate();
    await fill(user, { Name: 'lido' });
    await leave(user);
    await isAsked();
    // A second Escape dismisses the question and keeps the text.
    await user.keyboard('{Escape}');
    await isNotAsked();
    expect(field('Name')).toHaveValue('lido');
    await leave(user);
    await user.click(within(await isAsked()).getByRole('button', { name: 'Discard' }));
    await isClosed();
  });

  test('gets no key that is pressed before the question is there, and a second Escape takes the question back', async () => {
    answerWith(pageAnswers());
    const { user } = await openCreate();
    await fill(user, { Name: 'lido' });
    await user.keyboard('{Escape}x{Enter}');
    await isAsked();
    expect(field('Name')).toHaveValue('lido');
    await user.keyboard('{Escape}');
    await isNotAsked();
    await user.keyboard('{Escape}{Escape}');
    await isNotAsked();
    expect(field('Name')).toHaveValue('lido');
  });
});

describe('modifying a hotspot', () => {
  const stored: Partial<Hotspot> = { privacy_disclaimer_id: 5, tos_disclaimer_id: 6 };

  test.each([
    ['VAT number', { business_vat: '' }],
    ['Address', { business_address: '' }],
  ])('starts at the first required field that is empty: %s', async (label, missing) => {
    answerWith(pageAnswers({ 'GET /api/hotspots/7': { body: madeUpHotspot(missing) } }));
    await openModify();
    await waitFor(() => expect(field(label)).toHaveFocus());
  });

  test('starts at the description with the stored values and a fixed name', async () => {
    answerWith(pageAnswers());
    const { user } = await openModify();
    await waitFor(() => expect(field('Description')).toHaveFocus());
    expect(field('Name')).toHaveAttribute('readonly');
    await user.type(field('Name'), 'x');
    expect(field('Name')).toHaveValue('city-library');
    expect(field('DPO e-mail')).toHaveValue('dpo@example.com');
  });

  test('sends all fields but the name, with a cleared DPO as empty', async () => {
    const calls = answerWith(pageAnswers({ 'PUT /api/hotspots/7': { body: { status: 'success' } } }));
    const { user } = await openModify();
    await fill(user, { Address: 'Via Nuova 9' });
    await user.clear(field('DPO'));
    await user.click(save());
    await isClosed();
    expect(await screen.findByText('Hotspot city-library saved')).toBeVisible();
    const before = madeUpHotspot();
    expect(sent(calls, 'PUT /api/hotspots/7').map(({ body }) => body)).toEqual([
      {
        ...each(namesWhere(HOTSPOT_FIELDS, { isFixed: false }), (name) => before[name]),
        description: 'City Library',
        business_name: 'Comune di Bologna',
        business_vat: 'IT01234560371',
        business_address: 'Via Nuova 9',
        business_email: 'library@example.com',
        business_dpo: '',
        business_dpo_mail: 'dpo@example.com',
        privacy_disclaimer_id: 0,
        tos_disclaimer_id: 0,
      },
    ]);
  });

  test('offers no choice with a single disclaimer, and preserves the chosen ones', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/hotspots/7': { body: madeUpHotspot(stored) },
        'GET /api/disclaimers/accounts/2': { body: disclaimers.onePrivacy },
        'PUT /api/hotspots/7': { body: { status: 'success' } },
      }),
    );
    const { user, store } = await openModify();
    await disclaimersAreRead(store);
    expect(screen.queryByLabelText('Privacy notice')).not.toBeInTheDocument();
    await user.click(save());
    await isClosed();
    expect(sent(calls, 'PUT /api/hotspots/7')[0]?.body).toMatchObject(stored);
  });

  test('offers the choice with two, starting with the stored one, and can return to the default', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/hotspots/7': { body: madeUpHotspot(stored) },
        'GET /api/disclaimers/accounts/2': { body: disclaimers.both },
        'PUT /api/hotspots/7': { body: { status: 'success' } },
      }),
    );
    const { user } = await openModify();
    expect(await screen.findByTitle('Notice for guests')).toBeVisible();
    expect(screen.getByTitle('Terms of the beach')).toBeVisible();
    await choose(user, 'Privacy notice', 'Default');
    await user.click(save());
    await isClosed();
    expect(sent(calls, 'PUT /api/hotspots/7')[0]?.body).toMatchObject({ privacy_disclaimer_id: 0, tos_disclaimer_id: 6 });
  });

  test('preserves the chosen disclaimers on the existing back end, which reports them only in its list', async () => {
    setConfig({ backend: 'existing' });
    const { privacy_disclaimer_id: _privacy, tos_disclaimer_id: _tos, ...older } = madeUpHotspot();
    const calls = answerWith(
      pageAnswers({
        'GET /api/hotspots/7': { body: older },
        'GET /api/hotspots': pageOfHotspots([
          { id: 8, name: 'city-library-annex' },
          { id: 7, ...stored },
        ]),
        'PUT /api/hotspots/7': { body: { status: 'success' } },
      }),
    );
    const { user } = await openModify();
    await fill(user, { Address: 'Via Nuova 9' });
    await user.click(save());
    await isClosed();
    expect(sent(calls, 'GET /api/hotspots')[0]?.query).toEqual({ q: 'city-library' });
    expect(sent(calls, 'PUT /api/hotspots/7')[0]?.body).toMatchObject({ business_address: 'Via Nuova 9', ...stored });
  });

  test("offers an admin the owner's disclaimers instead of its own", async () => {
    const calls = answerWith(pageAnswers());
    const { store } = renderPage(<main />, { as: madeUp('admin') });
    store.dispatch(dialogOpened({ name: 'hotspots/modify', args: { id: 7 } }));
    await screen.findByDisplayValue('City Library');
    await waitFor(() => expect(calls.map(callName)).toContain('GET /api/disclaimers/accounts/2'));
    expect(calls.map(callName)).not.toContain('GET /api/disclaimers/accounts/1');
  });

  test('offers a retry when the hotspot cannot be read, and nothing that would overwrite it', async () => {
    answerWith(pageAnswers({ 'GET /api/hotspots/7': [{ status: 500 }, { body: madeUpHotspot() }] }));
    const { user, open } = openDialog('modify');
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Couldn’t load the hotspot\./)).toBeVisible();
    expect(screen.queryByLabelText('Description')).not.toBeInTheDocument();
    for (const button of screen.queryAllByRole('button', { name: 'Save' })) expect(button).toBeDisabled();
    await user.click(retry);
    expect(await screen.findByDisplayValue('City Library')).toBeVisible();
    expect(save()).toBeEnabled();
  });

  test('reports a failure in the specified words, and dialog and input stay', async () => {
    const calls = answerWith(pageAnswers({ 'PUT /api/hotspots/7': { status: 500, body: { message: 'boom' } } }));
    const { user } = await openModify();
    await fill(user, { Address: 'Via Nuova 9' });
    await user.click(save());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Update error.');
    expect(alert).toHaveTextContent('Something went wrong on updating info.');
    expect(field('Address')).toHaveValue('Via Nuova 9');
    expect(calls.filter((call) => callName(call) === 'GET /api/hotspots/7')).toHaveLength(1);
  });
});

describe('a concurrent change to a hotspot', () => {
  const seen = { 'GET /api/hotspots/7': { body: madeUpHotspot(), headers: { ETag: '"seen"' } } };
  const stale = (change: Partial<Hotspot>, etag = '"theirs"'): Answer => ({
    status: 412,
    body: { message: 'It was changed', code: 'stale', current: madeUpHotspot(change), etag },
  });
  const done = { body: { status: 'success' } };
  const puts = (calls: Call[]) => sent(calls, 'PUT /api/hotspots/7').map(({ ifMatch, body }) => [ifMatch, body]);
  const alertOf = () => screen.findByRole('alert');
  const rowOf = (alert: HTMLElement, name: string) =>
    within(within(alert).getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);

  test('is shown on the real server before anything is saved, and can be overwritten', async () => {
    const alpenfunk = await loggedIn('alpenfunk');
    const { user, store } = renderPage(<HotspotsPage />, { as: alpenfunk, at: '/hotspots?q=rifugio-tre-pini' });
    const link = within(await screen.findByRole('row', { name: /rifugio-tre-pini/ })).getByRole('link');
    const path = `/api/hotspots/${/\d+$/.exec(link.getAttribute('href') ?? '')?.[0]}`;
    const before = (await callApi('GET', path, { token: alpenfunk.token })) as Hotspot;
    await user.click(screen.getByRole('button', { name: 'Actions for rifugio-tre-pini' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await screen.findByDisplayValue(before.business_address);
    await callApi('PUT', path, { token: alpenfunk.token, body: { business_address: 'Via degli Altri 1', business_vat: 'IT 0815' } });
    await fill(user, { Address: 'Via Mia 2' });
    await user.click(save());

    const alert = await alertOf();
    expect(alert).toHaveTextContent('Someone else changed this in the meantime.');
    expect(rowOf(alert, 'Address')).toEqual(['Address', 'Via degli Altri 1', 'Via Mia 2']);
    expect(rowOf(alert, 'VAT number')).toEqual(['VAT number', 'IT 0815', before.business_vat]);
    expect(await callApi('GET', path, { token: alpenfunk.token })).toMatchObject({ business_address: 'Via degli Altri 1' });
    expect(save()).toBeDisabled();

    // Theirs is selected for fields that weren't changed here, mine for those that were.
    const chosen = () =>
      within(alert)
        .getAllByRole('radio', { checked: true })
        .map((radio) => radio.closest('label')?.textContent);
    await waitFor(() => expect(chosen()).toEqual(expect.arrayContaining(['IT 0815', 'Via Mia 2'])));
    expect(chosen()).toHaveLength(2);
    // Choices are stored like typed input.
    const typed = () => Object.values(store.getState().drafts.byKey)[0]?.values;
    await user.click(within(alert).getByRole('radio', { name: 'Via degli Altri 1' }));
    await waitFor(() => expect(typed()).toMatchObject({ business_address: 'Via degli Altri 1' }));
    await user.click(within(alert).getByRole('radio', { name: 'Via Mia 2' }));
    await waitFor(() => expect(typed()).toMatchObject({ business_address: 'Via Mia 2' }));
    await user.click(within(alert).getByRole('button', { name: 'Save selection' }));
    await isClosed();
    expect(await callApi('GET', path, { token: alpenfunk.token })).toMatchObject({
      business_address: 'Via Mia 2',
      business_vat: 'IT 0815',
    });
    const { business_address, business_vat } = before;
    await callApi('PUT', path, { token: alpenfunk.token, body: { business_address, business_vat } });
  });

  test('can be accepted, and the rest of the input stays and is saved with it', async () => {
    const calls = answerWith(pageAnswers({ ...seen, 'PUT /api/hotspots/7': [stale({ business_address: 'Via loro 1' }), done] }));
    const { user } = await openModify();
    await fill(user, { Address: 'Via mia 2', DPO: 'Frau Moser' });
    await user.click(save());
    const alert = await alertOf();
    // Changes made after the conflict are kept too.
    await fill(user, { Address: 'Via mia 3' });
    await waitFor(() => expect(rowOf(alert, 'Address')).toEqual(['Address', 'Via loro 1', 'Via mia 3']));
    await user.click(within(alert).getByRole('button', { name: 'Use their version' }));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(field('Address')).toHaveValue('Via loro 1');
    expect(field('DPO')).toHaveValue('Frau Moser');
    expect(puts(calls)).toHaveLength(1);
    await user.click(save());
    await isClosed();
    expect(puts(calls)[0]).toMatchObject(['"seen"', { business_address: 'Via mia 2' }]);
    expect(puts(calls)[1]).toMatchObject(['"theirs"', { business_address: 'Via loro 1', business_dpo: 'Frau Moser' }]);
  });

  test('is resolved field by field, and each choice can be reverted', async () => {
    const change = { business_address: 'Via loro 1', description: 'Theirs', business_vat: 'IT 0815' };
    const calls = answerWith(pageAnswers({ ...seen, 'PUT /api/hotspots/7': [stale(change), done] }));
    const { user } = await openModify();
    await fill(user, { Address: 'Via mia 2', Description: 'Mine' });
    await user.click(save());
    const alert = await alertOf();
    await user.click(within(alert).getByRole('radio', { name: 'Via loro 1' }));
    await user.click(within(alert).getByRole('radio', { name: 'Theirs' }));
    expect(field('Address')).toHaveValue('Via loro 1');
    expect(field('Description')).toHaveValue('Theirs');
    await user.click(within(alert).getByRole('radio', { name: 'Mine' }));
    expect(field('Description')).toHaveValue('Mine');
    await user.click(within(alert).getByRole('button', { name: 'Save selection' }));
    await isClosed();
    expect(puts(calls)[1]).toMatchObject(['"theirs"', { business_address: 'Via loro 1', description: 'Mine', business_vat: 'IT 0815' }]);
  });

  test('is shown again when another one follows before saving', async () => {
    const again = [stale({ description: 'Theirs' }), stale({ description: 'Theirs again' }, '"later"'), done];
    const calls = answerWith(pageAnswers({ ...seen, 'PUT /api/hotspots/7': again }));
    const { user } = await openModify();
    await fill(user, { Description: 'Mine' });
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Theirs again'));
    await user.click(screen.getByRole('button', { name: 'Keep my version' }));
    await isClosed();
    expect(puts(calls).map(([ifMatch]) => ifMatch)).toEqual(['"seen"', '"theirs"', '"later"']);
  });

  test('does not interrupt when it concerns no field of the form or is identical', async () => {
    const calls = answerWith(
      pageAnswers({ ...seen, 'PUT /api/hotspots/7': [stale({ account_name: 'Renamed', description: 'Same' }), done] }),
    );
    const { user } = await openModify();
    await fill(user, { Description: 'Same' });
    await user.click(save());
    await isClosed();
    expect(puts(calls).map(([ifMatch]) => ifMatch)).toEqual(['"seen"', '"theirs"']);
  });

  test('shows disclaimers by their titles and an empty value as "empty"', async () => {
    const answers = { ...seen, 'GET /api/disclaimers/accounts/2': { body: disclaimers.both } };
    answerWith(pageAnswers({ ...answers, 'PUT /api/hotspots/7': stale({ privacy_disclaimer_id: 5, business_dpo: '' }) }));
    const { user } = await openModify();
    await user.click(save());
    const alert = await alertOf();
    expect(rowOf(alert, 'Privacy notice')).toEqual(['Privacy notice', 'Notice for guests', 'Default']);
    expect(rowOf(alert, 'DPO')).toEqual(['DPO', 'empty', 'Dott. Neri']);
  });

  test('is noticed even when the new version was loaded behind the open dialog', async () => {
    const later = { body: madeUpHotspot({ description: 'Theirs' }), headers: { ETag: '"theirs"' } };
    const calls = answerWith(
      pageAnswers({
        'GET /api/hotspots/7': [seen['GET /api/hotspots/7'], later],
        'PUT /api/hotspots/7': [stale({ description: 'Theirs' }), done],
      }),
    );
    const { user, store } = await openModify();
    await fill(user, { Address: 'Via mia 2' });
    act(() => void store.dispatch(refetchAll()));
    await waitFor(() => expect(calls.filter((call) => callName(call) === 'GET /api/hotspots/7')).toHaveLength(2));
    expect(field('Address')).toHaveValue('Via mia 2');
    await user.click(save());
    expect(rowOf(await alertOf(), 'Description')).toEqual(['Description', 'Theirs', 'City Library']);
    expect(puts(calls).map(([ifMatch]) => ifMatch)).toEqual(['"seen"']);
  });

  test('is not checked on an existing back end, which is sent no ETag', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(pageAnswers({ ...seen, 'GET /api/hotspots': pageOfHotspots([{ id: 7 }]), 'PUT /api/hotspots/7': done }));
    const { user } = await openModify();
    await user.click(save());
    await isClosed();
    expect(puts(calls).map(([ifMatch]) => ifMatch)).toEqual([null]);
  });

  test('is explained when a proxy answers with a plain 412', async () => {
    answerWith(pageAnswers({ ...seen, 'PUT /api/hotspots/7': { status: 412, body: { message: 'Precondition Failed' } } }));
    const { user } = await openModify();
    await user.click(save());
    expect(await alertOf()).toHaveTextContent('Close this and open it again');
  });
});

describe('deleting a hotspot', () => {
  const confirm = () => screen.getByRole('button', { name: 'Delete hotspot' });
  const nameField = () => screen.findByLabelText('Type city-library to confirm');
  const LISTS: Answers = {
    'GET /api/users': { body: { data: [], total: 1204 } },
    'GET /api/units': { body: { data: [], total: 3 } },
    'GET /api/sessions': { body: { data: [], total: 1 } },
    'GET /api/preferences/hotspots/7': { body: [{ id: 1, key: 'hotspot_closed', value: 'false' }] },
  };

  test('says what goes and who is cut off, and waits until the name is typed', async () => {
    const calls = answerWith(pageAnswers({ ...LISTS, 'DELETE /api/hotspots/7': { body: { status: 'success' } } }));
    const { user, open } = openDialog('delete');
    open();
    expect(
      await screen.findByText('1,204 guests and 3 units will be deleted with it. One device is online now and will be disconnected.'),
    ).toBeVisible();
    expect(confirm()).toBeDisabled();
    await user.type(await nameField(), 'City-Library{Enter}');
    expect(confirm()).toBeDisabled();
    expect(sent(calls, 'DELETE /api/hotspots/7')).toEqual([]);
    await user.clear(await nameField());
    await user.type(await nameField(), ' city-library {Enter}');
    await isClosed();
    expect(sent(calls, 'DELETE /api/hotspots/7')).toHaveLength(1);
  });

  test('offers a retry when the hotspot cannot be read, and asks for no name until it is', async () => {
    answerWith(pageAnswers({ ...LISTS, 'GET /api/hotspots/7': [LOST, { body: madeUpHotspot() }] }));
    const { user, open } = openDialog('delete');
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/Couldn’t load the hotspot\./)).toBeVisible();
    expect(screen.queryByLabelText(/^Type .* to confirm$/)).not.toBeInTheDocument();
    expect(confirm()).toBeDisabled();
    await user.click(retry);
    expect(await nameField()).toBeVisible();
  });

  test('can be replaced by closing it, which deletes nothing', async () => {
    const calls = answerWith(pageAnswers({ ...LISTS, 'PUT /api/preferences/hotspots/7': { body: { status: 'success' } } }));
    const { user, open } = openDialog('delete');
    open();
    const close = await screen.findByRole('button', { name: 'Close it instead' });
    // Until it is known whether the hotspot is closed.
    await waitFor(() => expect(close).toBeEnabled());
    await user.click(close);
    await isClosed();
    expect(await screen.findByText('Hotspot closed')).toBeVisible();
    expect(calls.filter(({ method }) => method !== 'GET').map((call) => [callName(call), call.body])).toEqual([
      ['PUT /api/preferences/hotspots/7', { key: 'hotspot_closed', value: 'true' }],
    ]);
  });

  test('focuses Cancel, so that a mistaken Enter deletes nothing', async () => {
    const calls = answerWith(pageAnswers(LISTS));
    const { user, open } = openDialog('delete');
    open();
    await nameField();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await isClosed();
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('happens once after two clicks', async () => {
    const answer = later();
    const calls = answerWith(pageAnswers({ ...LISTS, 'DELETE /api/hotspots/7': answer.answer }));
    const { user, open } = openDialog('delete');
    open();
    await user.type(await nameField(), 'city-library');
    confirm().click();
    confirm().click();
    await waitFor(() => expect(sent(calls, 'DELETE /api/hotspots/7')).toHaveLength(1));
    answer.come({ body: { status: 'success' } });
    await isClosed();
    expect(sent(calls, 'DELETE /api/hotspots/7')).toHaveLength(1);
  });

  test.each<[string, Answer | typeof LOST, string]>([
    ['a fault of the server', { status: 500 }, 'Something went wrong on our side.'],
    ['no answer', LOST, 'No answer from the server.'],
    ['an earlier deletion by another person', { status: 404, body: { message: 'No hotspot found!' } }, 'This no longer exists'],
  ])('keeps the dialog open with a message after %s', async (_case, failure, reason) => {
    answerWith(pageAnswers({ ...LISTS, 'DELETE /api/hotspots/7': failure }));
    const { user, store, open } = openDialog('delete');
    open();
    await user.type(await nameField(), 'city-library');
    await user.click(confirm());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Delete error.');
    expect(alert).toHaveTextContent('Something went wrong on deleting hotspot.');
    expect(alert).toHaveTextContent(reason);
    expect(screen.queryByText(/deleted$/)).not.toBeInTheDocument();
    expect(selectOpenDialog(store.getState())).toMatchObject({ name: 'hotspots/delete', args: { id: 7 } });
  });

  test('shows HTML in the name as text', async () => {
    answerWith(pageAnswers({ ...LISTS, 'GET /api/hotspots/7': { body: madeUpHotspot({ name: '<u>x</u>' }) } }));
    const { open } = openDialog('delete');
    open();
    expect(await screen.findByLabelText('Type <u>x</u> to confirm')).toBeVisible();
  });
});
