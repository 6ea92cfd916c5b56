import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { PAPER_DEFAULTS, PAPER_FORMATS } from '../../../src/contract/plain/paperModel';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { PrintVouchersDialog } from '../../../src/features/printing/dialogs/PrintVouchersDialog';
import { setConfig } from '../../../src/shared/config';
import { answerWith, callName } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage, watchReloads } from '../../support/console/render';
import { madeUpVoucher, madeUpVouchers } from './paperMadeUp';
import { HOTSPOT, USED_UP, paper, pageAnswers, marks, FakeWorker, open, preview, printButton } from './printVouchersDialogTests';

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

/** The frame to be printed, in a browser with these abilities. */
async function frameWith(can: { print?: () => void; load: () => Promise<unknown> }) {
  const frame = await waitFor(() => {
    const found = document.querySelector('iframe');
    expect(found?.contentDocument?.querySelector('svg')).toBeTruthy();
    return found!;
  });
  Object.assign(frame.contentWindow!, { focus: () => undefined, print: can.print });
  Object.assign(frame.contentDocument!, { fonts: { load: can.load } });
  return frame;
}

/** The printed content; `end` signals that printing has ended. */
async function printed() {
  const print = jest.fn();
  const { contentWindow, contentDocument } = await frameWith({ print, load: async () => [] });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  // jsdom only accepts events of the frame's own class.
  const { Event: FrameEvent } = contentWindow as Window & typeof globalThis;
  const afterwards = new FrameEvent('afterprint');
  return { paper: contentDocument!.body.textContent, end: () => act(async () => void contentWindow!.dispatchEvent(afterwards)) };
}

/** Delays timers of this many milliseconds until `pass` is called. Not a mock, because Testing Library would advance that. */
function holdBack(delay: number) {
  const held: (() => void)[] = [];
  const { setTimeout: start } = globalThis;
  globalThis.setTimeout = ((run: () => void, after?: number) =>
    after === delay ? held.push(run) : start(run, after)) as typeof setTimeout;
  return {
    pass: () => act(async () => held.splice(0).forEach((run) => run())),
    release: () => {
      globalThis.setTimeout = start;
    },
  };
}

describe('the dialog for printing vouchers', () => {
  test('draws only the visible ones of a hundred pages, and prints all', async () => {
    const observers: { notify: IntersectionObserverCallback; seen: Element[] }[] = [];
    class Observer {
      readonly seen: Element[] = [];
      constructor(notify: IntersectionObserverCallback) {
        observers.push({ notify, seen: this.seen });
      }
      observe(element: Element) {
        this.seen.push(element);
      }
      disconnect() {
        this.seen.length = 0;
      }
    }
    const { IntersectionObserver: before } = window;
    Object.assign(window, { IntersectionObserver: Observer });
    try {
      const { user } = open(madeUpVouchers(95));
      const sheet = await preview();
      expect(screen.getByText('95 vouchers on 10 pages')).toBeVisible();
      expect(within(sheet).getAllByText(/^code/)).toHaveLength(20);
      const { notify, seen } = observers.at(-1)!;
      expect(seen).toHaveLength(10);
      const now = (index: number, isIntersecting: boolean) => ({ target: seen[index]!, isIntersecting }) as IntersectionObserverEntry;
      act(() => notify([now(0, false), now(1, false), now(9, true)], null as never));
      expect(within(sheet).getAllByText(/^code/)).toHaveLength(5);
      await user.click(await printButton());
      const { paper, end } = await printed();
      expect(paper.match(/code\d{4}/g)).toHaveLength(95);
      await end();
      expect(await screen.findByText('95 vouchers marked as printed')).toBeVisible();
    } finally {
      Object.assign(window, { IntersectionObserver: before });
    }
  });

  test('is translated into Italian', async () => {
    open([madeUpVoucher(), USED_UP], {}, 'it');

    expect(await screen.findByText('1 voucher su 1 pagina')).toBeVisible();
    expect(screen.getByText('Escluso, perché non funziona più: usedup')).toBeVisible();
    expect(screen.getByText('Valido 7 giorni dopo quello del primo uso')).toBeVisible();
  });

  test('does without the captive portal’s look when it cannot be read', async () => {
    open([madeUpVoucher()], { 'GET /api/preferences/hotspots/7': { status: 500, body: {} } });
    expect(await preview()).toHaveTextContent('h0tel5ab');
  });

  test('uses network, design, language and paper of the hotspot', async () => {
    const format = PAPER_FORMATS.labels_2x7;
    open(
      madeUpVouchers(15),
      paper({ ssid: 'Hotel; "5"', design: 'card', language: 'de', has_english: false, format, footer: 'Rezeption: 9' }),
    );

    const sheet = await preview();
    expect(screen.getByText('15 vouchers on 2 pages')).toBeVisible();
    for (const words of ['Hotel; "5"', 'Rezeption: 9', '3. Code eingeben']) expect(within(sheet).getAllByText(words)).toHaveLength(15);
    expect(sheet).not.toHaveTextContent('Enter your code');
  });

  test('accepts another design and paper, and a start position for this print only', async () => {
    const { user, calls } = open(madeUpVouchers(3));
    await preview();
    expect(await preview()).not.toHaveTextContent('3. Enter your code');
    await choose(user, 'Design', 'Card');
    await waitFor(async () => expect(await preview()).toHaveTextContent('3. Enter your code'));
    await choose(user, 'Paper', 'Avery labels, 3 × 8 on A4');
    await user.clear(screen.getByLabelText('Start at position'));
    await user.type(screen.getByLabelText('Start at position'), '23');

    expect(await screen.findByText('3 vouchers on 2 pages')).toBeVisible();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('remembers design and paper of a hotspot’s last print, but no template that has been deleted', async () => {
    const first = open(madeUpVouchers(3));
    await preview();
    await choose(first.user, 'Design', 'Card');
    await choose(first.user, 'Paper', 'Avery labels, 3 × 8 on A4');
    const { preferences } = first.store.getState();
    expect(preferences.paper_of_hotspots[7]).toMatchObject({ design: 'card', paper: 'labels_3x8' });
    cleanup();
    open(madeUpVouchers(3), {}, 'en', 'reseller', preferences);
    await waitFor(async () => expect(await preview()).toHaveTextContent('3. Enter your code'));
    expect(screen.getByLabelText('Start at position')).toBeVisible();
    cleanup();
    const gone = { ...preferences.paper_of_hotspots[7]!, design: 9 };
    open(madeUpVouchers(3), {}, 'en', 'reseller', { paper_of_hotspots: { 7: gone } });
    expect(await preview()).toHaveTextContent('code0001');
  });

  test('uses a template on its own paper', async () => {
    const template = {
      version: 1,
      format: PAPER_FORMATS.a6,
      cut: 'none',
      elements: [
        { ...TEXT, id: 'one', y: 10, text: 'Room {{guest}}{{nothing}}' },
        { ...TEXT, id: 'two', y: 40, text: '{{hotspot}} has {{code}}' },
      ],
      pictures: {},
    };
    const row = { id: 12, account_id: 2, hotspot_id: 7, name: 'Door sign', changed: null };
    const { user } = open([madeUpVoucher({ type: 'auth', user_name: '214' })], {
      'GET /api/paper_templates': { body: [row] },
      'GET /api/paper_templates/12': { body: { ...row, template } },
    });
    await preview();
    await choose(user, 'Design', 'Door sign');

    expect(await within(await preview()).findByText('City Library has h0tel5ab')).toBeVisible();
    expect(within(await preview()).getByText('Room 214')).toBeVisible();
    expect(document.querySelector('.sheet svg')).toHaveAttribute('viewBox', '0 0 105 148');
  });

  test('offers a retry when the hotspot’s paper cannot be read', async () => {
    const { user } = open([madeUpVoucher()], {
      'GET /api/paper/hotspots/7': [{ status: 500, body: {} }, { body: PAPER_DEFAULTS }],
    });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await preview()).toHaveTextContent('h0tel5ab');
  });

  test.each([
    ['desk', false],
    ['customer', true],
  ] as const)('lets a %s set up the paper: %s', async (role, isOffered) => {
    open([madeUpVoucher()], {}, 'en', role);
    await preview();
    const button = screen.queryByRole('button', { name: 'Set up the voucher card…' });
    if (isOffered) expect(button).toBeVisible();
    else expect(button).toBeNull();
  });

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

/** A text across the whole width of an A6 page. */
const TEXT = {
  kind: 'text',
  x: 5,
  width: 85,
  height: 12,
  align: 'left',
  vertical: 'top',
  font: 'Roboto',
  bold: false,
  size: 12,
  colour: 'ink',
  language: 'guest',
};

async function choose(user: ReturnType<typeof open>['user'], label: string, option: string) {
  await user.click(screen.getByLabelText(label));
  await user.click(await screen.findByTitle(option));
}

/** jsdom has no ImageData. */
class FakeImageData {
  readonly data: Uint8ClampedArray;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Uint8ClampedArray(width * height * 4);
  }
}

describe('printing at a receipt printer', () => {
  const onRoll = () => ({ ...paper({ format: PAPER_FORMATS.roll_80, design: 'ticket' }) });
  const printers = async (user: ReturnType<typeof open>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: /Receipt and label printers/ }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  /** A serial port that accepts this many vouchers before it disconnects. */
  function portThatTakes(vouchers: number) {
    let cuts = 0;
    const writer = {
      write: async (bytes: Uint8Array) => {
        if (cuts >= vouchers) throw new Error('unplugged');
        if (Buffer.from(bytes).includes(Buffer.from([0x1d, 0x56]))) cuts += 1;
      },
      close: async () => undefined,
    };
    const port = { open: async () => undefined, close: async () => undefined, writable: { getWriter: () => writer } };
    Object.assign(navigator, { serial: { requestPort: async () => port } });
  }

  beforeEach(() => {
    Object.assign(globalThis, { ImageData: FakeImageData });
    // jsdom draws nothing, so provide a white canvas of the requested size.
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function () {
      return {
        fillRect: () => undefined,
        setTransform: () => undefined,
        fillText: () => undefined,
        measureText: () => ({ width: 50 }),
        getImageData: (_x: number, _y: number, width: number, height: number) => ({
          width,
          height,
          data: new Uint8ClampedArray(width * height * 4).fill(255),
        }),
      } as never;
    });
  });
  afterEach(() => {
    delete (navigator as { serial?: unknown }).serial;
  });

  test('marks all vouchers after it took all, and closes', async () => {
    portThatTakes(3);
    const { user, calls, onClose } = open(madeUpVouchers(3), onRoll());
    await preview();
    await printers(user, 'Print at a serial port');
    await waitFor(() => expect(marks(calls)).toEqual([{ voucher_ids: [1, 2, 3], printed: true }]));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('marks those that the printer took before it disconnected', async () => {
    portThatTakes(2);
    const { user, calls, onClose } = open(madeUpVouchers(3), onRoll());
    await preview();
    await printers(user, 'Print at a serial port');
    expect(await screen.findByText(/^The printer stopped answering. It accepted 2 of 3 vouchers/)).toBeVisible();
    await waitFor(() => expect(marks(calls)).toEqual([{ voucher_ids: [1, 2], printed: true }]));
    expect(onClose).not.toHaveBeenCalled();
  });

  test('marks nothing when it is unreachable, and reports that', async () => {
    Object.assign(navigator, { serial: { requestPort: async () => Promise.reject(new Error('in use')) } });
    const { user, calls } = open(madeUpVouchers(1), onRoll());
    await preview();
    await printers(user, 'Print at a serial port');
    expect(await screen.findByText(/^Couldn’t reach the printer. Nothing was marked as printed/)).toBeVisible();
    expect(marks(calls)).toEqual([]);
  });

  test('explains that the browser can reach no printer', async () => {
    const { user } = open(madeUpVouchers(2), onRoll());
    await preview();
    await user.click(screen.getByRole('button', { name: /Receipt and label printers/ }));
    expect(await screen.findByRole('menuitem', { name: /^USB: not in this browser/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('menuitem', { name: /^Serial port: not in this browser/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test.each([
    ['Save for receipt printers (ESC/POS)', 'prn'],
    ['Save for label printers (ZPL)', 'zpl'],
  ])('writes a file named after hotspot and day with %s, and marks nothing', async (item, ending) => {
    const { user, calls } = open(madeUpVouchers(2), onRoll());
    await preview();
    await printers(user, item);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(new RegExp(`^vouchers-city-library-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`));
    expect(marks(calls)).toEqual([]);
  });
});

describe('printing on a back end that stores no paper', () => {
  const existing = () => setConfig({ backend: 'existing' });

  test('remembers the paper, and QR code and network for each hotspot', async () => {
    existing();
    const { user, store, calls } = open([madeUpVoucher()]);
    await preview();
    await choose(user, 'Paper', 'Letter, 2 × 5');
    await user.type(screen.getByLabelText('WiFi network name (SSID)'), 'Hotel; "5"');
    expect(await screen.findByText('WiFi network: Hotel; "5"')).toBeVisible();
    expect(screen.getByText(/^Scan to connect/)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'QR code' }));

    await waitFor(() => expect(screen.queryByText(/^Scan to connect/)).not.toBeInTheDocument());
    expect(store.getState().preferences).toMatchObject({
      paper_size: 'letter',
      paper_of_hotspots: { 7: { hasQr: false, ssid: 'Hotel; "5"' } },
    });
    expect(calls.filter(({ path }) => path.includes('paper'))).toEqual([]);
  });

  test('ticks the QR code only when there is a network for it to open', async () => {
    existing();
    const { user } = open([madeUpVoucher()]);
    await preview();
    const box = () => screen.getByRole('checkbox', { name: 'QR code' });
    const network = screen.getByLabelText('WiFi network name (SSID)');
    expect(box()).not.toBeChecked();
    expect(box()).toBeDisabled();
    expect(screen.getByText('Needs a network name.')).toBeVisible();
    expect(screen.queryByText(/^Scan to connect/)).not.toBeInTheDocument();

    await user.type(network, ' ');
    expect(box()).toBeDisabled();
    await user.type(network, 'Hotel');
    expect(await screen.findByText(/^Scan to connect/)).toBeVisible();
    expect(box()).toBeChecked();
    expect(screen.queryByText('Needs a network name.')).not.toBeInTheDocument();

    await user.clear(network);
    await waitFor(() => expect(screen.queryByText(/^Scan to connect/)).not.toBeInTheDocument());
    expect(box()).not.toBeChecked();
  });

  test('rejects an impossible network name', async () => {
    existing();
    const { user } = open([madeUpVoucher()]);
    await preview();
    await user.click(screen.getByLabelText('WiFi network name (SSID)'));
    await user.paste('é'.repeat(17));

    expect(await screen.findByText('A network name can have up to 32 bytes: about 32 plain letters.')).toBeVisible();
    expect(await printButton()).toBeDisabled();
    expect(await preview()).not.toHaveTextContent('éé');
  });
});

describe('printing in the browser', () => {
  test('starts on Enter, marks the vouchers when the browser has finished, and the mark can be undone', async () => {
    const popUp = jest.spyOn(window, 'open').mockReturnValue(null);
    const { user, calls, onClose } = open([...madeUpVouchers(2), madeUpVoucher({ id: 3, printed: true }), USED_UP]);
    await waitFor(async () => expect(await printButton()).toHaveFocus());
    await user.keyboard('{Enter}');
    const { paper, end } = await printed();

    expect(paper).toContain('code0001');
    expect(paper).not.toContain('usedup');
    expect(marks(calls)).toEqual([]);
    await end();
    expect(await screen.findByText('3 vouchers marked as printed')).toBeVisible();
    expect(marks(calls)).toEqual([{ voucher_ids: [1, 2, 3], printed: true }]);
    expect(onClose).toHaveBeenCalledTimes(1);

    // The third had been printed before and stays marked; its second print isn't counted.
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 vouchers are no longer marked as printed')).toBeVisible();
    await waitFor(() =>
      expect(marks(calls).slice(1)).toEqual([
        { voucher_ids: [1, 2], printed: false },
        { voucher_ids: [3], printed: true, reprint_undone: true },
      ]),
    );
    expect(popUp).not.toHaveBeenCalled();
  });

  test('is undone once on a double click', async () => {
    const { user, calls } = open([madeUpVoucher({ id: 3, printed: true })]);
    await waitFor(async () => expect(await printButton()).toHaveFocus());
    await user.keyboard('{Enter}');
    await (await printed()).end();
    await screen.findByText('1 voucher marked as printed');
    const undo = screen.getByRole('button', { name: 'Undo' });
    // In a browser the note is still fading out at the second click.
    act(() => {
      undo.click();
      undo.click();
    });
    await screen.findByText('1 reprint is no longer counted');
    expect(marks(calls).slice(1)).toEqual([{ voucher_ids: [3], printed: true, reprint_undone: true }]);
  });

  test('leaves out and names what has been deleted, replaced or used up since, and asks once', async () => {
    const [still, usedUp] = [madeUpVoucher({ id: 1, code: 'still' }), madeUpVoucher({ id: 2, code: 'lastuse', remain_use: 1 })];
    const gone = madeUpVoucher({ id: 3, code: 'gone' });
    const { user, calls } = open([still, usedUp, gone], { 'GET /api/vouchers/7': { body: [still, { ...usedUp, remain_use: 0 }] } });
    expect(await preview()).toHaveTextContent('gone');
    await user.click(await printButton());
    const { paper, end } = await printed();
    expect(paper).toContain('still');
    expect(paper).not.toMatch(/lastuse|gone/);
    expect(screen.getByText('2 left out, because they no longer work: lastuse, gone')).toBeVisible();
    await end();
    expect(await screen.findByText('1 voucher marked as printed')).toBeVisible();
    expect(marks(calls)).toEqual([{ voucher_ids: [1], printed: true }]);
    expect(calls.filter((call) => callName(call) === 'GET /api/vouchers/7').map(({ query }) => query.ids)).toEqual(['1,2,3']);
  });

  test('prints what it knows while the server does not answer, and says so', async () => {
    const { user } = open([madeUpVoucher({ code: 'offline1' })], { 'GET /api/vouchers/7': { status: 503, body: {} } });
    await preview();
    await user.click(await printButton());
    const { paper, end } = await printed();
    expect(paper).toContain('offline1');
    expect(screen.getByText('Couldn’t check whether the codes still work. They’ll be printed as last known.')).toBeVisible();
    await end();
  });

  test('starts once as soon as the sheet is ready when pressed earlier', async () => {
    let come: () => void = () => undefined;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { user, calls } = open([madeUpVoucher()], {
      'GET /api/hotspots/7': { body: HOTSPOT },
      'GET /api/preferences/hotspots/7': async () => {
        await coming;
        return { body: [] };
      },
    });
    await waitFor(async () => expect(await printButton()).toHaveFocus());
    await user.keyboard('{Enter}{Enter}');
    expect(document.querySelector('iframe')).toBeNull();
    come();
    const { end } = await printed();
    await end();

    await screen.findByText('1 voucher marked as printed');
    expect(marks(calls)).toEqual([{ voucher_ids: [1], printed: true }]);
  });

  test('marks the vouchers that it showed, even if the list has changed', async () => {
    const calls = answerWith(pageAnswers({ 'GET /api/vouchers/7': { body: madeUpVouchers(2) } }));
    function Behind() {
      const [vouchers, setVouchers] = useState(madeUpVouchers(2));
      return (
        <>
          <button hidden data-testid="filter" onClick={() => setVouchers([madeUpVoucher({ id: 50, code: 'other' })])} />
          <PrintVouchersDialog args={{ hotspotId: 7, vouchers }} onClose={() => undefined} />
        </>
      );
    }
    const { user } = renderPage(<Behind />);
    await preview();
    fireEvent.click(screen.getByTestId('filter'));
    await user.click(await printButton());
    const { paper, end } = await printed();
    await end();

    expect(paper).toContain('code0002');
    expect(paper).not.toContain('other');
    await screen.findByText('2 vouchers marked as printed');
    expect(marks(calls)).toEqual([{ voucher_ids: [1, 2], printed: true }]);
  });

  test('stays open when marking fails, and marks on the second try without printing again', async () => {
    const { user, calls, onClose } = open([madeUpVoucher()], {
      'PUT /api/vouchers': [{ status: 500, body: {} }, { body: { status: 'success' } }],
    });
    await preview();
    await user.click(await printButton());
    await (await printed()).end();

    expect(await screen.findByText('Couldn’t mark the vouchers as printed.')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Mark as printed' }));
    await screen.findByText('1 voucher marked as printed');
    expect(marks(calls)).toHaveLength(2);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['Safari', 'Version/18.5 Safari/605.1.15', true],
    ['Chrome', 'Chrome/141.0.0.0 Safari/537.36', false],
  ])('refreshes the list in %s as often as that browser needs, without a reload', async (_name, browser, isOnceMore) => {
    jest
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue(`Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`);
    const reload = watchReloads();
    const codes = ['atfirst1', 'marked22', 'latest33'];
    const calls = answerWith(
      pageAnswers({
        'GET /api/hotspots/7': { body: madeUpHotspot() },
        'GET /api/preferences/hotspots/7': { body: [{ key: 'voucher_login', value: 'true' }] },
        'GET /api/stats/online/7': { body: { online: [], most_online: null } },
        'GET /api/units': { body: { data: [], total: 0 } },
        'GET /api/vouchers/7': ({ query }) => {
          const code = (query.ids === undefined ? codes.shift() : undefined) ?? 'latest33';
          return { body: [madeUpVoucher({ code })], headers: { 'X-Total-Count': '1' } };
        },
      }),
    );
    const lists = () => calls.filter((call) => callName(call) === 'GET /api/vouchers/7' && call.query.ids === undefined).length;
    const { user } = renderPage(<HotspotPage />, { at: '/hotspots/7?tab=vouchers' });
    await user.click(await screen.findByRole('button', { name: 'Actions for atfirst1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Print' }));
    await preview();
    const twoSeconds = holdBack(2000);
    try {
      await user.click(await printButton());
      await (await printed()).end();
      expect(await screen.findByRole('row', { name: /marked22/ })).toBeVisible();
      expect(lists()).toBe(2);
      await twoSeconds.pass();
      if (isOnceMore) expect(await screen.findByRole('row', { name: /latest33/ })).toBeVisible();
      expect(lists()).toBe(isOnceMore ? 3 : 2);
    } finally {
      twoSeconds.release();
    }
    expect(reload).not.toHaveBeenCalled();
  });

  test('reports a browser that cannot print, and marks nothing', async () => {
    const { user, calls, onClose } = open([madeUpVoucher()]);
    await preview();
    await user.click(await printButton());
    await frameWith({ load: () => Promise.reject(new Error('no typefaces')) });

    expect(await screen.findByText(/^This browser couldn’t print/)).toBeVisible();
    expect(marks(calls)).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('saving as a PDF', () => {
  async function begin() {
    const opened = open(madeUpVouchers(11));
    await preview();
    await opened.user.click(screen.getByRole('button', { name: 'Save as PDF' }));
    return { ...opened, worker: FakeWorker.last };
  }

  test('has the same pages, shows its progress, is named after hotspot and day, and marks nothing', async () => {
    const { worker, calls, onClose } = await begin();
    expect(worker.asked?.pages.map(({ boxes }) => boxes.length)).toEqual([10, 1]);
    act(() => worker.onmessage?.({ data: { done: 1 } }));
    expect(screen.getByRole('progressbar', { name: 'PDF: page 1 of 2' })).toHaveAttribute('aria-valuenow', '50');
    act(() => worker.onmessage?.({ data: { pdf: new TextEncoder().encode('%PDF').buffer } }));

    expect(await screen.findByText('PDF with 11 vouchers saved')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^vouchers-city-library-\d{4}-\d\d-\d\d\.pdf$/)]);
    expect(saved[0]?.file.type).toBe('application/pdf');
    expect(worker.isEnded).toBe(true);
    expect(marks(calls)).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('can be stopped without writing a file', async () => {
    const { user, worker } = await begin();
    await user.click(screen.getByRole('button', { name: 'Cancel PDF' }));

    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(worker.isEnded).toBe(true);
    expect(saved).toEqual([]);
  });

  test('reports a failure and can be tried again', async () => {
    const { user, worker } = await begin();
    act(() => worker.onerror?.({ message: 'out of memory' }));

    expect(await screen.findByText(/^Couldn’t create the PDF\./)).toBeVisible();
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save as PDF' }));
    await waitFor(() => expect(screen.queryByText(/^Couldn’t create the PDF\./)).not.toBeInTheDocument());
    expect(FakeWorker.last).not.toBe(worker);
  });
});

const EXPIRED = madeUpVoucher({ id: 91, code: 'expired', expires: '2020-01-01T00:00:00Z' });
