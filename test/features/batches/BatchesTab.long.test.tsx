import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpVoucher } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { pageAnswers, open } from './batchesTabTests';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

async function choose(user: ReturnType<typeof open>['user'], entry: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Wedding' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('the batches', () => {
  test('link to the voucher list filtered by one, and the filter can be removed', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/vouchers/7': { body: [madeUpVoucher({ code: 'of-batch' })], headers: { 'X-Total-Count': '1', 'X-Sort': 'created' } },
      }),
    );
    const { user } = open();
    await choose(user, 'Show vouchers');
    expect(currentAddress()).toBe('/hotspots/7?tab=vouchers&batch=3');
    await screen.findByText('of-batch');
    const lists = () => calls.filter((call) => callName(call) === 'GET /api/vouchers/7').map(({ query }) => query.batch);
    expect(lists()).toEqual(['3']);
    await user.click(screen.getByRole('button', { name: 'Remove filter: One batch' }));
    await waitFor(() => expect(lists()).toEqual(['3', undefined]));
  });

  test('have their unused vouchers cancelled after a question with the number', async () => {
    const CANCEL = 'DELETE /api/voucher_batches/3/unused';
    const calls = answerWith(pageAnswers({ [CANCEL]: { body: { status: 'success', cancelled: 15 } } }));
    const { user } = open();
    await choose(user, 'Cancel unused vouchers');
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel unused vouchers' }));
    expect(dialog.getByText(/15 unused vouchers will stop working/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel unused vouchers' }));
    expect(await screen.findByText('15 vouchers cancelled')).toBeVisible();
    expect(calls.map(callName)).toContain(CANCEL);
  });

  test('can be printed completely', async () => {
    const calls = answerWith(
      pageAnswers({
        'GET /api/vouchers/7': { body: [madeUpVoucher({ code: 'on-paper' })], headers: { 'X-Total-Count': '1' } },
        'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS },
        'GET /api/paper_templates': { body: [] },
      }),
    );
    const { user } = open();
    await choose(user, 'Print');
    expect(await screen.findByRole('dialog', { name: /^Print/ })).toBeVisible();
    expect(calls.find((call) => callName(call) === 'GET /api/vouchers/7')?.query).toMatchObject({ batch: '3' });
  });

  test('show name, creator and the numbers of used, expired and remaining vouchers', async () => {
    answerWith(pageAnswers());
    open();
    expect(await screen.findByRole('row', { name: /^Wedding 50 30 5 15 desk/ })).toBeVisible();
    expect(screen.getByRole('link', { name: '12 vouchers' })).toHaveAttribute('href', '#/hotspots/7?tab=vouchers&batch=2');
  });

  test('are missing on an existing back end', async () => {
    setConfig({ backend: 'existing' });
    answerWith(pageAnswers({ 'GET /api/vouchers/7': { body: [] } }));
    renderPage(<HotspotPage />, { at: '/hotspots/7?tab=vouchers' });
    expect(await screen.findByRole('tab', { name: 'Vouchers' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Batches' })).not.toBeInTheDocument();
  });
});

describe('vouchers from a file of guests', () => {
  const CREATE = 'POST /api/voucher_batches';
  const openFile = async (text: string | Uint8Array, answers: Answers = {}) => {
    const calls = answerWith(pageAnswers(answers));
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'Vouchers from a file' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Vouchers from a file' });
    const file = new File([text as BlobPart], 'arrivals.csv', { type: 'text/csv' });
    const chooser = dialog.querySelector('input[type="file"]');
    await user.upload(chooser as HTMLInputElement, file);
    return { calls, user, dialog: within(dialog) };
  };

  test('are one per guest, with a byte order mark, semicolons and other headings accepted', async () => {
    const text = '\uFEFFCamera;Nome;E-mail;Notti\r\n101;Ada Rossi;ada@example.com;3\r\n102;=SUM(A1);;\r\n';
    const { calls, user, dialog } = await openFile(text, { [CREATE]: { status: 201, body: { status: 'success', id: 9, vouchers: 2 } } });
    expect(await dialog.findByText('2 guests, no problems')).toBeVisible();
    expect(dialog.getByRole('row', { name: /^2 Ada Rossi ada@example.com 101 3/ })).toBeVisible();
    expect(dialog.getByLabelText('Batch')).toHaveValue('arrivals');
    await user.click(dialog.getByRole('button', { name: 'Create 2 vouchers' }));
    expect(await screen.findByText('2 vouchers created')).toBeVisible();
    expect(calls.find((call) => callName(call) === CREATE)?.body).toMatchObject({
      hotspot_id: 7,
      name: 'arrivals',
      duration: 7,
      rows: [
        { name: 'Ada Rossi', email: 'ada@example.com', room: '101', days: '3' },
        { name: '=SUM(A1)', email: '', room: '102', days: '' },
      ],
    });
  });

  test('say that a file cannot be read, and take another', async () => {
    jest.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    const { user, dialog } = await openFile('name\nAda\n');
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^Couldn’t read the file. It may have been moved or changed/);
    const chooser = screen.getByRole('dialog').querySelector('input[type="file"]');
    await user.upload(chooser as HTMLInputElement, new File(['name\nAda\n'], 'arrivals.csv'));
    expect(await dialog.findByText('1 guest, no problems')).toBeVisible();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('have the limits and days of a preset', async () => {
    const preset = { name: 'Slow', ends: 'days', days: 4, uses: 2, auto_login: false, bandwidth_down: 512, bandwidth_up: 256 };
    const stored = JSON.stringify([{ ...preset, max_traffic: 1_048_576, max_time: 600 }]);
    const { calls, user, dialog } = await openFile('name\nAda\n', {
      'GET /api/preferences/hotspots/7': {
        body: [
          { key: 'voucher_login', value: 'true' },
          { key: 'voucher_presets', value: stored },
        ],
      },
      [CREATE]: { status: 201, body: { status: 'success', id: 9, vouchers: 1 } },
    });
    await dialog.findByText('1 guest, no problems');
    await user.click(dialog.getByRole('combobox', { name: 'Limits' }));
    await user.click(await screen.findByTitle('Slow'));
    expect(dialog.getByLabelText('Days for guests without their own')).toHaveValue('4');
    expect(await dialog.findByText(/^Valid 4 days after the day of first use, 2 uses, 512 kbit/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create 1 voucher' }));
    await screen.findByText('1 voucher created');
    const { days: _days, name: _name, ends: _ends, uses, ...grants } = preset;
    expect(calls.find((call) => callName(call) === CREATE)?.body).toMatchObject({
      ...grants,
      max_traffic: 1_048_576,
      max_time: 600,
      remain_use: uses,
      duration: 4,
      unless_known: true,
    });
  });

  test('are created for guests who already have one only after a choice to skip them or add another', async () => {
    const fields = { 'rows.1.name': 'known', 'rows.2.name': 'known' };
    const { calls, user, dialog } = await openFile('name,room\nAda,1\nBea,2\nCleo,3\n', {
      [CREATE]: [
        { status: 409, body: { message: '', code: 'known_guests', fields } },
        { status: 201, body: { status: 'success', id: 9, vouchers: 1 } },
      ],
    });
    await user.click(await dialog.findByRole('button', { name: 'Create 3 vouchers' }));
    expect(await dialog.findByText('2 guests already have a voucher that can still be used. Nothing was created.')).toBeVisible();
    expect(dialog.queryByText('Couldn’t create the vouchers')).toBeNull();
    const rows = dialog.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['3Bea2already has a voucher', '4Cleo3already has a voucher', '2Ada1']);
    await user.click(dialog.getByRole('radio', { name: 'Create another one for them' }));
    expect(await dialog.findByRole('button', { name: 'Create 3 vouchers' })).toBeEnabled();
    await user.click(dialog.getByRole('radio', { name: 'Leave them out' }));
    await user.click(await dialog.findByRole('button', { name: 'Create 1 voucher' }));
    expect(await screen.findByText('1 voucher created')).toBeVisible();
    expect(calls.filter((call) => callName(call) === CREATE).map(({ body }) => body)).toMatchObject([
      { unless_known: true, rows: [{ name: 'Ada' }, { name: 'Bea' }, { name: 'Cleo' }] },
      { unless_known: false, rows: [{ name: 'Ada' }] },
    ]);
  });

  test('are not created from a file with wrong lines, which are listed by number', async () => {
    const { calls, dialog } = await openFile('name,email,room,days\nAda,,1,2\nBea,bea at home,2,2\nAda,,1,9\n,x@example.com,3,zero\n');
    expect(await dialog.findByText(/^3 of 4 lines need correcting/)).toBeVisible();
    const rows = dialog.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      '3Beabea at home22E-mail: not an e-mail address',
      '4Ada19Name: same guest as in line 2',
      '5x@example.com3zeroName: missing; Days: not a whole number of days',
      '2Ada12',
    ]);
    expect(dialog.getByRole('button', { name: 'Create 4 vouchers' })).toBeDisabled();
    expect(calls.map(callName)).not.toContain(CREATE);
  });

  test.each([
    ['without guests', 'name,email\n', 'The file has no guests.'],
    ['with nothing in it', '', 'The file has no guests.'],
    [
      'with 10,001 guests',
      `name\n${Array.from({ length: 10_001 }, (_, at) => `Guest ${at}`).join('\n')}`,
      'The file has more than 10,000 guests. Split it.',
    ],
    ['with a quote that never ends', 'name,email\n"Ada,x', 'The quotation mark in line 2 is never closed. Remove it and try again.'],
  ])('are not created from a file %s, which is explained', async (_what, text, words) => {
    const { dialog } = await openFile(text);
    expect(await dialog.findByText(words)).toBeVisible();
  });

  test('are undone at once for the whole file', async () => {
    const UNDO = 'DELETE /api/voucher_batches/9/unused';
    const { calls, user, dialog } = await openFile('name,room\nAda,1\nBea,2\n', {
      [CREATE]: { status: 201, body: { status: 'success', id: 9, vouchers: 2 } },
      [UNDO]: { body: { status: 'success', cancelled: 2 } },
    });
    await user.click(await dialog.findByRole('button', { name: 'Create 2 vouchers' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 vouchers cancelled')).toBeVisible();
    expect(calls.map(callName)).toContain(UNDO);
  });

  test('wait for an answer whether lines with nothing but a name are guests', async () => {
    const { calls, user, dialog } = await openFile('Name,Room\nAda,1\nTotal: 1,\n', {
      [CREATE]: { status: 201, body: { status: 'success', id: 9, vouchers: 1 } },
    });
    expect(await dialog.findByText('1 line has nothing but a name. Is it a guest?')).toBeVisible();
    expect(dialog.getByText('3: Total: 1')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Create 2 vouchers' })).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'No, leave out' }));
    await user.click(await dialog.findByRole('button', { name: 'Create 1 voucher' }));
    await screen.findByText('1 voucher created');
    expect(calls.find((call) => callName(call) === CREATE)?.body).toMatchObject({ rows: [{ name: 'Ada', room: '1' }] });
  });

  test('take columns as somebody says, name what is not used, and remember it for the hotspot', async () => {
    const file = 'Book number,Kunde,Zi.,Departure\n77,Ada Rossi,101,2026-11-30\n';
    const { calls, user, dialog } = await openFile(file, { [CREATE]: { status: 201, body: { status: 'success', id: 9, vouchers: 1 } } });
    expect(await dialog.findByText('Not used: Book number, Kunde, and Zi.')).toBeVisible();
    const choose = async (column: string, role: string) => {
      await user.click(dialog.getByRole('combobox', { name: column }));
      await user.click((await screen.findAllByTitle(role)).at(-1) as HTMLElement);
    };
    await choose('Kunde', 'Name');
    await choose('Zi.', 'Room');
    expect(await dialog.findByText('Not used: Book number')).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Create 1 voucher' }));
    await screen.findByText('1 voucher created');
    expect(calls.find((call) => callName(call) === CREATE)?.body).toMatchObject({
      rows: [{ name: 'Ada Rossi', room: '101', until: '2026-11-30' }],
    });
    await user.click((await screen.findAllByRole('button', { name: 'Vouchers from a file' }))[0] as HTMLElement);
    const again = await screen.findByRole('dialog', { name: 'Vouchers from a file' });
    await user.upload(again.querySelector('input[type="file"]') as HTMLInputElement, new File([file], 'arrivals.csv'));
    expect(await within(again).findByText('Not used: Book number')).toBeVisible();
    expect(within(again).getByRole('row', { name: /^2 Ada Rossi 101 30 Nov/ })).toBeVisible();
  });

  test('preserve accents from the older encoding of Windows', async () => {
    const { dialog } = await openFile(windows('name\nJosé\n'));
    expect(await dialog.findByText('José')).toBeVisible();
  });
});

const windows = (text: string) => Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
