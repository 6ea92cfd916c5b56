import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { madeUpVoucher, madeUpVouchers } from './paperMadeUp';
import { USED_UP, marks, FakeWorker, open, preview, printButton } from './printVouchersDialogTests';
const EXPIRED = madeUpVoucher({ id: 91, code: 'expired', expires: '2020-01-01T00:00:00Z' });

let saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  saved = [];
  let created: Blob | undefined;
  Object.assign(globalThis, { Worker: FakeWorker });
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      created = file;
      return 'blob:made-up';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (created) saved.push({ name: this.download, file: created });
  });
});

describe('the dialog for printing vouchers', () => {
  test('shows the sheet as printed, counts the vouchers, and names what it leaves out', async () => {
    open([...madeUpVouchers(11), USED_UP, EXPIRED]);

    const sheet = await preview();
    expect(within(sheet).getAllByText(/^code/)).toHaveLength(11);
    expect(sheet).not.toHaveTextContent(/usedup|expired/);
    expect(screen.getByText('11 vouchers on 2 pages')).toBeVisible();
    expect(screen.getByText('2 left out, because they no longer work: usedup, expired')).toBeVisible();
  });

  test('shows a receipt, which comes with its own paper, and leaves with it', async () => {
    const { user, store } = open(madeUpVouchers(2));
    await preview();
    const pictures = () => document.querySelectorAll('.designPicture svg');
    // Nothing is drawn for those who don't choose.
    expect(pictures()).toHaveLength(0);
    const choose = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Design' }));
      await waitFor(() => expect(pictures()).toHaveLength(5));
      // Options can't be clicked while the list opens.
      await waitFor(() => user.click(screen.getByTitle(name)));
    };
    await choose('Receipt');
    expect(await screen.findByTitle('80 mm roll')).toBeVisible();
    expect(store.getState().preferences.paper_of_hotspots[7]).toMatchObject({ design: 'ticket', paper: 'roll_80' });
    await choose('Compact');
    expect(await screen.findByTitle(/^A4/)).toBeVisible();
    expect(store.getState().preferences.paper_of_hotspots[7]).toEqual({ hasQr: true, ssid: '', design: 'compact' });
  });

  test('prints nothing when no voucher is usable', async () => {
    const { calls } = open([USED_UP, EXPIRED]);

    expect(await screen.findByText('None of these vouchers is valid any more, so there’s nothing to print.')).toBeVisible();
    expect(await printButton()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save as PDF' })).toBeDisabled();
    expect(marks(calls)).toEqual([]);
  });
});
