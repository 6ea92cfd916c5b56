import { crc32, deflateSync } from 'node:zlib';
import { z } from 'zod';
import { preference } from '../../src/contract/preferences';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';
import { describe, expect, test } from '@jest/globals';
import {
  HOTSPOT_PREFERENCE_DEFAULTS,
  HOTSPOT_PREFERENCE_KINDS,
  MARKETING_DEFAULTS,
  MARKETING_KINDS,
  UNSET_MARKETING,
} from '../../src/contract/plain/hotspotPreferences';
import { valueTag } from '../../src/contract/plain/valueTag';
import { MAX_IMAGE } from '../../src/contract/plain/wire';

const server = serve();
const changesNothing = changesNothingOn(server);

const put = (key: string, value: unknown, as = 'admin', hotspot = 1) =>
  server.as(as).put(`/api/preferences/hotspots/${hotspot}`, { key, value });
const putMarketing = (key: string, value: unknown, as = 'admin', hotspot = 1) =>
  server.as(as).put(`/api/marketing/${hotspot}`, { key, value });
const isMarketing = (key: string) => key.startsWith('marketing_');

async function stored(key: string, hotspot = 1): Promise<string | undefined> {
  const { body } = await server.as('admin').get(isMarketing(key) ? `/api/marketing/${hotspot}` : `/api/preferences/hotspots/${hotspot}`);
  return z
    .array(preference)
    .parse(body)
    .find((one) => one.key === key)?.value;
}

/** A PNG of one grey pixel, or with other header values, with a comment of `padding` bytes. */
function png({ width = 1, depth = 8, colour = 0, padding = 0 } = {}): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const typedChunk = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(typedChunk));
    return Buffer.concat([length, typedChunk, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([depth, colour], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** A JPEG of one grey pixel, with fill bytes before its frame. */
const JPEG = Buffer.from(
  'ffd8ffdb0043001b12141714111b1716171e1c1b2028422b28252528513a3d3042605565645f555d5b6a7899816a7190735b5d85b586909ea3abadab6780bcc9baa6c799a8aba4ffdb0043011c1e1e2823284e2b2b4ea46e5d6ea4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ffffffc00011080001000103012200021101031101ffc4001500010100000000000000000000000000000002ffc40014100100000000000000000000000000000000ffc40014010100000000000000000000000000000000ffc40014110100000000000000000000000000000000ffda000c03010002110311003f00a001ffd9',
  'hex',
);
const url = (bytes: Buffer | string, type = 'png') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

function picture(padding: number): string {
  return `data:image/png;base64,${png({ padding }).toString('base64')}`;
}

describe('setting a preference', () => {
  test('separates marketing keys from all others', async () => {
    expect(await changesNothing(() => putMarketing('sms_login', 'true'))).toMatchObject({ status: 404 });
  });

  test('has a rule for every key', () => {
    expect(Object.keys(MARKETING_KINDS)).toEqual([...Object.keys(MARKETING_DEFAULTS), ...UNSET_MARKETING]);
    expect(Object.keys(HOTSPOT_PREFERENCE_KINDS)).toEqual(expect.arrayContaining(Object.keys(HOTSPOT_PREFERENCE_DEFAULTS)));
  });

  test('accepts every default value of a hotspot', async () => {
    for (const [key, value] of Object.entries(HOTSPOT_PREFERENCE_DEFAULTS))
      expect({ key, answer: await put(key, value) }).toMatchObject({ key, answer: { status: 200 } });
    for (const [key, value] of Object.entries(MARKETING_DEFAULTS)) {
      expect({ key, answer: await putMarketing(key, value) }).toMatchObject({ key, answer: { status: 200 } });
      expect(await stored(key)).toBe(value);
    }
  });

  test('stores the key that hotspots do not have by default', async () => {
    expect(await stored('voucher_expiration_days')).toBeUndefined();
    expect((await put('voucher_expiration_days', '30')).status).toBe(200);
    expect(await stored('voucher_expiration_days')).toBe('30');
    expect((await put('voucher_expiration_days', '31')).status).toBe(200);
    expect(await stored('voucher_expiration_days')).toBe('31');
    expect(await stored('voucher_expiration_days', 2)).toBeUndefined();
  });

  test.each(['nope', '', 'constructor', '__proto__', 'toString', 'captive_99', 'marketing_1_enabled'])(
    'answers 404 to the key %j',
    async (key) => {
      expect(await changesNothing(() => put(key, 'true'))).toMatchObject({ status: 404, body: { message: 'No preference found!' } });
    },
  );

  test.each([
    ['check_email_domain_list', ' Example.com, b.example.org ,', 'example.com,b.example.org'],
    ['CoovaChilli-Max-Total-Octets', '5368709120', '5368709120'],
    ['user_expiration_days', '007', '7'],
    ['captive_1_redir', 'http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
    ['captive_1_redir', '', ''],
    ['captive_2_title', '<b>=Ciao</b>', '<b>=Ciao</b>'],
    ['captive_6_description', 'Two\nlines', 'Two\nlines'],
    ['captive_7_background', '#FFF', '#FFF'],
    ['captive_85_text_style', 'Playfair Display SC', 'Playfair Display SC'],
    ['captive_3_logo', '', ''],
    ['captive_5_banner', url(png()), url(png())],
    ['captive_5_banner', url(JPEG, 'jpg'), url(JPEG, 'jpeg')],
    ['captive_81_bg_image', url(JPEG, 'png'), url(JPEG, 'jpeg')],
    ['marketing_7_second_after', 'days', 'days'],
    ['marketing_8_second_after_days', '', ''],
    ['wifi4eu_lang', 'DE', 'de'],
    ['time_zone', 'Europe/Rome', 'Europe/Rome'],
    ['time_zone', '', ''],
    ['guest_language', 'IT', 'it'],
    ['voucher_limits_total', 'true', 'true'],
    ['hotspot_closed', 'true', 'true'],
    ['marketing_2_feedback_email', 'a@example.com', 'a@example.com'],
    [
      'marketing_13_feedback_body_text',
      '<p onclick="x">Hi <a href="$$URL$$">here</a> $$URL$$<script>x</script></p>',
      '<p>Hi <a href="$$URL$$">here</a> $$URL$$</p>',
    ],
  ])('stores %s %j as %j', async (key, value, storedValue) => {
    expect(await (isMarketing(key) ? putMarketing : put)(key, value)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await stored(key)).toBe(storedValue);
  });

  test.each([
    ['sms_login', 'yes'],
    ['sms_login', ''],
    ['sms_login', true],
    ['wifi4eu_lang', 'ita'],
    ['time_zone', 'Rome'],
    ['guest_language', 'italiano'],
    ['time_zone', 'Europe/Atlantis'],
    ['voucher_limits_total', 'daily'],
    ['user_expiration_days', '-1'],
    ['user_expiration_days', '1.5'],
    ['user_expiration_days', ''],
    ['user_expiration_days', '1e3'],
    ['user_expiration_days', 5],
    ['CoovaChilli-Max-Total-Octets', '99999999999999999'],
    ['check_email_domain_list', 'example.com,not a domain'],
    ['check_email_domain_list', 'localhost'],
    ['facebook_login_page', 'two\nlines'],
    ['captive_1_redir', 'javascript:alert(1)'],
    ['captive_1_redir', 'JaVaScRiPt:alert(1)'],
    ['captive_1_redir', 'data:text/html,x'],
    ['captive_1_redir', 'ftp://example.com'],
    ['captive_1_redir', 'example.com'],
    ['captive_1_redir', '//example.com'],
    ['captive_1_redir', 'https://'],
    ['captive_1_redir', 'java\nscript:alert(1)'],
    ['captive_2_title', 'x'.repeat(256)],
    ['captive_7_background', 'red; background: url(x)'],
    ['captive_7_background', '#12345'],
    ['captive_85_text_style', 'Comic Sans MS'],
    ['captive_3_logo', 'https://example.com/logo.png'],
    ['captive_3_logo', url('<svg onload="x"/>', 'svg+xml')],
    ['captive_3_logo', url('<svg onload="x"/>', 'png')],
    ['captive_3_logo', url('GIF89a....', 'png')],
    ['captive_3_logo', url(png().subarray(0, 20))],
    ['captive_3_logo', url(png({ width: 0 }))],
    ['captive_3_logo', url(png({ depth: 3 }))],
    ['captive_3_logo', url(Buffer.concat([png().subarray(0, 20), Buffer.from('<script>alert(1)</script>')]))],
    ['captive_3_logo', url(Buffer.from('ffd8ffe00002ffd9', 'hex'), 'jpeg')],
    ['captive_3_logo', url(Buffer.from('ffd8ffe0ffffffc0', 'hex'), 'jpeg')],
    ['captive_3_logo', url(JPEG.subarray(0, -6), 'jpeg')],
    ['captive_3_logo', `${url(png())}" onload="x`],
    ['marketing_2_feedback_email', 'no at sign'],
    ['marketing_2_feedback_email', 'a@example.com, b@example.com'],
    ['marketing_7_second_after', 'never'],
    ['marketing_9_threshold', '0'],
    ['marketing_9_threshold', '6'],
    ['marketing_9_threshold', '3.5'],
    ['marketing_10_first_url', 'javascript:alert(1)'],
    ['marketing_15_feedback_subject_text', 'Hi\r\nBcc: everybody@example.com'],
    ['marketing_13_feedback_body_text', 'x'.repeat(200_001)],
  ])('refuses %s %j', async (key, value) => {
    const answer = await changesNothing(() => (isMarketing(key) ? putMarketing : put)(key, value));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', fields: { value: expect.any(String) } } });
  });

  test('accepts a picture of the maximum length, and refuses four characters more', async () => {
    const least = url(png()).length;
    const largest = (characters: number) => url(png({ padding: Math.floor(((characters - least) / 4) * 3) }));
    const fits = largest(MAX_IMAGE.characters);
    expect(fits.length).toBeGreaterThan(MAX_IMAGE.characters - 5);
    expect(fits.length).toBeLessThanOrEqual(MAX_IMAGE.characters);
    expect((await put('captive_81_bg_image', fits)).status).toBe(200);
    expect(await stored('captive_81_bg_image')).toBe(fits);
    const tooLarge = url(png({ padding: Math.floor(((MAX_IMAGE.characters - least) / 4) * 3) + 3 }));
    const answer = await changesNothing(() => put('captive_81_bg_image', tooLarge));
    expect(answer).toMatchObject({ status: 400, body: { fields: { value: 'File limit exceed (max 700 KB)' } } });
    expect(await put('captive_81_bg_image', 'x'.repeat(1_100_000))).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });
});

describe('permission to set preferences', () => {
  test.each(['reseller1', 'customer11'])('lets %s design the captive portal, because the plan includes it', async (as) => {
    expect((await put('captive_2_title', as, as)).status).toBe(200);
    expect(await stored('captive_2_title')).toBe(as);
  });

  test('keeps customers and desks from setting feedback e-mails', async () => {
    for (const as of ['customer11', 'desk11']) {
      expect(await changesNothing(() => putMarketing('marketing_1_enabled', 'true', as))).toMatchObject({ status: 403 });
    }
  });

  test('follows the plan of reseller2, which excludes it for its customer too, but not for an admin', async () => {
    for (const as of ['reseller2', 'customer21']) {
      const answer = await changesNothing(() => put('captive_2_title', 'Mine', as, 4));
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_in_plan' } });
    }
    expect((await put('user_expiration_days', '5', 'reseller2', 4)).status).toBe(200);
    expect((await put('captive_2_title', 'Theirs', 'admin', 4)).status).toBe(200);
  });

  test.each([
    ['customer11', 'user_expiration_days'],
    ['desk11', 'user_expiration_days'],
    ['desk11', 'captive_2_title'],
  ])('keeps %s from setting %s', async (as, key) => {
    expect(await changesNothing(() => put(key, '5', as))).toMatchObject({ status: 403 });
  });

  test("treats another tenant's hotspot as missing, for both requests", async () => {
    for (const hotspot of [4, 999]) {
      expect(await changesNothing(() => put('captive_2_title', 'x', 'reseller1', hotspot))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      expect(await changesNothing(() => put('captive_2_title', 'x', 'customer11', hotspot))).toMatchObject({ status: 404 });
      expect(await changesNothing(() => putMarketing('marketing_1_enabled', 'true', 'reseller1', hotspot))).toMatchObject({ status: 404 });
    }
  });
});

test('an ETag reveals nothing about the settings of others', async () => {
  const seen = { 'If-Match': valueTag('not what is stored') };
  const change = { key: 'user_expiration_days', value: '61' };
  for (const as of ['reseller2', 'customer21']) {
    const answer = await changesNothing(() => server.as(as).put('/api/preferences/hotspots/1', change, seen));
    expect({ as, status: answer.status }).toEqual({ as, status: as === 'reseller2' ? 404 : 403 });
    expect(answer.body).not.toHaveProperty('current');
  }
});

test('a plan without the captive portal is reported before an outdated ETag', async () => {
  const seen = { 'If-Match': valueTag('not what is stored') };
  const change = { key: 'captive_2_title', value: 'Mine' };
  const answer = await changesNothing(() => server.as('reseller2').put('/api/preferences/hotspots/4', change, seen));
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_in_plan' } });
  expect(answer.body).not.toHaveProperty('current');
});

describe.each([
  ['a preference', 'user_expiration_days', '/api/preferences/hotspots/1', ['60', '61', '62']],
  ['a text of a mail', 'marketing_15_feedback_subject_text', '/api/marketing/1', ['Ciao', 'Grazie', 'Grazie 👋']],
  ['a picture', 'captive_3_logo', '/api/preferences/hotspots/1', [1, 2, 3].map((padding) => picture(padding))],
])('a concurrent change of %s', (_what, key, path, [first = '', second = '', third = '']) => {
  const save = (value: string, seen?: string) =>
    server.as('admin').put(path, { key, value }, seen === undefined ? {} : { 'If-Match': valueTag(seen) });

  test('is refused without the current value, which is returned', async () => {
    await save(first);
    expect(await save(second, first)).toMatchObject({ status: 200 });
    const late = await changesNothing(() => save(third, first));
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', current: { key, value: second }, etag: valueTag(second) } });
    expect(await save(third, second)).toMatchObject({ status: 200 });
    expect(await stored(key)).toBe(third);
  });

  test('can be repeated with the same result, and without an ETag wins', async () => {
    await save(first);
    expect(await save(second, first)).toMatchObject({ status: 200 });
    expect(await save(second, first)).toMatchObject({ status: 200 });
    expect(await save(third)).toMatchObject({ status: 200 });
    expect(await stored(key)).toBe(third);
  });

  test('succeeds for one of many simultaneous requests', async () => {
    await save(first);
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => save(n % 2 === 0 ? second : third, first)));
    const winner = await stored(key);
    const refused = outcomes.filter(({ status }) => status === 412);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 412]));
    expect(refused).toHaveLength(4);
    expect([second, third]).toContain(winner);
  });
});

test('the ETag of a value is its own', () => {
  const values = [
    '',
    ' ',
    'a',
    'b',
    'ab',
    'ba',
    'true',
    'false',
    ...Array.from({ length: 20_000 }, (_, n) => String(n)),
    'è',
    'e\u0300',
    '👋',
    'x'.repeat(300_000),
    'x'.repeat(300_001),
  ];
  expect(new Set(values.map(valueTag)).size).toBe(values.length);
  expect(values.map(valueTag).every((tag) => /^"[\da-z]+-[\da-z]+"$/.test(tag))).toBe(true);
});
