/**
 * Each screen in the whole console: what it says when the server fails, and what it shows on the next try. The long run has the rest of
 * each, in the files named after them.
 */
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ROUTES } from '../../src/app/routes';
import { answerWith, type Answer, type Answers } from '../support/console/answers';
import {
  madeUpDashboard,
  madeUpDevice,
  madeUpGuest,
  madeUpHotspot,
  madeUpSession,
  madeUpUnit,
  madeUpVoucher,
  NO_RESULTS,
  pageOfGuests,
  pageOfHotspots,
  pageOfRows,
} from '../support/console/answersMadeUp';
import { openConsole } from '../support/console/render';
import { madeUp, madeUpAccount } from '../support/console/renderAs';
import { entry, page as auditPage } from '../features/audit/auditPageTests';
import { pageOf, WAX } from '../features/disclaimers/privacyTabTests';
import { integration } from '../features/integrations/integrationsPageTests';
import { allAnswers, headline, HEADINGS } from './routesTests';

interface Screen {
  /** Its address, with a tab or a question. */
  at: string;
  /** The call that it can't do without, and the answer. */
  call: string;
  answer: Answer;
  failure: string;
  /** What it shows of the answer. */
  shown: RegExp;
  more?: Answers;
}

const list = (body: object[]): Answer => ({ body, headers: { 'X-Total-Count': String(body.length), 'X-Sort': 'created' } });
const hotspot = { body: madeUpHotspot() };
const vouchersOn = { 'GET /api/preferences/hotspots/7': { body: [{ key: 'voucher_login', value: 'true' }] } };
const oneUnit = { 'GET /api/units': pageOfRows([madeUpUnit()]) };
const manager = madeUpAccount('customer', { id: 7, name: 'Luca Bianchi' });
const smsSent = { labels: ['20 Nov'], set0: { name: '', labels: ['20 Nov'], data: [5] }, avg: null };
const mailWarning = { check: 'mail_refused', state: 'wrong', detail: 'The mail server takes nothing: 535.' };

const SCREENS: readonly Screen[] = [
  {
    at: '/',
    call: 'GET /api/stats/dashboard',
    answer: { body: madeUpDashboard('admin') },
    failure: 'Couldn’t load the dashboard. Try again.',
    shown: /^Ann Rossi$/,
  },
  {
    at: '/hotspots',
    call: 'GET /api/hotspots',
    answer: pageOfHotspots([{}]),
    failure: 'Couldn’t load hotspots. Try again.',
    shown: /^city-library$/,
  },
  {
    at: '/hotspots/7',
    call: 'GET /api/hotspots/7',
    answer: hotspot,
    failure: 'Couldn’t load the hotspot. Try again.',
    shown: /^city-library$/,
  },
  {
    at: '/hotspots/7?tab=vouchers',
    call: 'GET /api/vouchers/7',
    answer: list([madeUpVoucher({ code: 'mmmm2222' })]),
    failure: 'Couldn’t load vouchers. Try again.',
    shown: /mmmm/,
    more: vouchersOn,
  },
  {
    at: '/hotspots/7?tab=batches',
    call: 'GET /api/voucher_batches/7',
    answer: list([]),
    failure: 'Couldn’t load batches. Try again.',
    shown: /^No batches yet/,
    more: vouchersOn,
  },
  {
    at: '/hotspots/7?tab=mac',
    call: 'GET /api/users',
    answer: pageOfRows([]),
    failure: 'Couldn’t load MAC entries. Try again.',
    shown: /^No MAC entries yet/,
    more: oneUnit,
  },
  {
    at: '/hotspots/7?tab=privacy',
    call: WAX,
    answer: { body: pageOf() },
    failure: 'Couldn’t load disclaimers. Try again.',
    shown: /^The usual privacy$/,
  },
  {
    at: '/hotspots/7?tab=preferences',
    call: 'GET /api/preferences/hotspots/7',
    answer: { body: [] },
    failure: 'Couldn’t load preferences. Try again.',
    shown: /^By SMS$/,
  },
  {
    at: '/hotspots/7?tab=captive',
    call: 'GET /api/preferences/hotspots/7',
    answer: { body: [] },
    failure: 'Couldn’t load the captive portal. Try again.',
    shown: /^Title colour$/,
  },
  {
    at: '/hotspots/7/counter',
    call: 'GET /api/hotspots/7',
    answer: hotspot,
    failure: 'Couldn’t load the hotspot. Try again.',
    shown: /Counter/,
  },
  {
    at: '/why?q=nobody',
    call: 'GET /api/why',
    answer: { body: { matches: [], answer: null } },
    failure: 'Couldn’t check this. Try again.',
    shown: /^No guest, voucher or device matches “nobody”/,
  },
  {
    at: '/users',
    call: 'GET /api/users',
    answer: pageOfGuests([{}]),
    failure: 'Couldn’t load guests. Try again.',
    shown: /^Giulia Conti$/,
  },
  {
    at: '/users/7',
    call: 'GET /api/users/7',
    answer: { body: madeUpGuest() },
    failure: 'Couldn’t load the guest. Try again.',
    shown: /^Giulia Conti$/,
  },
  {
    at: '/sessions',
    call: 'GET /api/sessions',
    answer: pageOfRows([madeUpSession()]),
    failure: 'Couldn’t load sessions. Try again.',
    shown: /^Giulia Conti$/,
  },
  {
    at: '/sessions/7',
    call: 'GET /api/sessions/7',
    answer: { body: madeUpSession() },
    failure: 'Couldn’t load the session. Try again.',
    shown: /^Giulia Conti$/,
  },
  {
    at: '/units',
    call: 'GET /api/units',
    answer: pageOfRows([madeUpUnit()]),
    failure: 'Couldn’t load units. Try again.',
    shown: /^ap-reception$/,
  },
  {
    at: '/units/7',
    call: 'GET /api/units/7',
    answer: { body: madeUpUnit() },
    failure: 'Couldn’t load the unit. Try again.',
    shown: /^ap-reception$/,
  },
  {
    at: '/units/7/connect',
    call: 'GET /api/units/7',
    answer: { body: madeUpUnit() },
    failure: 'Couldn’t load the unit. Try again.',
    shown: /^Set up ap-reception$/,
  },
  {
    at: '/devices',
    call: 'GET /api/devices',
    answer: pageOfRows([madeUpDevice()]),
    failure: 'Couldn’t load devices. Try again.',
    shown: /^Giulia Conti$/,
  },
  {
    at: '/reports?hotspotId=7',
    call: 'GET /api/stats/reports/sms_history/graph',
    answer: { body: smsSent },
    failure: 'Couldn’t load the report. Try again.',
    shown: /^SMS: 5 total/,
  },
  {
    at: '/integrations?hotspotId=7',
    call: 'GET /api/integrations',
    answer: { body: [integration()] },
    failure: 'Couldn’t load integrations. Try again.',
    shown: /^Loyalty$/,
    more: { 'GET /api/hotspot_integrations/7': { body: [] } },
  },
  {
    at: '/marketing?hotspotId=7',
    call: 'GET /api/marketing/7',
    answer: { body: [] },
    failure: 'Couldn’t load the feedback e-mails. Try again.',
    shown: /Ask guests/,
    more: { 'GET /api/marketing/7/results': { body: NO_RESULTS } },
  },
  {
    at: '/audit',
    call: 'GET /api/audit',
    answer: auditPage([entry()]),
    failure: 'Couldn’t load the audit trail. Try again.',
    shown: /^adriatica$/,
  },
  {
    at: '/messages',
    call: 'GET /api/messages',
    answer: list([]),
    failure: 'Couldn’t load the messages. Try again.',
    shown: /Nothing has been sent/,
  },
  {
    at: '/system',
    call: 'GET /api/system',
    answer: { body: { version: '1.0.0', examined: '2026-11-20T10:00:00Z', checks: [mailWarning] } },
    failure: 'Couldn’t check the system. Try again.',
    shown: /mail server takes nothing: 535/,
  },
  {
    at: '/accounts',
    call: 'GET /api/accounts',
    answer: pageOfRows([manager]),
    failure: 'Couldn’t load managers. Try again.',
    shown: /^Luca Bianchi$/,
  },
  {
    at: '/accounts/7',
    call: 'GET /api/accounts/7',
    answer: { body: manager },
    failure: 'Couldn’t load the manager. Try again.',
    shown: /^Luca Bianchi$/,
  },
];

test.each(SCREENS)(
  '$at says what the server did not answer, and shows it on the next try',
  async ({ at, call, answer, failure, shown, more }) => {
    let isDown = true;
    answerWith({
      ...allAnswers('admin'),
      ...more,
      [call]: () => (isDown ? { status: 500, body: { message: 'no', code: 'internal' } } : answer),
    });
    const { user } = await openConsole({ as: madeUp('admin'), at });
    expect(await screen.findByText(failure)).toBeVisible();
    expect(screen.queryByText(shown, { selector: 'main *' })).toBeNull();
    isDown = false;
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
    expect((await screen.findAllByText(shown, { selector: 'main *' }))[0]).toBeVisible();
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  },
);

test('a screen without such a call shows its heading', async () => {
  answerWith(allAnswers('admin'));
  for (const { path } of ROUTES) {
    if (SCREENS.some(({ at }) => at.replace(/\?.*/, '') === path.replace(':id', '7'))) continue;
    await openConsole({ as: madeUp('admin'), at: path.replace(':id', '7') });
    expect(await headline(HEADINGS[path] ?? '')).toBeInTheDocument();
  }
});
