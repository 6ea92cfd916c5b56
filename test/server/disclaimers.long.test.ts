import { describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { disclaimer, privacyPage } from '../../src/contract/disclaimers';
import { account_preferences, audit_entries, disclaimers_hotspots, hotspots } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf, fixture } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();
const changesNothing = changesNothingOn(server);

const RESELLER = accountIdOf('reseller1');
const UUID = String(fixture.tables.hotspots?.find((row) => row.id === 1)?.uuid);

async function created(body: string, type = 'tos', of = RESELLER): Promise<number> {
  const answer = await server.as('admin').post(`/api/disclaimers/accounts/${of}`, { title: 'House rules', type, body });
  expect(answer).toMatchObject({ status: 201, body: { status: 'success', disclaimers_accounts_id: expect.any(Number) } });
  return z.object({ disclaimer_id: z.number() }).parse(answer.body).disclaimer_id;
}

async function stored(id: number) {
  const all = z.array(disclaimer).parse((await server.as('reseller1').get(`/api/disclaimers/accounts/${RESELLER}`)).body);
  return all.find((one) => one.id === id);
}

const page = async () => privacyPage.parse((await server.withToken().get(`/wax/privacy/${UUID}`)).body);

describe('the disclaimers of a reseller', () => {
  test('contain what staff may write, and nothing that runs, loads or misleads', async () => {
    const id = await created(
      [
        '<h1 onclick="x()">Terms of {{.BusinessName}}</h1>',
        '<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)><iframe src="https://x"></iframe>',
        '<p style="color:red" class="x">Be <b>kind</b> &amp; <i>quiet</i></p>',
        '<a href="javascript:alert(1)">a</a><a href="https://example.com/x" target="_blank">b</a><a href="mailto:{{.BusinessEmail}}">c</a>',
        '<a href="{{.BusinessName}}">d</a><a href="//evil.example">e</a><svg><a xlink:href="javascript:1">f</a></svg>',
      ].join('\n'),
    );
    const body = (await stored(id))?.body ?? '';
    expect(body).toContain('<h1>Terms of {{.BusinessName}}</h1>');
    expect(body).toContain('<p>Be <b>kind</b> &amp; <i>quiet</i></p>');
    expect(body).toContain('<a>a</a><a href="https://example.com/x">b</a><a href="mailto:{{.BusinessEmail}}">c</a>');
    expect(body).toContain('<a>d</a><a>e</a>');
    expect(body).not.toMatch(/script|alert|onerror|onclick|iframe|style|evil|svg/i);
  });

  test('can be changed except for their type', async () => {
    const id = await created('First');
    expect((await server.as('admin').put(`/api/disclaimers/${id}`, { title: 'Second', type: 'privacy', id: 1 })).status).toBe(200);
    expect(await stored(id)).toEqual({ id, type: 'tos', title: 'Second', body: 'First' });
    expect((await server.as('admin').put(`/api/disclaimers/${id}`, { body: '<b>Third</b><script>1</script>' })).status).toBe(200);
    expect(await stored(id)).toEqual({ id, type: 'tos', title: 'Second', body: '<b>Third</b>' });
  });

  test('list where they are shown, and are replaced there by the default on deletion', async () => {
    const id = await created('Shown', 'privacy');
    expect((await server.as('reseller1').put('/api/hotspots/1', { privacy_disclaimer_id: id })).status).toBe(200);
    const chosen = { key: 'custom_disclaimers_privacy', value: String(id) };
    expect((await server.as('reseller1').put(`/api/preferences/accounts/${RESELLER}`, chosen)).status).toBe(201);
    const shown = await server.as('admin').get(`/api/disclaimers/${id}/hotspots`);
    expect(shown).toMatchObject({ status: 200, body: [{ id: 1, name: 'city-library-11', account_id: RESELLER }] });
    expect(shown.headers.get('X-Sort')).toBe('name');
    expect((await page()).privacy_selected_id).toBe(id);

    expect((await server.as('admin').delete(`/api/disclaimers/${id}`)).status).toBe(200);
    expect((await page()).privacy_selected_id).toBe(0);
    expect(await server.db().$count(disclaimers_hotspots, eq(disclaimers_hotspots.disclaimer_id, id))).toBe(0);
    expect(await server.db().$count(account_preferences, eq(account_preferences.value, String(id)))).toBe(0);
    expect(await server.as('admin').get(`/api/disclaimers/${id}/hotspots`)).toMatchObject({ status: 404 });
  });

  test('are given only to resellers, by an admin', async () => {
    const body = { title: 'T', type: 'tos', body: 'B' };
    for (const of of [accountIdOf('admin'), accountIdOf('customer11'), 999]) {
      expect(await changesNothing(() => server.as('admin').post(`/api/disclaimers/accounts/${of}`, body))).toMatchObject({ status: 404 });
    }
    for (const as of ['reseller1', 'customer11', 'desk11']) {
      expect(await changesNothing(() => server.as(as).post(`/api/disclaimers/accounts/${RESELLER}`, body))).toMatchObject({ status: 403 });
      expect(await changesNothing(() => server.as(as).put('/api/disclaimers/1', body))).toMatchObject({ status: 403 });
      expect(await changesNothing(() => server.as(as).delete('/api/disclaimers/1'))).toMatchObject({ status: 403 });
    }
  });

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['body', { body: '' }],
    ['body', { body: '<script>alert(1)</script>' }],
    ['body', { body: 'x'.repeat(200_001) }],
    ['type', { type: 'terms' }],
  ])('refuse a wrong %s', async (field, wrong) => {
    const body = { title: 'T', type: 'tos', body: 'B', ...wrong };
    const answer = await changesNothing(() => server.as('admin').post(`/api/disclaimers/accounts/${RESELLER}`, body));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });
});

describe('the privacy page of a hotspot', () => {
  test('fills in the placeholders so that no name becomes HTML or another placeholder', async () => {
    const name = `<script>"Bar" & 'Café'</script> {{.BusinessVat}}`;
    await server.db().update(hotspots).set({ business_name: name }).where(eq(hotspots.id, 1));
    const id = await created('Of {{.BusinessName}}, {{ .privacyname }}, {{.PrivacyVAT}}, {{.Unknown}}, {{BusinessName}}');
    const shown = (await page()).tos_disclaimers.find((one) => one.id === id);
    expect(shown?.body).toBe(
      'Of &#60;script&#62;&#34;Bar&#34; &#38; &#39;Café&#39;&#60;/script&#62; {{.BusinessVat}}, Reseller 1 srl, 01234567891, {{.Unknown}}, {{BusinessName}}',
    );
  });

  test("shows the default first, then its reseller's own, and none of others", async () => {
    const other = await created('Of reseller2', 'privacy', accountIdOf('reseller2'));
    const { privacy_disclaimers, tos_disclaimers } = await page();
    expect(privacy_disclaimers.map(({ id }) => id).slice(0, 2)).toEqual([0, 1]);
    expect(tos_disclaimers[0]).toMatchObject({ id: 0, type: 'tos', title: 'Default' });
    expect(privacy_disclaimers.map(({ id }) => id)).not.toContain(other);
    expect(new Set(privacy_disclaimers.map(({ type }) => type))).toEqual(new Set(['privacy']));
  });

  test('answers requests without a hotspot as recorded', async () => {
    for (const uuid of ['nope', encodeURIComponent("' or 1=1 --"), '1']) {
      const answer = await server.withToken().get(`/wax/privacy/${uuid}`);
      expect(answer).toMatchObject({ status: 404, body: { id: 0, status: 'hotspot not found' } });
    }
    expect((await server.withToken().get('/wax/privacy/%00')).status).toBe(400);
    expect((await server.withToken().get(`/wax/privacy/${'x'.repeat(65)}`)).status).toBe(400);
  });
});

describe("versions in guests' languages", () => {
  const put = (id: number, body: object) => server.as('admin').put(`/api/disclaimers/${id}`, body);

  test('are sanitised and replaced together, stay with calls without them, and are absent where there are none', async () => {
    const id = await created('Terms of {{.BusinessName}}');
    expect(await stored(id)).not.toHaveProperty('translations');
    const translations = { de: '<b>AGB</b> von {{.BusinessName}}<script>1</script>', fr: ' ', it: '<img src=x>' };
    expect((await put(id, { translations })).status).toBe(200);
    expect((await stored(id))?.translations).toEqual({ de: '<b>AGB</b> von {{.BusinessName}}' });
    expect((await put(id, { title: 'Rules' })).status).toBe(200);
    expect((await stored(id))?.translations).toEqual({ de: '<b>AGB</b> von {{.BusinessName}}' });
    expect((await put(id, { translations: { es: 'Condiciones' } })).status).toBe(200);
    expect((await stored(id))?.translations).toEqual({ es: 'Condiciones' });
    expect((await put(id, { translations: {} })).status).toBe(200);
    expect(await stored(id)).not.toHaveProperty('translations');
    const [entry] = await server.db().select().from(audit_entries).orderBy(desc(audit_entries.id)).limit(1);
    expect(entry?.changes).toEqual([{ field: 'translations', old: 'es: Condiciones', new: null }]);
  });

  test.each([{ translations: { pt: 'Termos' } }, { translations: 'de' }, { translations: { de: 'x'.repeat(200_001) } }])(
    'are refused as %#, and change nothing',
    async (body) => {
      const id = await created('Terms');
      expect((await changesNothing(() => put(id, body))).status).toBe(400);
    },
  );

  test('are on the public page in the requested language, and the text itself in others and for existing consoles', async () => {
    const id = await created('Terms of {{.BusinessName}}');
    await put(id, { translations: { de: 'AGB von {{.BusinessName}}' } });
    await server.as('reseller1').put('/api/hotspots/1', { tos_disclaimer_id: id, business_name: 'Inn & Sons' });
    const bodyIn = async (query: string) => {
      const answer = privacyPage.parse((await server.withToken().get(`/wax/privacy/${UUID}${query}`)).body);
      return answer.tos_disclaimers.find((one) => one.id === id);
    };
    expect(await bodyIn('?language=de')).toEqual({ id, type: 'tos', title: 'House rules', body: 'AGB von Inn &#38; Sons' });
    for (const query of ['?language=fr', '']) expect((await bodyIn(query))?.body).toBe('Terms of Inn &#38; Sons');
    expect((await server.withToken().get(`/wax/privacy/${UUID}?language=pt`)).status).toBe(400);
  });
});
