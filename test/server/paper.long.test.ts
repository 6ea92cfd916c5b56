/** The print layout of vouchers: what is stored with a hotspot, and templates. */
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { listedPaperTemplate, paperTemplate } from '../../src/contract/paper';
import { PAPER_DEFAULTS, PAPER_FORMATS, TEMPLATE_LIMITS, type PaperElement, type PaperTemplate } from '../../src/contract/plain/paperModel';
import { audit_entries } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

const server = serve();
const changesNothing = changesNothingOn(server);

const PAPER = '/api/paper/hotspots/1';
const WIFI = {
  ...PAPER_DEFAULTS,
  ssid: 'Hotel; "Süd"',
  security: 'wpa',
  wifi_password: 'sole&mare-2026',
  footer: 'Reception: 9',
  language: 'de',
};

const TEXT: PaperElement = {
  id: 'one',
  kind: 'text',
  text: '{{hotspot}}: {{code}}',
  x: 1,
  y: 2,
  width: 40,
  height: 6,
  align: 'left',
  vertical: 'top',
  font: 'Lato',
  bold: true,
  size: 12,
  colour: '#1f6feb',
  language: 'guest',
};
const DOT = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LAYOUT: PaperTemplate = { version: 1, format: PAPER_FORMATS.labels_2x7, cut: 'corners', elements: [TEXT], pictures: {} };

const created = async (as: string, body: object) =>
  z.object({ id: z.number() }).parse((await server.as(as).post('/api/paper_templates', body)).body).id;
const namesAt = async (as: string, hotspot: number) =>
  z
    .array(listedPaperTemplate)
    .parse((await server.as(as).get(`/api/paper_templates?hotspot=${hotspot}`)).body)
    .map(({ name }) => name);

describe('a hotspot’s paper', () => {
  test('is the default sheet without a network until it is set up, and then the saved one', async () => {
    expect(await server.as('desk11').get(PAPER)).toMatchObject({ status: 200, body: PAPER_DEFAULTS });
    expect((await server.as('customer11').put(PAPER, WIFI)).status).toBe(200);
    // The desk prints the password on vouchers, so it may read it.
    expect((await server.as('desk11').get(PAPER)).body).toEqual(WIFI);
    expect((await server.as('reseller1').get('/api/paper/hotspots/2')).body).toEqual(PAPER_DEFAULTS);
  });

  test('is not overwritten after a concurrent change', async () => {
    const etag = (await server.as('reseller1').get(PAPER)).headers.get('ETag') ?? '';
    expect((await server.as('customer11').put(PAPER, { ...WIFI, footer: 'Mine' })).status).toBe(200);
    const late = await server.as('reseller1').put(PAPER, { ...WIFI, footer: 'Theirs' }, { 'If-Match': etag });
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', current: { footer: 'Mine' } } });
    expect((await server.as('reseller1').get(PAPER)).body).toMatchObject({ footer: 'Mine' });
  });

  test('records changes in the audit trail without the password', async () => {
    await server.as('reseller1').put(PAPER, { ...WIFI, footer: 'Before' });
    await server.as('reseller1').put(PAPER, { ...WIFI, footer: 'After', wifi_password: 'quite-another-one' });
    const entries = await server.db().select().from(audit_entries);
    expect(entries.at(-1)).toMatchObject({ action: 'paper.update', kind: 'hotspot', object_id: 1 });
    expect(entries.at(-1)?.changes).toEqual([
      { field: 'paper_footer', old: 'Before', new: 'After' },
      { field: 'paper_wifi_password', old: null, new: null, hidden: true },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/sole&mare|quite-another/);
  });

  test.each<[field: string, change: object]>([
    ['ssid', { ssid: 'é'.repeat(17) }],
    ['ssid', { ssid: 'two\nlines' }],
    ['wifi_password', { wifi_password: 'short' }],
    ['wifi_password', { wifi_password: 'x'.repeat(64) }],
    ['portal_url', { portal_url: 'javascript:alert(1)//{code}' }],
    ['portal_url', { portal_url: 'https://portal.example/' }],
    ['footer', { footer: 'x'.repeat(256) }],
    ['language', { language: 'xx' }],
    ['design', { design: 'nicest' }],
    ['template_id', { design: 'template' }],
    ['template_id', { template_id: 5 }],
    ['format', { format: { ...PAPER_FORMATS.a4, columns: 3 } }],
    ['format', { format: { ...PAPER_FORMATS.roll_58, rows: 2 } }],
    ['format.page.width', { format: { ...PAPER_FORMATS.a4, page: { width: 1e9, height: 297 } } }],
    ['shift.x', { shift: { x: 21, y: 0 } }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const answer = await changesNothing(() => server.as('reseller1').put(PAPER, { ...WIFI, ...change }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(Object.keys((answer.body as { fields: object }).fields)).toContain(field);
  });

  test('accepts only a usable template, and falls back once it is deleted', async () => {
    const id = await created('reseller1', { hotspot_id: 1, is_given: false, name: 'Only here', template: LAYOUT });
    const with_it = { ...WIFI, design: 'template', template_id: id };
    expect((await changesNothing(() => server.as('reseller1').put('/api/paper/hotspots/2', with_it))).body).toMatchObject({
      fields: { template_id: expect.any(String) },
    });
    expect((await server.as('reseller1').put(PAPER, with_it)).status).toBe(200);
    expect((await server.as('desk11').get(PAPER)).body).toMatchObject({ design: 'template', template_id: id });
    expect((await server.as('reseller1').delete(`/api/paper_templates/${id}`)).status).toBe(200);
    expect((await server.as('desk11').get(PAPER)).body).toMatchObject({ design: 'sheet', template_id: 0, ssid: WIFI.ssid });
  });
});

describe('paper templates', () => {
  test('belong to a hotspot, or to all hotspots of a reseller', async () => {
    await created('reseller1', { hotspot_id: 1, is_given: false, name: 'Own of 1', template: LAYOUT });
    await created('reseller1', { hotspot_id: 1, is_given: true, name: 'Given', template: LAYOUT });
    await created('customer11', { hotspot_id: 1, is_given: false, name: 'Of the customer', template: LAYOUT });

    expect(await namesAt('desk11', 1)).toEqual(['Given', 'Of the customer', 'Own of 1']);
    expect(await namesAt('reseller1', 2)).toEqual(['Given']);
    expect(await namesAt('admin', 4)).toEqual([]);
  });

  test('of a reseller cannot be shared, changed or deleted by the customer', async () => {
    const given = { hotspot_id: 1, is_given: true, name: 'Mine for all', template: LAYOUT };
    expect(await changesNothing(() => server.as('customer11').post('/api/paper_templates', given))).toMatchObject({ status: 403 });
    const id = await created('reseller1', given);
    for (const act of [
      () => server.as('customer11').put(`/api/paper_templates/${id}`, { name: 'Taken' }),
      () => server.as('customer11').delete(`/api/paper_templates/${id}`),
    ]) {
      expect(await changesNothing(act)).toMatchObject({ status: 404 });
    }
    expect((await server.as('customer11').get(`/api/paper_templates/${id}`)).status).toBe(200);
  });

  test('are returned as they were sent, with pictures', async () => {
    const picture = { ...kindOnly('picture'), id: 'two', picture: 'crest' };
    const template = { ...LAYOUT, elements: [TEXT, picture], pictures: { crest: DOT } };
    const id = await created('reseller1', { hotspot_id: 1, is_given: false, name: 'Pictured', template });
    expect(paperTemplate.parse((await server.as('desk11').get(`/api/paper_templates/${id}`)).body).template).toEqual(template);
  });

  test('are not overwritten unseen by concurrent changes', async () => {
    const id = await created('reseller1', { hotspot_id: 1, is_given: false, name: 'Twice', template: LAYOUT });
    const path = `/api/paper_templates/${id}`;
    const etag = (await server.as('reseller1').get(path)).headers.get('ETag') ?? '';
    const first = { ...LAYOUT, elements: [{ ...TEXT, text: 'First' }] };
    expect((await server.as('customer11').put(path, { template: first }, { 'If-Match': etag })).status).toBe(200);
    const late = await changesNothing(() => server.as('reseller1').put(path, { name: 'Second' }, { 'If-Match': etag }));
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', current: { name: 'Twice', template: first } } });
  });

  test.each<[what: string, change: object]>([
    ['an unknown field', { elements: [{ ...TEXT, text: 'Room {{room}}' }] }],
    ['a missing picture', { elements: [{ ...kindOnly('picture'), picture: 'gone' }] }],
    ['an invalid picture', { pictures: { x: 'data:image/png;base64,AAAA' } }],
    ['an external picture', { pictures: { x: 'https://example.com/x.png' } }],
    ['a drawing with script', { pictures: { x: 'data:image/svg+xml;base64,PHN2Zy8+' } }],
    ['an unknown kind of element', { elements: [{ ...kindOnly('html'), html: '<script>alert(1)</script>' }] }],
    ['an unknown property of an element', { elements: [{ ...TEXT, onclick: 'alert(1)' }] }],
    ['a colour with extra text', { elements: [{ ...TEXT, colour: 'red;}</style>' }] }],
    ['an external font', { elements: [{ ...TEXT, font: 'url(https://example.com)' }] }],
    ['an element twice', { elements: [TEXT, TEXT] }],
    ['too many elements', { elements: Array.from({ length: TEMPLATE_LIMITS.elements + 1 }, (_, id) => ({ ...TEXT, id: `e${id}` })) }],
    ['a missing number', { elements: [{ ...TEXT, x: null }] }],
    ['a later version', { version: 2 }],
  ])('are refused with %s', async (_what, change) => {
    const body = { hotspot_id: 1, is_given: false, name: 'Wrong', template: { ...LAYOUT, ...change } };
    expect(await changesNothing(() => server.as('reseller1').post('/api/paper_templates', body))).toMatchObject({
      status: 400,
      body: { code: 'malformed' },
    });
  });

  test('store texts unchanged, and none of it is HTML', async () => {
    const text = '<script>alert(1)</script> & <b>{{code}}</b>';
    const id = await created('reseller1', {
      hotspot_id: 1,
      is_given: false,
      name: text,
      template: { ...LAYOUT, elements: [{ ...TEXT, text }] },
    });
    const read = paperTemplate.parse((await server.as('desk11').get(`/api/paper_templates/${id}`)).body);
    expect([read.name, read.template.elements[0]]).toEqual([text, { ...TEXT, text }]);
  });
});

function kindOnly(kind: string) {
  const { id, x, y, width, height, align, vertical } = TEXT;
  return { id, x, y, width, height, align, vertical, kind };
}
