import { z } from 'zod';
import { id, idParam, moment, sorting } from './lists';
import {
  byteLength,
  CODE_IN_ADDRESS,
  CUT_MARKS,
  fitsPage,
  MAX_OFFSET,
  MAX_SSID_BYTES,
  missingIn,
  NAMED_COLOURS,
  PAPER_COLOUR,
  PAPER_FONTS,
  PAPER_LANGUAGES,
  PAPER_LIMITS,
  TEMPLATE_LIMITS,
  WIFI_SECURITIES,
  WPA_PASSWORD,
  type PaperElement,
  type PaperSettings,
  type PaperTemplate,
} from './plain/paperModel';
import { BUILT_INS } from './plain/paperNames';
import { isWebAddress, MAX_LENGTH } from './plain/wire';

const { side, cell, gap, count } = PAPER_LIMITS;
const millimetres = ([least, most]: readonly [number, number]) => z.number().min(least).max(most);
/** 0: as long as the content. */
const length = (limits: readonly [number, number]) => z.literal(0).or(millimetres(limits));

const paperFormat = z
  .strictObject({
    page: z.strictObject({ width: millimetres(side), height: length(side) }),
    columns: z.number().int().min(count[0]).max(count[1]),
    rows: z.number().int().min(count[0]).max(count[1]),
    cell: z.strictObject({ width: millimetres(cell), height: length(cell) }),
    origin: z.strictObject({ x: millimetres([0, side[1]]), y: millimetres([0, side[1]]) }),
    gap: z.strictObject({ x: millimetres(gap), y: millimetres(gap) }),
  })
  .refine(fitsPage, { error: 'does not fit the page' });

const offset = z.number().min(-MAX_OFFSET).max(MAX_OFFSET);
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'is not on one line');

/**
 * Print settings of a hotspot's vouchers. `design` is built in, or `template` with its id. An admin, a reseller or the hotspot's
 * customer may change them (our server only); everyone who prints reads them, including the WiFi password, because it gets printed.
 */
const paperFields = z.strictObject({
  ssid: line(MAX_LENGTH.text).refine((name) => byteLength(name) <= MAX_SSID_BYTES, `is longer than ${MAX_SSID_BYTES} bytes`),
  security: z.enum(WIFI_SECURITIES),
  wifi_password: line(WPA_PASSWORD.max),
  portal_url: z
    .string()
    .max(MAX_LENGTH.url)
    .refine((address) => address === '' || isWebAddress(address), 'is not an http or https address')
    .refine((address) => address === '' || address.includes(CODE_IN_ADDRESS), `does not hold ${CODE_IN_ADDRESS}`),
  footer: line(MAX_LENGTH.text),
  language: z.enum(PAPER_LANGUAGES).or(z.literal('')),
  has_english: z.boolean(),
  has_qr: z.boolean(),
  design: z.enum([...BUILT_INS, 'template']),
  template_id: id,
  format: paperFormat,
  cut: z.enum(CUT_MARKS),
  shift: z.strictObject({ x: offset, y: offset }),
});

/** GET /api/paper/hotspots/{id}; defaults if nothing is stored. */
export const paperSettings: z.ZodType<PaperSettings> = paperFields;

/** PUT /api/paper/hotspots/{id}: replaces all settings. */
export const updatePaper = paperFields
  .refine(({ security, wifi_password }) => security === 'open' || wifi_password.length >= WPA_PASSWORD.min, {
    path: ['wifi_password'],
    error: `has ${WPA_PASSWORD.min} to ${WPA_PASSWORD.max} characters`,
  })
  .refine(({ design, template_id }) => (design === 'template') === (template_id !== 0), {
    path: ['template_id'],
    error: 'goes with the design template, and only with that',
  });

const colour = z.enum(NAMED_COLOURS).or(z.string().regex(PAPER_COLOUR));
const positioned = {
  id: z.string().regex(/^[\w-]{1,40}$/),
  x: millimetres([-side[1], side[1]]),
  y: millimetres([-side[1], side[1]]),
  width: millimetres([0.05, side[1]]),
  height: millimetres([0.05, side[1]]),
  align: z.enum(['left', 'centre', 'right']),
  vertical: z.enum(['top', 'middle', 'bottom']),
};
const size = z.number().min(TEMPLATE_LIMITS.size[0]).max(TEMPLATE_LIMITS.size[1]);

const element: z.ZodType<PaperElement> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...positioned,
    kind: z.literal('text'),
    text: z.string().max(TEMPLATE_LIMITS.text),
    font: z.enum(PAPER_FONTS),
    bold: z.boolean(),
    size,
    colour,
    language: z.enum(['guest', 'english']),
  }),
  z.strictObject({ ...positioned, kind: z.literal('code'), size, colour, grouped: z.boolean() }),
  z.strictObject({ ...positioned, kind: z.literal('qr'), opens: z.enum(['any', 'network', 'portal']) }),
  z.strictObject({ ...positioned, kind: z.literal('logo') }),
  z.strictObject({ ...positioned, kind: z.literal('picture'), picture: z.string().max(40) }),
  z.strictObject({ ...positioned, kind: z.literal('line'), colour }),
]);

const picture = z
  .string()
  .max(TEMPLATE_LIMITS.picture)
  .regex(/^data:image\/(?:png|jpe?g);base64,[A-Za-z0-9+/]+={0,2}$/, 'is no PNG or JPEG');

const layout = {
  version: z.literal(1),
  format: paperFormat,
  cut: z.enum(CUT_MARKS),
  elements: z.array(element).max(TEMPLATE_LIMITS.elements),
  pictures: z.record(z.string().regex(/^[\w-]{1,40}$/), picture),
};

/** A layout as stored and as exported. All of its texts are drawn literally: none of them is HTML. */
const paperTemplateLayout: z.ZodType<PaperTemplate> = z.strictObject(layout);

/** A layout that may be stored: it has the fields and pictures it refers to, and unique element ids. */
const newLayout = z
  .strictObject(layout)
  .refine(({ pictures }) => Object.keys(pictures).length <= TEMPLATE_LIMITS.pictures, { path: ['pictures'], error: 'are too many' })
  .refine(({ elements }) => new Set(elements.map((one) => one.id)).size === elements.length, {
    path: ['elements'],
    error: 'have an id twice',
  })
  .superRefine((template, context) => {
    for (const { what, name } of missingIn(template)) {
      const message = what === 'field' ? `name the field ${name}, which does not exist` : `name the picture ${name}, which is not there`;
      context.addIssue({ code: 'custom', path: ['elements'], message });
    }
  });

/** A hotspot's own template, or with `hotspot_id` 0 one that a reseller shares with all of its hotspots. */
const paperTemplateRow = z.object({ id, account_id: id, hotspot_id: id, name: z.string(), changed: moment });

export const listedPaperTemplate = paperTemplateRow;
export type ListedPaperTemplate = z.infer<typeof listedPaperTemplate>;

export const paperTemplate = paperTemplateRow.extend({ template: paperTemplateLayout });
export type StoredPaperTemplate = z.infer<typeof paperTemplate>;

/** GET /api/paper_templates: templates that can be used at a hotspot, or at any hotspot the caller sees. */
export const listPaperTemplates = z.object({
  ...sorting(['name', 'id', 'changed']).shape,
  hotspot: idParam.default(0),
});
export type ListPaperTemplates = z.infer<typeof listPaperTemplates>;

const name = z.string().trim().min(1).max(MAX_LENGTH.text);

/** POST /api/paper_templates: for a hotspot, or with `is_given` for all of its reseller's. */
export const createPaperTemplate = z.object({ hotspot_id: id, is_given: z.boolean(), name, template: newLayout });
export type CreatePaperTemplate = z.infer<typeof createPaperTemplate>;

/** PUT /api/paper_templates/{id}; omitted fields stay unchanged. */
export const updatePaperTemplate = z.object({ name, template: newLayout }).partial();
export type UpdatePaperTemplate = z.infer<typeof updatePaperTemplate>;
