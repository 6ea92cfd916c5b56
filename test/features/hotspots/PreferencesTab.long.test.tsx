import { beforeAll, describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Hotspot } from '../../../src/contract/hotspots';
import type { Preference } from '../../../src/contract/preferences';
import type { LoggedUser } from '../../../src/features/auth/slice';
import { PreferencesTab } from '../../../src/features/hotspots/PreferencesTab';
import { groupsOf, type PreferenceField } from '../../../src/features/hotspots/preferenceFields';
import { refetchAll } from '../../../src/shared/refetch';
import { setConfig } from '../../../src/shared/config';
import en from '../../../i18n/en.json';
import { answerWith, later, LOST, callName, watchCalls, type Call } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { preferences, keeping, open, packOf } from './preferencesTabTests';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { hotspot } from './hotspotPageTests';

const words = en as Record<string, string>;

const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as Preference);
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });

describe('every preference', () => {
  const FIELDS = groupsOf({}).flatMap(({ fields }) => fields);
  let reseller: LoggedUser;
  let hotspot: Hotspot;
  const read = async () => {
    const rows = (await callApi('GET', `/api/preferences/hotspots/${hotspot.id}`, { token: reseller.token })) as Preference[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  beforeAll(async () => {
    reseller = await loggedIn('reseller');
    const body = { ...madeUpHotspot(), name: 'preferences-one-by-one', privacy_disclaimer_id: 0, tos_disclaimer_id: 0 };
    const { id } = (await callApi('POST', '/api/hotspots', { token: reseller.token, body })) as { id: number };
    hotspot = madeUpHotspot({ id });
    // Sub-options only show while their switch is on.
    for (const key of ['email_login', 'facebook_login', 'sms_login', 'check_email_domain', 'wifi4eu_enabled']) {
      await callApi('PUT', `/api/preferences/hotspots/${id}`, { token: reseller.token, body: { key, value: 'true' } });
    }
  });

  const TYPED = {
    whole: ['12', '12'],
    minutes: ['1.5', '90'],
    megabytes: ['2.5', '2621440'],
    line: ['a b', 'a b'],
    url: ['https://hotel.example/fb', 'https://hotel.example/fb'],
    language: ['de', 'de'],
    zone: ['Europe/Paris', 'Europe/Paris'],
  } as const;

  // Switches last: turning one off hides what is below it.
  const STEPS: [string, PreferenceField[]][] = [
    ['what is typed', FIELDS.filter(({ kind }) => kind !== 'switch')],
    ['switches below another one', FIELDS.filter(({ kind, under }) => kind === 'switch' && under !== undefined)],
    ['switches', FIELDS.filter(({ kind, under }) => kind === 'switch' && under === undefined)],
  ];
  const inputOf = ({ label }: PreferenceField) => screen.getByLabelText<HTMLInputElement>(words[label ?? ''] ?? '');

  test.each(STEPS)(
    'survives typing, sending and reading back in step %s',
    async (_step, fields) => {
      const shown = new Map<PreferenceField, boolean | string>();
      const calls = watchCalls();
      const { user } = await open(reseller, hotspot);
      for (const field of fields) {
        const { key, kind } = field;
        const before = await read();
        calls.splice(0);
        const input = inputOf(field);
        let sent: string;
        if (kind === 'switch') {
          expect([key, input.checked]).toEqual([key, before[key] === 'true']);
          await user.click(input);
          sent = before[key] === 'true' ? 'false' : 'true';
          shown.set(field, sent === 'true');
        } else if (kind === 'lines') {
          await user.clear(input);
          await user.type(input, ' Example.COM {Enter}mail.example.org');
          sent = 'example.com,mail.example.org';
          shown.set(field, 'example.com\nmail.example.org');
        } else if (kind === 'countries') {
          await user.type(input, 'Austral');
          await user.click(await screen.findByTitle('Australia'));
          sent = 'AU';
          shown.set(field, 'Australia');
        } else {
          const [typed, wire] = TYPED[kind === 'text' ? 'line' : kind];
          await user.clear(input);
          await user.type(input, typed);
          sent = wire;
          shown.set(field, typed);
        }
        expect(within(bar() ?? document.body).getByText('1 change')).toBeVisible();
        await save(user);
        await waitFor(() => expect(bar()).not.toBeInTheDocument());
        expect(puts(calls)).toEqual([{ key, value: sent }]);
        expect(await read()).toEqual({ ...before, [key]: sent });
        // The screen refetches them, too.
        await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET' }));
      }

      cleanup();
      await open(reseller, hotspot);
      for (const [field, value] of shown) {
        if (typeof value === 'boolean') expect([field.key, inputOf(field).checked]).toEqual([field.key, value]);
        else if (field.kind === 'countries') expect(screen.getByTitle(value)).toBeVisible();
        else expect(inputOf(field)).toHaveValue(value);
      }
      expect(shown.size).toBe(fields.length);
    },
    180_000,
  );
});

describe('the form of preferences', () => {
  test('shows limits with units, and 0 as an empty field', async () => {
    answerWith(keeping(preferences({ 'CoovaChilli-Max-Navigation-Time': '3600', 'CoovaChilli-Max-Total-Octets': '104857600' })));
    await open();
    expect(screen.getByLabelText('Max. time online')).toHaveValue('60');
    expect(screen.getByLabelText('Max. traffic')).toHaveValue('100');
    const limits = within(screen.getByRole('region', { name: 'Limits' }));
    for (const label of ['Max. download speed', 'Max. upload speed']) {
      expect(limits.getByLabelText(label)).toHaveValue('');
      expect(limits.getByLabelText(label)).toHaveAttribute('placeholder', 'No limit');
    }
    for (const unit of ['min per day', 'MB per day']) expect(limits.getByText(unit)).toBeVisible();
    expect(limits.getAllByText('kbit/s')).toHaveLength(2);
  });

  test('sends each changed key in a request of its own, then reads all again', async () => {
    const calls = answerWith(keeping(preferences()));
    const { user } = await open();
    await user.click(screen.getByLabelText('With LinkedIn'));
    await user.click(screen.getByLabelText('With a voucher'));
    await user.click(screen.getByLabelText('With a voucher'));
    await user.clear(screen.getByLabelText('Guest validity'));
    await user.type(screen.getByLabelText('Guest validity'), '45');
    expect(screen.getByText('2 changes')).toBeVisible();
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(await screen.findByText('2 preferences saved')).toBeVisible();
    expect(puts(calls)).toEqual([
      { key: 'linkedin_login', value: 'false' },
      { key: 'user_expiration_days', value: '45' },
    ]);
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET' }));
  });

  test('sends nothing twice on a second click while saving', async () => {
    const answer = later();
    const calls = answerWith({ ...keeping(preferences()), 'PUT /api/preferences/hotspots/7': answer.answer });
    const { user } = await open();
    await user.click(screen.getByLabelText('With LinkedIn'));
    await save(user);
    await user.keyboard('{Enter}');
    answer.come({ body: { status: 'success' } });
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(puts(calls)).toHaveLength(1);
  });

  test('restores the stored values on Discard and sends nothing', async () => {
    const calls = answerWith(keeping(preferences({ user_expiration_days: '30' })));
    const { user } = await open();
    await user.clear(screen.getByLabelText('Guest validity'));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Guest validity')).toHaveValue('30');
    expect(bar()).not.toBeInTheDocument();
    expect(puts(calls)).toEqual([]);
  });

  test('reports an invalid domain after leaving the field, and sends nothing', async () => {
    const calls = answerWith(keeping(preferences({ check_email_domain: 'true' })));
    const { user } = await open();
    const domains = screen.getByLabelText('Domains');
    await user.type(domains, 'example.com{Enter}nonsense');
    expect(screen.queryByText('nonsense isn’t a domain')).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('nonsense isn’t a domain')).toBeVisible();
    await save(user);
    expect(domains).toHaveFocus();
    expect(domains).toHaveAccessibleDescription('nonsense isn’t a domain');
    expect(puts(calls)).toEqual([]);
  });

  test.each([
    ['Guest validity', '-5', 'Enter a whole number, 0 or more'],
    ['Guest validity', '1.5', 'Enter a whole number, 0 or more'],
    ['Max. traffic', '-1', 'Enter a number, 0 or more'],
  ])('reports in %s the invalid %s, which is neither sent nor turned into "no limit"', async (label, typed, message) => {
    const calls = answerWith(keeping(preferences()));
    const { user } = await open();
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, typed);
    await save(user);
    expect(await screen.findByText(message)).toBeVisible();
    expect(field).toHaveValue(typed);
    expect(puts(calls)).toEqual([]);
  });

  test('does not send a missing number as 0', async () => {
    const calls = answerWith(keeping(preferences()));
    const { user } = await open();
    await user.clear(screen.getByLabelText('Guest validity'));
    await save(user);
    expect(await screen.findByText('Fill in this field')).toBeVisible();
    expect(puts(calls)).toEqual([]);
  });

  test('asks before leaving with unsaved changes, and staying preserves them', async () => {
    answerWith(keeping(preferences()));
    const { user, store } = renderPage(<PreferencesTab hotspot={madeUpHotspot()} />, { at: '/hotspots/7?tab=preferences' });
    await screen.findByRole('region', { name: 'Login methods' });
    await user.click(screen.getByLabelText('With LinkedIn'));
    store.dispatch({ type: 'location/tabOpened', payload: 'privacy' });
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(currentAddress()).toBe('/hotspots/7?tab=preferences');
    // A quick Enter loses nothing, because "Stay here" has the focus.
    expect(within(dialog).getByRole('button', { name: 'Stay here' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Stay here' }));
    expect(screen.getByLabelText('With LinkedIn')).not.toBeChecked();
    expect(currentAddress()).toBe('/hotspots/7?tab=preferences');

    store.dispatch({ type: 'location/tabOpened', payload: 'privacy' });
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7?tab=privacy'));
  });

  test('shows sub-options only while their switch is on', async () => {
    answerWith(keeping(preferences({ wifi4eu_enabled: 'false' })));
    const { user } = await open();
    expect(screen.queryByLabelText('Network identifier')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('This hotspot is part of WiFi4EU'));
    expect(screen.getByLabelText('Network identifier')).toBeVisible();
  });
});

describe('partly saved preferences', () => {
  test.each([
    ['a fault of the server', { status: 500 }, /Something went wrong on our side/],
    ['no answer', LOST, /No answer from the server/],
    ['not allowed', { status: 403, body: { message: 'Operation not permitted' } }, /You don’t have permission to do this/],
    ['refused', { status: 400, body: { message: 'bad', fields: { value: 'is none' } } }, /The server didn’t accept this/],
  ] as const)('mark the refused key with its input after %s, and save the others', async (_case, refusal, reason) => {
    const calls = answerWith(keeping(preferences(), refusal, ['user_expiration_days']));
    const { user } = await open();
    const days = screen.getByLabelText('Guest validity');
    await user.clear(days);
    await user.type(days, '45');
    await user.click(screen.getByLabelText('With LinkedIn'));
    await save(user);
    expect(await screen.findByText('Couldn’t save 1 change. See the marked field.')).toBeVisible();
    expect(days).toHaveValue('45');
    expect(days).toBeInvalid();
    expect(days).toHaveAccessibleDescription(reason);
    expect(days).toHaveFocus();
    expect(screen.getByText('1 change')).toBeVisible();
    expect(screen.getByLabelText('With LinkedIn')).not.toBeChecked();
    expect(screen.queryByText(/preferences? saved/)).not.toBeInTheDocument();

    await save(user);
    expect(puts(calls).slice(2)).toEqual([{ key: 'user_expiration_days', value: '45' }]);
  });

  test('do not overwrite other keys that are saved at the same time', async () => {
    const [one, two] = [await loggedIn('reseller'), await loggedIn('admin')];
    const body = { ...madeUpHotspot(), name: 'two-at-once' };
    const { id } = (await callApi('POST', '/api/hotspots', { token: one.token, body })) as { id: number };
    const { user } = await open(one, madeUpHotspot({ id }));
    await user.click(screen.getByLabelText('With a voucher'));
    // Meanwhile a colleague saves another preference.
    await callApi('PUT', `/api/preferences/hotspots/${id}`, { token: two.token, body: { key: 'user_expiration_days', value: '77' } });
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByLabelText('Guest validity')).toHaveValue('77'));
    const rows = (await callApi('GET', `/api/preferences/hotspots/${id}`, { token: one.token })) as Preference[];
    expect(rows).toEqual(
      expect.arrayContaining([
        { key: 'user_expiration_days', value: '77' },
        { key: 'voucher_login', value: 'true' },
      ]),
    );
  });

  test('show both values of an unseen concurrent change, and then save the chosen one', async () => {
    const reseller = await loggedIn('reseller');
    const body = { ...madeUpHotspot(), name: 'two-people', privacy_disclaimer_id: 0, tos_disclaimer_id: 0 };
    const { id } = (await callApi('POST', '/api/hotspots', { token: reseller.token, body })) as { id: number };
    const path = `/api/preferences/hotspots/${id}`;
    const stored = async () => {
      const rows = (await callApi('GET', path, { token: reseller.token })) as Preference[];
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    };
    const { user } = await open(reseller, madeUpHotspot({ id }));
    const days = screen.getByLabelText('Guest validity');
    await user.clear(days);
    await user.type(days, '45');
    await user.click(screen.getByLabelText('With LinkedIn'));
    await callApi('PUT', path, { token: reseller.token, body: { key: 'user_expiration_days', value: '77' } });
    await save(user);

    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('row', { name: /^Guest validity/ })).toHaveTextContent(/7745/);
    expect(alert.parentElement).toHaveFocus();
    expect(days).toHaveValue('45');
    expect(await stored()).toMatchObject({ user_expiration_days: '77', linkedin_login: 'false' });
    await user.click(within(alert).getByRole('button', { name: 'Keep my version: Guest validity' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(await stored()).toMatchObject({ user_expiration_days: '45', linkedin_login: 'false' });
  });

  test('compare further input with what was just saved, without a false conflict', async () => {
    const stored = keeping(preferences());
    const put = stored['PUT /api/preferences/hotspots/7'] as (call: Call) => { body?: unknown };
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const calls = answerWith({
      ...stored,
      'PUT /api/preferences/hotspots/7': async (call) => {
        await held;
        return put(call);
      },
    });
    const { user } = await open();
    const days = screen.getByLabelText('Guest validity');
    await user.clear(days);
    await user.type(days, '4');
    await save(user);
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    await user.type(days, '5');
    release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    await waitFor(() => expect(calls.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1));
    expect(days).toHaveValue('45');
    expect(screen.queryByText(/^Someone else/)).not.toBeInTheDocument();
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(puts(calls)).toEqual([
      { key: 'user_expiration_days', value: '4' },
      { key: 'user_expiration_days', value: '45' },
    ]);
  });

  test('show both values of each conflicting field, to be chosen one by one', async () => {
    const stored = preferences({ 'CoovaChilli-Max-Navigation-Time': '3600' });
    const calls = answerWith(keeping(stored));
    const { user, store } = await open();
    const days = screen.getByLabelText('Guest validity');
    const online = screen.getByLabelText('Max. time online');
    for (const field of [days, online]) {
      await user.clear(field);
      await user.type(field, '45');
    }
    await user.click(screen.getByLabelText('With LinkedIn'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    const theirs = [
      { key: 'user_expiration_days', value: '77' },
      { key: 'CoovaChilli-Max-Navigation-Time', value: '7200' },
    ];
    for (const body of theirs) await fetch('/api/preferences/hotspots/7', { method: 'PUT', body: JSON.stringify(body) });
    calls.splice(0);
    act(() => void store.dispatch(refetchAll()));
    const alert = await screen.findByRole('alert');
    const rowOf = (label: string) =>
      within(within(alert).getByRole('row', { name: new RegExp(`^${label}`) }))
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent);
    expect(alert).toHaveTextContent('Someone else changed this in the meantime.');
    // In the units of the form, not those of the wire.
    expect(rowOf('Max. time online')).toEqual(['Max. time online', '120', '45']);
    expect(rowOf('Guest validity')).toEqual(['Guest validity', '77', '45']);

    await user.click(within(alert).getByRole('button', { name: 'Use their version: Guest validity' }));
    expect(days).toHaveValue('77');
    expect(online).toHaveValue('45');
    await user.click(within(alert).getByRole('button', { name: 'Keep my version: Max. time online' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(online).toHaveValue('45');
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(puts(calls)).toEqual(
      expect.arrayContaining([
        { key: 'CoovaChilli-Max-Navigation-Time', value: '2700' },
        { key: 'linkedin_login', value: 'false' },
      ]),
    );
    expect(puts(calls)).toHaveLength(2);
  });

  test('offer a retry when they cannot be read', async () => {
    answerWith({ ...packOf(500), 'GET /api/preferences/hotspots/7': [{ status: 500 }, { body: preferences() }] });
    const { user } = renderPage(<PreferencesTab hotspot={madeUpHotspot()} />);
    expect(await screen.findByText(/Couldn’t load preferences/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Limits' })).toBeVisible();
  });
});

describe('the preferences of the existing back end', () => {
  test('reject a setting that it no longer stores at its field', async () => {
    setConfig({ backend: 'existing' });
    answerWith(
      keeping(preferences({ voucher_expiration_days: '30' }), { status: 404, body: { message: 'No preference found!' } }, [
        'voucher_expiration_days',
      ]),
    );
    const { user } = await open();
    const days = screen.getByLabelText('Keep expired vouchers for');
    expect(days).toHaveValue('30');
    await user.clear(days);
    await user.type(days, '10');
    await save(user);
    await waitFor(() => expect(days).toHaveAccessibleDescription('Not saved: the server doesn’t have this setting'));
    expect(days).toHaveValue('10');
  });

  test('show unknown keys under Other, and can change them', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(keeping(preferences({ house_rule: 'quiet after ten' })));
    const { user } = await open();
    const other = within(screen.getByRole('region', { name: 'Other' }));
    const rule = other.getByLabelText('house_rule');
    expect(rule).toHaveValue('quiet after ten');
    await user.clear(rule);
    await user.type(rule, 'none');
    await save(user);
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(puts(calls)).toEqual([{ key: 'house_rule', value: 'none' }]);
    expect(calls.map(callName)).not.toContain('POST /api/preferences/hotspots/7');
  });
});

test('an existing back end is offered only the preferences that it already stores', async () => {
  setConfig({ backend: 'existing' });
  answerWith(keeping(preferences({ voucher_expiration_days: undefined })));
  await open();
  for (const label of ['Keep expired vouchers for', 'Time zone']) expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Guest validity')).toBeVisible();
  cleanup();
  answerWith(keeping(preferences({ voucher_expiration_days: '30' })));
  await open();
  expect(screen.getByLabelText('Keep expired vouchers for')).toHaveDisplayValue('30');
});

test('a login method that the server cannot provide names the reason', async () => {
  answerWith(keeping(preferences({ sms_login: 'true' })));
  setConfig({ ways_off: ['sms_login'] });
  try {
    await open();
    expect(screen.getByRole('checkbox', { name: 'By SMS' })).toHaveAccessibleDescription(
      'Not offered to guests: the server has no SMS gateway (SMS_URL).',
    );
    expect(screen.getByRole('checkbox', { name: 'By e-mail' })).not.toHaveAccessibleDescription();
  } finally {
    setConfig({ ways_off: [] });
  }
});

test('says beside a login method by SMS why guests get no code', async () => {
  answerWith({
    ...keeping(preferences({ sms_login: 'true', sms_login_max: '60' })),
    'GET /api/stats/sms/hotspots/7': { body: [], headers: { 'X-Total-Count': '60' } },
  });
  const { user } = await open();
  const bySms = screen.getByRole('checkbox', { name: 'By SMS' });
  await waitFor(() => expect(bySms).toHaveAccessibleDescription('Guests get no code: the hotspot’s SMS limit is reached.'));
  // A higher limit helps, and so does turning it off.
  await user.type(screen.getByLabelText('SMS limit'), '0');
  expect(bySms).not.toHaveAccessibleDescription();
});

test('says beside a login method by SMS that the pack is used up', async () => {
  answerWith({ ...keeping(preferences({ sms_login: 'true' })), ...packOf(400) });
  const { user } = await open();
  const bySms = screen.getByRole('checkbox', { name: 'By SMS' });
  await waitFor(() => expect(bySms).toHaveAccessibleDescription('Guests get no code: no SMS left in the pack.'));
  await user.click(bySms);
  expect(bySms).not.toHaveAccessibleDescription();
});

test('closes a hotspot on a card of its own', async () => {
  answerWith(keeping(preferences()));
  await open();
  const closing = within(screen.getByRole('region', { name: 'Closing' }));
  expect(closing.getAllByRole('checkbox').map((box) => box.getAttribute('id'))).toHaveLength(1);
  expect(closing.getByRole('checkbox', { name: 'Closed: nobody can get online' })).not.toBeChecked();
});

test('a dot on the tab says that preferences were typed and not saved, until they are typed back or discarded', async () => {
  answerWith(hotspot({ ...packOf(500) }, { sms_login: 'false', user_expiration_days: '3' }));
  const { user } = renderPage(<HotspotPage />, { at: '/hotspots/7?tab=preferences' });
  await screen.findByRole('tab', { name: 'Preferences' });
  await user.click(await screen.findByLabelText('By e-mail'));
  expect(await screen.findByRole('tab', { name: 'Preferences unsaved changes' })).toBeVisible();
  await user.click(await screen.findByLabelText('By e-mail'));
  expect(await screen.findByRole('tab', { name: 'Preferences' })).toBeVisible();
  await user.click(await screen.findByLabelText('By e-mail'));
  await screen.findByRole('tab', { name: 'Preferences unsaved changes' });
  await user.click(await screen.findByRole('button', { name: /Discard/ }));
  expect(await screen.findByRole('tab', { name: 'Preferences' })).toBeVisible();
});
