import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { CreateVouchers } from '../../../src/contract/vouchers';
import { CreateVouchersDialog } from '../../../src/features/vouchers/CreateVouchersDialog';
import type { VoucherType } from '../../../src/features/vouchers/api';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, named, type Answer, type Answers, type Call } from '../../support/answers';
import { madeUpHotspot, madeUpVoucher } from '../../support/answersMadeUp';
import { renderPage } from '../../support/render';

const CREATE = 'POST /api/vouchers';
const LIST = 'GET /api/vouchers/7';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

const made = (...ids: number[]): Answer => ({ status: 201, body: { status: 'success', ids } });
const listed = (...ids: number[]): Answer => ({
  body: ids.map((id) => madeUpVoucher({ id, code: `code-${id}` })),
  headers: { 'X-Total-Count': String(ids.length) },
});
const posts = (calls: Call[]) => calls.filter((call) => named(call) === CREATE).map(({ body }) => body as CreateVouchers);

interface Options {
  types?: readonly VoucherType[];
  isCustom?: boolean;
  language?: 'en' | 'it';
}

function open(answers: Answers, { types = ['normal', 'auth'], isCustom = false, language = 'en' }: Options = {}) {
  const calls = answerWith({ 'GET /api/hotspots/7': { body: madeUpHotspot() }, ...answers });
  const onMade = jest.fn();
  const onClose = jest.fn();
  const dialog = <CreateVouchersDialog hotspotId={7} types={types} isCustom={isCustom} onMade={onMade} onClose={onClose} />;
  return { calls, onMade, onClose, ...renderPage(dialog, { language }) };
}

const count = () => screen.getByRole('spinbutton', { name: 'How many' });
const submit = () => screen.getByRole('button', { name: /^Create \d+ vouchers?$/ });
const sentence = () => within(screen.getByRole('complementary', { name: 'The voucher as it will be' })).getByRole('status');

test('the count has the focus, typing replaces it, Enter creates, and what was made is handed on in its order', async () => {
  const { user, calls, onMade, onClose } = open({ [CREATE]: made(21, 22), [LIST]: listed(30, 22, 21, 3) });
  expect(count()).toHaveFocus();
  await user.keyboard('2{Enter}');
  await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
  expect((onMade.mock.calls[0]?.[0] as { id: number }[]).map(({ id }) => id)).toEqual([21, 22]);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('2 vouchers created')).toBeVisible();
  expect(posts(calls)).toEqual([
    {
      hotspot_id: 7,
      code: '',
      auto_login: true,
      bandwidth_down: 0,
      bandwidth_up: 0,
      max_traffic: 0,
      max_time: 0,
      time: 'duration',
      duration: 7,
      expiration: 14,
      type: 'normal',
      user_name: null,
      user_mail: null,
      remain_use: -1,
      num_vouchers: 2,
    },
  ]);
});

describe('the fields', () => {
  test('a choice of types only where both are on; name and e-mail for a guest alone', async () => {
    const { user } = open({});
    expect(screen.queryByLabelText('Guest')).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'For a guest' }));
    expect(screen.getByLabelText('Guest')).toBeVisible();
    expect(screen.getByLabelText('Guest’s e-mail')).toBeVisible();
  });

  test.each([
    [['normal'], false],
    [['auth'], true],
  ] as const)('only %j: no choice', (types, asksForGuest) => {
    open({}, { types });
    expect(screen.queryByLabelText('Guest') !== null).toBe(asksForGuest);
  });

  test('units as people write them go out as the server takes them', async () => {
    const { user, calls } = open({ [CREATE]: made(21), [LIST]: listed(21) });
    for (const [name, text] of [
      ['Download', '2048'],
      ['Upload', '512'],
      ['Data', '500'],
      ['Time online', '90'],
    ] as const) {
      await user.click(screen.getByRole('spinbutton', { name }));
      await user.keyboard(text);
    }
    await user.click(screen.getByRole('radio', { name: 'Limited' }));
    expect(screen.getByRole('spinbutton', { name: 'How often' })).toHaveValue('3');
    expect(sentence()).toHaveTextContent(
      'Valid 7 days from first use, 3 uses, 2 Mbit/s down, 512 kbit/s up, 500 MB of data, 90 minutes online, automatic login',
    );
    await user.click(submit());
    await waitFor(() => expect(posts(calls)).toHaveLength(1));
    expect(posts(calls)[0]).toMatchObject({
      bandwidth_down: 2048,
      bandwidth_up: 512,
      max_traffic: 524_288_000,
      max_time: 5400,
      remain_use: 3,
    });
  });

  test('0 reads as no limit', () => {
    open({});
    expect(screen.getByRole('spinbutton', { name: 'Data' })).toHaveValue('no limit');
  });

  test('a fixed day: two weeks ahead, in the sentence and on the wire', async () => {
    const { user, calls } = open({ [CREATE]: made(21), [LIST]: listed(21) });
    await user.click(screen.getByRole('radio', { name: 'Until a day' }));
    expect(screen.getByLabelText('Last day')).toHaveValue('2026-12-04');
    expect(sentence()).toHaveTextContent('Valid until 04 December 2026');
    await user.click(submit());
    await waitFor(() => expect(posts(calls)[0]).toMatchObject({ time: 'expiration', expiration: 14 }));
  });

  test('the next dialog begins as this one ended, without its count and its guest', async () => {
    const { user, store } = open({ [CREATE]: made(21), [LIST]: listed(21) });
    await user.click(screen.getByRole('radio', { name: 'For a guest' }));
    await user.type(screen.getByLabelText('Guest'), 'Ada Ricci');
    await user.clear(screen.getByRole('spinbutton', { name: 'Duration' }));
    await user.type(screen.getByRole('spinbutton', { name: 'Duration' }), '2');
    await user.click(submit());
    await waitFor(() => expect(store.getState().preferences.voucher_settings).toMatchObject({ type: 'auth', duration: 2 }));
    expect(JSON.stringify(store.getState().preferences)).not.toContain('Ada');
  });

  test('in Italian', () => {
    open({}, { language: 'it' });
    expect(screen.getByRole('button', { name: 'Crea 1 voucher' })).toBeVisible();
    expect(screen.getByText('Valido 7 giorni dal primo uso, usi illimitati e accesso automatico')).toBeVisible();
  });
});

describe('what is wrong is said at its field, and nothing is sent', () => {
  test.each([
    ['How many', '0', 'Write a whole number from 1 to 1,000'],
    ['How many', '1001', 'Write a whole number from 1 to 1,000'],
    ['How many', '1e9', 'Write a whole number from 1 to 1,000'],
    ['How many', '-1', 'Write a whole number from 1 to 1,000'],
    ['Duration', '-1', 'Write a whole number from 0 to 36,500'],
    ['Download', '-5', 'Write a whole number from 0 to 2,147,483,647'],
    ['Upload', '99999999999', 'Write a whole number from 0 to 2,147,483,647'],
    ['Data', '99999999999999', 'Write a whole number from 0 to 8,589,934,591'],
    ['Time online', '99999999', 'Write a whole number from 0 to 35,791,394'],
  ])('%s %s', async (name, text, message) => {
    const { user, calls } = open({});
    await user.click(screen.getByRole('spinbutton', { name }));
    await user.keyboard(`${text}{Enter}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test('uses 0, when they are limited', async () => {
    const { user, calls } = open({});
    await user.click(screen.getByRole('radio', { name: 'Limited' }));
    await user.click(screen.getByRole('spinbutton', { name: 'How often' }));
    await user.keyboard('0{Enter}');
    expect(await screen.findByText('Write a whole number from 1 to 2,147,483,647')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test.each(['2026-11-20', '2026-11-19', ''])('an end on %j: today is 20 November', async (day) => {
    const { user, calls } = open({});
    await user.click(screen.getByRole('radio', { name: 'Until a day' }));
    await user.clear(screen.getByLabelText('Last day'));
    if (day !== '') await user.type(screen.getByLabelText('Last day'), day);
    await user.click(submit());
    expect(await screen.findByText('Choose a day after today')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test('a guest without a name, and with what is no address', async () => {
    const { user, calls } = open({}, { types: ['auth'] });
    await user.type(screen.getByLabelText('Guest’s e-mail'), 'ada@');
    await user.click(submit());
    expect(await screen.findByText('Fill in this field')).toBeVisible();
    expect(screen.getByText('Write an e-mail address, like name@example.com')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test.each(['two words', 'sum*mer', '-first', 'x'.repeat(33)])('the code %j', async (code) => {
    const { user, calls } = open({}, { isCustom: true });
    await user.type(screen.getByLabelText('Code'), `${code}{Enter}`);
    expect(await screen.findByText(/^Only letters, digits, dots, dashes and underscores, without spaces/)).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });

  test('no code at all', async () => {
    const { user, calls } = open({}, { isCustom: true });
    await user.click(submit());
    expect(await screen.findByText('Fill in this field')).toBeVisible();
    expect(posts(calls)).toEqual([]);
  });
});

describe('a code of one’s own', () => {
  test('makes one voucher; the ticket shows the code as it will be stored', async () => {
    const { user, calls, onMade } = open({ [CREATE]: made(21), [LIST]: listed(21) }, { isCustom: true });
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await user.type(screen.getByLabelText('Code'), 'SUMMER26');
    expect(screen.getByText('summer26')).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
    expect(posts(calls)[0]).toMatchObject({ code: 'SUMMER26', num_vouchers: 1 });
  });

  test.each([
    ['ours', { status: 409, body: { message: 'voucher already exists', code: 'duplicate', id: 0, status: 'voucher already exists' } }],
    ['the older one', { status: 409, body: { id: 0, status: 'voucher already exists' } }],
  ])('that is taken is reported on its field, and the dialog keeps what was typed: %s', async (_server, answer) => {
    const { user, onClose, calls } = open({ [CREATE]: answer }, { isCustom: true });
    await user.type(screen.getByLabelText('Code'), 'SUMMER26{Enter}');
    expect(await screen.findByText('A voucher with this code already exists')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveValue('SUMMER26');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(posts(calls)).toHaveLength(1);
  });
});

describe('once', () => {
  test('Enter twice, and a click besides, creates once', async () => {
    const answer = later();
    const { user, calls, onMade } = open({ [CREATE]: answer.answer, [LIST]: listed(21) });
    await user.keyboard('{Enter}{Enter}');
    await user.click(submit());
    await waitFor(() => expect(posts(calls)).toHaveLength(1));
    answer.come(made(21));
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
    expect(posts(calls)).toHaveLength(1);
  });

  test('the answer got lost: says that trying again makes none twice, and the next try has the same key', async () => {
    const { user, calls, onMade } = open({ [CREATE]: [LOST, made(21)], [LIST]: listed(21) });
    await user.keyboard('{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The vouchers were not created.');
    expect(alert).toHaveTextContent('none is made twice');
    expect(onMade).not.toHaveBeenCalled();
    await user.click(submit());
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
    const keys = calls.filter((call) => named(call) === CREATE).map(({ key }) => key);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('beside an older back end it says to look first', async () => {
    setConfig({ backend: 'existing' });
    const { user } = open({ [CREATE]: LOST, [LIST]: { body: [] } });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Look into the list before you try again: they may be there.');
  });
});

describe('which ones were made', () => {
  test('beside an older back end: those that were not there before', async () => {
    setConfig({ backend: 'existing' });
    const { user, onMade } = open({ [CREATE]: { status: 201, body: { status: 'success' } }, [LIST]: [listed(3, 2), listed(5, 4, 3, 2)] });
    await user.keyboard('2{Enter}');
    await waitFor(() => expect(onMade).toHaveBeenCalledTimes(1));
    expect((onMade.mock.calls[0]?.[0] as { id: number }[]).map(({ id }) => id)).toEqual([4, 5]);
  });

  test.each([
    ['somebody else made some at the same time', listed(6, 5, 4, 3, 2)],
    ['the list cannot be read', { status: 500 }],
  ] as const)('when %s it does not guess: made, and to be found in the list', async (_case, after) => {
    setConfig({ backend: 'existing' });
    const { user, onMade, onClose } = open({ [CREATE]: { status: 201, body: { status: 'success' } }, [LIST]: [listed(3, 2), after] });
    await user.keyboard('2{Enter}');
    expect(await screen.findByText(/2 vouchers created\. Which ones could not be told/)).toBeVisible();
    expect(onMade).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ['the hotspot was deleted by somebody else', { status: 404, body: { message: 'No hotspot found!' } }, 'It is not there any more'],
  ['the server has a fault', { status: 500, body: {} }, 'The server had a fault of its own'],
])('when %s the dialog stays open and says so', async (_case, answer, reason) => {
  const { user, onClose } = open({ [CREATE]: answer });
  await user.keyboard('{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The vouchers were not created.');
  expect(alert).toHaveTextContent(reason);
  expect(alert).not.toHaveTextContent('none is made twice');
  expect(onClose).not.toHaveBeenCalled();
});
