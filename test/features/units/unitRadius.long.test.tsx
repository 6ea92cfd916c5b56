import { describe, expect, test } from '@jest/globals';
import { RADIUS, opened, activity, answers } from './unitRadiusTests';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { loadLanguage } from '../../../src/app/messages';
import { UnitPage } from '../../../src/features/units/UnitPage';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpUnit } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

describe('the RADIUS section of a unit', () => {
  test('shows address and type of the unit and its running sessions', async () => {
    const { region } = await opened();
    expect(region.getByText('198.51.100.7')).toBeVisible();
    expect(region.getByText('MikroTik, recognised')).toBeVisible();
    expect(region.getByRole('link', { name: '4' })).toBeVisible();
    expect(region.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('warns of a fixed address and a MAC address that another unit has too', async () => {
    const { region } = await opened({ address: '198.51.100.7', shared: ['address', 'mac_address'] });
    const alerts = region.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toEqual([
      expect.stringContaining('Another unit has the fixed address 198.51.100.7 too.'),
      expect.stringContaining('Another unit has the same MAC address.'),
    ]);
  });

  test('lists failed attempts to be this unit', async () => {
    const last = '2026-11-20T10:00:00Z';
    const { region } = await opened({
      refused: [
        { address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last },
        { address: '203.0.113.8', outcome: 'not_signed', packets: 1, last },
      ],
    });
    const items = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/^3 packets with a wrong secret from 203\.0\.113\.7, last: /),
      expect.stringMatching(/^1 unsigned packet from 203\.0\.113\.8, last: /),
    ]);
  });

  test.each([
    ['address', 'Guests behind its address can send reports in its name.'],
    ['digest', 'Anybody who was a guest there can send reports in its name'],
  ] as const)('warns of a unit that does not sign over HTTP, accepted by its %s', async (http_proof, words) => {
    const { region } = await opened({ has_http: true, http_proof, heard: { ...RADIUS.heard!, is_http_signed: false } });
    expect(region.getByRole('alert')).toHaveTextContent('This unit doesn’t sign what it sends over HTTP.');
    expect(region.getByRole('alert')).toHaveTextContent(words);
  });

  test('states that there was no contact with the unit', async () => {
    const { region } = await opened(
      { heard: null, kind: 'unifi' },
      { 'GET /api/units/7': { body: { ...madeUpUnit(), activity: NEVER, radius: { ...RADIUS, heard: null, kind: 'unifi' } } } },
    );
    expect(region.getByText('Not heard yet')).toBeVisible();
    expect(region.getByText('UniFi')).toBeVisible();
  });

  test('says under which other names a gateway used its secret, since when and how often', async () => {
    const common = { address: '203.0.113.7', since: '2026-11-19T10:00:00Z', last: '2026-11-20T10:00:00Z' };
    const { region } = await opened({
      misnamed: [
        { ...common, name: 'Caffè', packets: 3 },
        { ...common, name: '', packets: 1 },
      ],
    });
    const items = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/^It asks as “Caffè”, since .+, 3 times, from 203\.0\.113\.7, last: /),
      expect.stringMatching(/^It asks without a name, since .+, 1 time, from 203\.0\.113\.7, last: /),
    ]);
  });

  test('says since when guests arrive with an address that isn’t signed with its secret, and how often', async () => {
    const { region } = await opened({ unsigned_arrivals: { count: 3, since: '2026-11-19T10:00:00Z', last: '2026-11-20T10:00:00Z' } });
    expect(region.getByRole('alert')).toHaveTextContent(/Set its uamsecret to the secret of the unit\.Since .+, 3 times, last: .+/);
  });

  test('warns while unsigned requests are accepted', async () => {
    const { region } = await opened({ address: '203.0.113.9', may_be_unsigned: true });
    expect(region.getByRole('alert')).toHaveTextContent('Unsigned requests from 203.0.113.9 are accepted');
  });

  test('does not warn of a unit whose unsigned requests are refused', async () => {
    const { region } = await opened({ has_http: true, http_proof: 'signature', heard: { ...RADIUS.heard!, is_http_signed: false } });
    expect(region.queryByRole('alert')).not.toBeInTheDocument();
  });

  test.each([
    [10_800, 'The unit’s clock is 3h ahead.'],
    [-1_700_000_000, 'The unit’s clock is 472222h 13m behind.'],
  ])('warns about a clock that is off by %d s', async (clock_ahead, words) => {
    const { region } = await opened({ heard: { ...RADIUS.heard!, clock_ahead } });
    expect(region.getByRole('alert')).toHaveTextContent(words);
  });

  test('mentions no RADIUS where the server does not listen to units', async () => {
    answerWith({ ...answers(), 'GET /api/units/7': { body: { ...madeUpUnit(), activity, hotspot_name: 'city-library' } } });
    const { user } = renderPage(<UnitPage />, { at: '/units/7' });
    await screen.findByRole('region', { name: 'Unit details' });
    expect(screen.queryByRole('region', { name: 'RADIUS' })).not.toBeInTheDocument();
    await menuItem(user, 'Delete');
    expect(screen.queryByRole('menuitem', { name: 'RADIUS settings' })).not.toBeInTheDocument();
  });
});

/** An item of the menu with less frequent actions, once that is open. */
async function menuItem(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menuitem', { name });
}

const NEVER = { sessions: 0, last_seen: null, state: 'idle' };

describe('the RADIUS settings of a unit', () => {
  const saved: Answers = { 'PUT /api/units/7': { body: { status: 'success' } } };
  const puts = (calls: Awaited<ReturnType<typeof opened>>['calls']) =>
    calls.filter((call) => callName(call) === 'PUT /api/units/7').map(({ body }) => body);

  test('are sent as entered, and the unsigned exception requires an address', async () => {
    const { calls, user } = await opened({}, saved);
    await user.click(await menuItem(user, 'RADIUS settings'));
    const dialog = within(await screen.findByRole('dialog'));
    const exception = await dialog.findByRole('checkbox', { name: 'Accept unsigned requests from this address' });
    expect(exception).toBeDisabled();
    await user.type(dialog.getByLabelText('Fixed address'), ' 203.0.113.9 ');
    await user.click(exception);
    const port = dialog.getByLabelText('Port for disconnect requests');
    await user.clear(port);
    await user.type(port, '4000');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(calls)).toEqual([{ kind: '', address: '203.0.113.9', may_be_unsigned: true, coa_port: 4000 }]));
  });

  test('write a port without the dot of thousands in Italian, also in the message about its range', async () => {
    answerWith(answers({ coa_port: 37_990 }));
    await loadLanguage('it');
    const { user } = renderPage(<UnitPage />, { at: '/units/7', language: 'it' });
    await screen.findByRole('region', { name: 'RADIUS' });
    await user.click(screen.getByRole('button', { name: /^Azioni per/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Impostazioni RADIUS' }));
    const port = await within(await screen.findByRole('dialog')).findByRole('spinbutton');
    expect(port).toHaveValue('37990');
    await user.clear(port);
    await user.type(port, '70000');
    await user.tab();
    expect(await screen.findByText('Inserisci una porta da 1 a 65535')).toBeVisible();
  });

  test('say what requests over HTTP must have, where the server takes them', async () => {
    const { calls, user } = await opened({ has_http: true }, saved);
    await user.click(await menuItem(user, 'RADIUS settings'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('combobox', { name: 'Requests over HTTP' }));
    await user.click(await screen.findByText('Signed only'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(calls)).toMatchObject([{ http_proof: 'signature' }]));
  });

  test('drop the exception together with the address', async () => {
    const { calls, user } = await opened({ kind: 'unifi', address: '203.0.113.9', may_be_unsigned: true }, saved);
    await user.click(await menuItem(user, 'RADIUS settings'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(await dialog.findByLabelText('Fixed address'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(calls)).toEqual([{ kind: 'unifi', address: '', may_be_unsigned: false, coa_port: 3799 }]));
  });

  test('reject an invalid address at its field, and the dialog stays', async () => {
    const fields = { address: 'Invalid input' };
    const { user } = await opened({}, { 'PUT /api/units/7': { status: 400, body: { message: 'no', code: 'malformed', fields } } });
    await user.click(await menuItem(user, 'RADIUS settings'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText('Fixed address'), 'lobby');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter an IP address, like 203.0.113.7')).toBeVisible();
    expect(dialog.getByLabelText('Fixed address')).toHaveValue('lobby');
  });

  test('are shown only to roles that may change units', async () => {
    await opened({}, {}, madeUp('desk'));
    expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument();
  });
});
