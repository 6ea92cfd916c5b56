import { describe, expect, test } from '@jest/globals';
import { hidePersonalData } from '../../src/app/replay/hidePersonalData';
import { createPseudonyms } from '../../src/app/replay/pseudonyms';
import { pageNamed, recentAt } from '../../src/shared/recents';
import type { Recording } from '../../src/app/replay/recordingFile';

describe('pseudonyms', () => {
  const { wholeText, addresses } = createPseudonyms();

  test('are the same for the same text and differ for different texts', () => {
    const names = [
      'Mario Rossi',
      'Maria Rossi',
      'Søren Ågård',
      '山田太郎',
      'mario.rossi@example.com',
      '+39 333 1234567',
      'AA-BB-CC-DD-EE-FF',
    ];
    const hidden = names.map(wholeText);
    expect(names.map(wholeText)).toEqual(hidden);
    expect(new Set(hidden).size).toBe(names.length);
    hidden.forEach((stand, at) => expect(stand).not.toContain(names[at]));
    // Parts so long that chance doesn't make them again.
    for (const part of ['mario', 'rossi', 'maria', '1234567', 'aa-bb-cc', '山田'])
      expect(hidden.join(' ').toLowerCase()).not.toContain(part);
  });

  test('begin alike for words that begin alike, so that searches still match', () => {
    const [first = '', last = ''] = wholeText('Ginevra Bianchi').split(' ');
    expect(first.toLowerCase().startsWith(wholeText('gine'))).toBe(true);
    expect(last.toLowerCase().startsWith(wholeText('bia'))).toBe(true);
    expect(wholeText('00:11:22:AA:BB:CC').startsWith(wholeText('00:11:22'))).toBe(true);
    expect(wholeText('10.1.2.3').startsWith(wholeText('10.1.2.9').replace(/\.\d+$/, '.'))).toBe(true);
  });

  test.each([
    ['an e-mail address', 'info@hotel.example.it', /^\w+@\w+\.\w+\.example$/],
    ['a MAC address', '00:1a:2B:3c:4D:5e', /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i],
    ['a bare MAC address', '001a2b3c4d5e', /^[0-9a-f]{12}$/],
    ['an IPv4 address', '192.168.10.27', /^(?:\d{1,3}\.){3}\d{1,3}$/],
    ['an IPv6 address', '2001:db8::1f', /^[0-9a-f]{4}:[0-9a-f]{3}::[0-9a-f]{2}$/],
    ['a phone number', '+39 333 1234567', /^\+\d\d \d{3} \d{7}$/],
  ])('preserve the format of %s', (_what, text, shape) => {
    expect(wholeText(text)).toMatch(shape);
    expect(wholeText(text)).not.toBe(text);
  });

  test('replace only addresses in running text', () => {
    const text = 'Sent to anna@example.org from 10.0.0.7 by 00:11:22:33:44:55, call +393331234567 at 12:30:59 on 2026-11-22T10:00:00Z.';
    const hidden = addresses(text);
    for (const gone of ['anna@example.org', '10.0.0.7', '00:11:22:33:44:55', '+393331234567']) expect(hidden).not.toContain(gone);
    expect(hidden).toMatch(/^Sent to .+ from .+ by .+, call .+ at 12:30:59 on 2026-11-22T10:00:00Z\.$/);
  });
});

describe('hiding personal data in a recording', () => {
  const recordingOf = (start: object, actions: Recording['actions']): Recording => ({
    format: 'portico-recording',
    version: 3,
    console: '0.1.0',
    made: '2026-11-22T10:00:00.000Z',
    role: 'reseller',
    browser: 'a browser',
    backend: 'portico',
    isPersonalDataHidden: false,
    start,
    actions,
    times: actions.map(() => 0),
  });

  const guest = {
    id: 7,
    name: 'Mario Rossi',
    username: 'mario.rossi@example.com',
    email: 'mario.rossi@example.com',
    account_type: 'email',
  };
  const arg = { endpointName: 'listGuests', originalArgs: { q: 'ross', limit: 25 }, queryCacheKey: 'listGuests({"limit":25,"q":"ross"})' };

  test('replaces guests consistently, so that search, arguments and cache keys still match', () => {
    const hidden = hidePersonalData(
      recordingOf(
        {
          location: { pathname: '/users', search: '?q=ross&page=2' },
          api: { queries: { [arg.queryCacheKey]: { ...arg, data: { data: [guest] } } } },
        },
        [
          { type: 'location/listNarrowed', payload: { q: 'ross' } },
          { type: 'api/executeQuery/fulfilled', payload: { data: [guest] }, meta: { arg } },
        ],
      ),
    );
    const text = JSON.stringify(hidden);
    expect(text).not.toMatch(/mario|ross/i);
    expect(hidden.isPersonalDataHidden).toBe(true);

    const start = hidden.start as {
      location: { search: string };
      api: { queries: Record<string, { originalArgs: { q: string }; data: { data: (typeof guest)[] } }> };
    };
    const [[key, entry] = ['']] = Object.entries(start.api.queries);
    expect(key).toBe(`listGuests({"limit":25,"q":"${entry?.originalArgs.q ?? ''}"})`);
    expect(start.location.search).toBe(`?q=${entry?.originalArgs.q ?? ''}&page=2`);
    const [row] = entry?.data.data ?? [];
    expect(row?.name.toLowerCase()).toContain(entry?.originalArgs.q);
    expect(row).toMatchObject({ id: 7, account_type: 'email', username: row?.email });
    expect(hidden.actions[0]).toEqual({ type: 'location/listNarrowed', payload: { q: entry?.originalArgs.q } });
    expect(hidden.actions[1]).toMatchObject({ payload: { data: [row] }, meta: { arg: { queryCacheKey: key } } });
  });

  test('replaces every address of a session, and keeps its times', () => {
    const since = '2026-11-22T10:00:00Z';
    const addresses = ['10.1.3.1', '2001:db8::15', '2001:db8:500::/56'].map((address) => ({ address, since, until: null }));
    const hidden = hidePersonalData(recordingOf({}, [{ type: 'api/executeQuery/fulfilled', payload: { addresses } }]));
    expect(JSON.stringify(hidden)).not.toMatch(/10\.1\.3\.1|2001:db8/);
    expect(hidden.actions[0]).toMatchObject({ payload: { addresses: addresses.map(() => ({ since, until: null })) } });
  });

  test('replaces names in running text and keeps names of hotspots and units and account types', () => {
    const hidden = hidePersonalData(
      recordingOf(
        {
          location: { pathname: '/', search: '' },
          auth: { user: { account_type: 'admin', info: { username: 'admin', name: 'Ada Ricci', email: '' } } },
        },
        [
          { type: 'x/said', payload: { message: 'Written by Ada Ricci of grand-hotel' } },
          {
            type: 'x/listed',
            payload: [{ id: 1, name: 'grand-hotel', description: 'Grand Hotel', business_email: 'info@grand.example.com' }],
          },
          {
            type: 'x/changed',
            payload: { kind: 'guest', object_name: 'Luca Neri', changes: [{ field: 'email', old: 'luca@example.com', new: '' }] },
          },
        ],
      ),
    );
    const text = JSON.stringify(hidden);
    expect(text).not.toMatch(/Ricci|"username":"admin"|info@grand|Neri|luca@/i);
    expect(text).toContain('"account_type":"admin"');
    expect(text).toContain('"name":"grand-hotel","description":"Grand Hotel"');
    expect(text).toContain('of grand-hotel');
  });

  test('replaces the titles of people’s pages that were opened, and keeps those of hotspots', () => {
    const guest = recentAt({ pathname: '/users/11', search: '?tab=devices' }, 'Neri');
    const hotspot = recentAt({ pathname: '/hotspots/7', search: '' }, 'grand-hotel');
    if (!guest || !hotspot) throw new Error('both are pages with a title');
    const hidden = hidePersonalData(recordingOf({ recents: { of: 2, opened: [guest] } }, [pageNamed(guest), pageNamed(hotspot)]));
    const text = JSON.stringify(hidden);
    expect(text).not.toContain('Neri');
    expect(text).toContain('"title":"grand-hotel"');
  });

  test('replaces text typed into forms about people and keeps other forms', () => {
    const hidden = hidePersonalData(
      recordingOf(
        { drafts: { byKey: { 'guests/modify 7': { values: { name: 'Mario' } }, 'hotspots/create': { values: { name: 'grand-hotel' } } } } },
        [
          { type: 'drafts/typed', payload: { key: 'guests/modify 7', values: { name: 'Mario R' }, begun: { values: { name: 'Mario' } } } },
          { type: 'drafts/typed', payload: { key: 'hotspots/create', values: { name: 'grand-hotel-2' } } },
        ],
      ),
    );
    const text = JSON.stringify(hidden);
    expect(text).not.toContain('Mario');
    expect(text).toContain('"name":"grand-hotel"');
    expect(text).toContain('"name":"grand-hotel-2"');
  });

  test('covers what a found voucher tells of its guest and of the code it replaced', () => {
    const voucher = {
      remain_use: -1,
      duration: 7,
      expires: null,
      guest_name: 'Ginevra Bianchi',
      room: 'Suite 7',
      replaced: { code: '6rnxyhqz', at: '2026-11-22T10:00:00Z', account_name: 'anna.desk' },
    };
    const item = { kind: 'voucher', id: 1, hotspot_id: 7, title: 'n3wc0de9', subtitle: 'hotel', voucher };
    const hidden = JSON.stringify(hidePersonalData(recordingOf({ api: { queries: { 'find("6rnx yhqz")': { data: [item] } } } }, [])));
    for (const gone of ['Ginevra', 'Bianchi', 'Suite 7', '6rnx', 'n3wc0de9', 'anna.desk']) expect(hidden).not.toContain(gone);
    expect(hidden).toContain('2026-11-22T10:00:00Z');
  });
});
