import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { GuestWindowPage } from '../../../src/features/counter/GuestWindowPage';
import {
  CHANNEL,
  GONE_AFTER,
  isFollowed,
  SHOWN_FOR,
  voucherShown,
  type ForGuest,
  type Message,
} from '../../../src/features/counter/forGuest';
import { scannedCode } from '../../../src/features/counter/useScanner';
import { signedOut } from '../../../src/features/auth/slice';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { answerWith } from '../../support/console/answers';
import { atCounter, CREATE, desk, created, preset } from './deskCounterTests';

const desks = madeUp('desk');
const shown = (change: Partial<ForGuest> = {}): ForGuest => ({
  from: 'one',
  of: desks.id,
  hotspotId: 7,
  changed: Date.now(),
  hotspot: 'City Library',
  zone: 'Europe/Rome',
  language: 'en',
  network: { ssid: 'Library', security: 'wpa', wifi_password: 'reading-room', portal_url: '' },
  voucher: { code: 'abcd2345', expires: null, duration: 3 },
  ...change,
});

describe('the counter that a window follows', () => {
  const held = { ...shown({ changed: 1000 }), heard: 5000 };
  test.each<[string, Partial<ForGuest>, number, boolean]>([
    ['the same counter', { from: 'one', changed: 1 }, 5001, true],
    ['a counter used later', { from: 'two', changed: 1001 }, 5001, true],
    ['no counter used earlier', { from: 'two', changed: 999 }, 5001, false],
    ['a counter used earlier after the other has closed', { from: 'two', changed: 999 }, 5001 + GONE_AFTER, true],
  ])('is %s', (_which, next, now, isIt) => {
    expect(isFollowed(held, shown(next), now)).toBe(isIt);
  });

  test('shows no code that has expired, or that was shown for long', () => {
    const { voucher } = shown();
    expect(voucherShown({ voucher, changed: 0 }, SHOWN_FOR)).toBe(voucher);
    expect(voucherShown({ voucher, changed: 0 }, SHOWN_FOR + 1)).toBeNull();
    const ending = { code: 'abcd2345', expires: '2026-11-20T10:00:00Z', duration: 0 };
    const end = Date.parse(ending.expires);
    expect(voucherShown({ voucher: ending, changed: end - 1000 }, end - 1)).toBe(ending);
    expect(voucherShown({ voucher: ending, changed: end - 1000 }, end)).toBeNull();
  });
});

test.each([
  ['abcd2345', 'abcd2345'],
  [' ABCD 2345 ', 'ABCD 2345'],
  ['https://wifi.example/portal/5/code/abcd2345', 'abcd2345'],
  ['https://wifi.example/portal/5/code/a%2Bb?x=1', 'a+b'],
  ['https://wifi.example/portal/5/code/%E0%A4%A', '%E0%A4%A'],
])('a scanner that types %j finds %j', (typed, code) => {
  expect(scannedCode(typed)).toBe(code);
});

describe('the guest’s window', () => {
  let counter: NodeChannel;
  const received: Message[] = [];
  beforeEach(() => {
    counter = new NodeChannel(CHANNEL);
    counter.onmessage = (event) => void received.push((event as unknown as { data: Message }).data);
  });
  afterEach(() => {
    counter.close();
    received.length = 0;
  });
  const send = (message: Message) => counter.postMessage(message);
  const open = () => renderPage(<GuestWindowPage />, { as: desks, at: '/hotspots/7/counter/guest' });

  test('shows network, steps and code, in the language that the guest chooses until the next one comes', async () => {
    const { user } = open();
    await waitFor(() => expect(received).toContainEqual({ kind: 'asked', of: desks.id, hotspotId: 7 }));
    send({ kind: 'shown', shown: shown() });
    expect(await screen.findByRole('heading', { name: 'WiFi at City Library' })).toBeVisible();
    expect(screen.getByText('Join the network Library with the password reading-room')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('abcd2345');
    expect(screen.getByText('Valid for 3 days from the first login')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Scan to join the WiFi' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Deutsch' }));
    expect(screen.getByRole('heading', { name: 'WLAN: City Library' })).toBeVisible();
    send({ kind: 'shown', shown: shown({ voucher: { code: 'wxyz6789', expires: null, duration: 1 } }) });
    expect(await screen.findByRole('heading', { name: 'WiFi at City Library' })).toBeVisible();
  });

  test('ignores another hotspot’s counter and another account’s, and drops the code when its counter closes', async () => {
    open();
    send({ kind: 'shown', shown: shown({ hotspotId: 8, from: 'other hotspot' }) });
    send({ kind: 'shown', shown: shown({ of: 99, from: 'other account' }) });
    send({ kind: 'shown', shown: shown() });
    expect(await screen.findByRole('status')).toHaveTextContent('abcd2345');
    send({ kind: 'shown', shown: shown({ voucher: null }) });
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
    expect(screen.getByRole('heading', { name: 'WiFi at City Library' })).toBeVisible();
    send({ kind: 'left', from: 'one' });
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
    expect(screen.getByRole('main')).toHaveTextContent(/^Guest’s window$/);
  });

  test('is blank once somebody has signed out, and keeps neither code nor password', async () => {
    const { store } = open();
    send({ kind: 'shown', shown: shown() });
    expect(await screen.findByRole('status')).toHaveTextContent('abcd2345');
    expect(JSON.stringify(store.getState())).not.toContain('reading-room');
    act(() => void store.dispatch(signedOut()));
    expect(screen.getByRole('main')).toHaveTextContent(/^Guest’s window$/);
    expect(JSON.stringify(store.getState())).not.toContain('abcd2345');
  });

  test('gets the new voucher from the counter, which notes that the window is open until it closes', async () => {
    const paper = { ...PAPER_DEFAULTS, ssid: 'Library' };
    answerWith(atCounter({ [CREATE]: created(), 'GET /api/paper/hotspots/7': { body: { ...paper, etag: '' } } }));
    const { user } = desk();
    await preset('1 day');
    send({ kind: 'asked', of: desks.id, hotspotId: 8 });
    send({ kind: 'asked', of: desks.id, hotspotId: 7 });
    expect(await screen.findByText('The guest’s window is open')).toBeVisible();
    await waitFor(() =>
      expect(received.at(-1)).toMatchObject({ kind: 'shown', shown: { hotspotId: 7, network: { ssid: 'Library' }, voucher: null } }),
    );
    await user.click(await preset('1 day'));
    await waitFor(() => expect(received.at(-1)).toMatchObject({ kind: 'shown', shown: { voucher: { code: 'abcd2345' } } }));
    await user.click(screen.getByRole('button', { name: 'Done with this voucher' }));
    await waitFor(() => expect(received.at(-1)).toMatchObject({ kind: 'shown', shown: { voucher: null } }));
    send({ kind: 'closed', of: desks.id, hotspotId: 7 });
    await waitFor(() => expect(screen.queryByText('The guest’s window is open')).not.toBeInTheDocument());
    await waitFor(() => expect(received.at(-1)).toMatchObject({ kind: 'left' }));
  });
});
