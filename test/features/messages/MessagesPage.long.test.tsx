import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { OutboxMessage } from '../../../src/contract/messages';
import { MessagesPage } from '../../../src/features/messages/MessagesPage';
import { answerWith, type Answer } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';

const message = (change: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id: 7,
  kind: 'review',
  channel: 'mail',
  recipient: 'a…@example.com',
  hotspot_id: 7,
  hotspot_name: 'city-library',
  state: 'failed',
  tries: 12,
  reason: '451 try later',
  created: '2026-11-20T10:00:00Z',
  next_try: null,
  ended: '2026-11-21T10:00:00Z',
  expires: '2026-11-23T10:00:00Z',
  may_repeat: true,
  ...change,
});
const page = (rows: OutboxMessage[]): Answer => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } });

describe('the messages', () => {
  test('say what went to whom and why it failed, and are filtered by the link', async () => {
    const calls = answerWith({
      'GET /api/messages': page([
        message(),
        message({ id: 8, state: 'waiting', kind: 'sync', channel: 'webhook', recipient: 'BookingHub', may_repeat: false }),
      ]),
      'GET /api/hotspots/7': { body: madeUpHotspot() },
    });
    renderPage(<MessagesPage />, { at: '/messages?state=failed&kind=review&hotspot=7&from=2026-11-01' });
    expect(await screen.findByText('a…@example.com')).toBeVisible();
    expect(screen.getAllByText('451 try later')).not.toHaveLength(0);
    expect(screen.getByText('Integration sync')).toBeVisible();
    expect(calls.at(-1)?.query).toMatchObject({ state: 'failed', kind: 'review', hotspot: '7', order: 'desc', limit: '25' });
  });

  test('are sent again from the row’s menu, and read again, also when that is refused', async () => {
    const calls = answerWith({
      'GET /api/messages': page([message()]),
      'POST /api/messages/7/again': [
        { body: { status: 'success' } },
        { status: 409, body: { status: 'error', message: 'The message has been sent', code: 'already_sent' } },
      ],
    });
    const { user } = renderPage(<MessagesPage />, { at: '/messages' });
    const repeat = async () => {
      await user.click(await screen.findByRole('button', { name: /Review request a…@example\.com/ }));
      await user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
    };
    await repeat();
    expect(await screen.findByText('The message is being sent again')).toBeVisible();
    await repeat();
    expect(await screen.findByText('Couldn’t send the message again')).toBeVisible();
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/messages')).toHaveLength(3));
  });

  test('say that there are none, name the filter to relax, and can be read again after a failure', async () => {
    answerWith({ 'GET /api/messages': [{ status: 500, body: { message: 'no', code: 'internal' } }, page([])] });
    const { user } = renderPage(<MessagesPage />, { at: '/messages?state=failed' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'All states' }));
    expect(await screen.findByText('Nothing has been sent in the last 30 days.')).toBeVisible();
    expect(currentAddress()).toBe('/messages');
  });
});
