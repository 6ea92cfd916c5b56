/** Generates requests from the server's own schemas: valid, nearly valid, and nonsense. */
import fc from '../run/property';
import type { RouteOptions } from 'fastify';
import { z } from 'zod';

/** A route with its request and response schemas. */
export interface Route {
  method: string;
  /** Like /api/units/:id. */
  url: string;
  params: z.ZodType | undefined;
  querystring: z.ZodType | undefined;
  body: z.ZodType | undefined;
  response: Record<string, z.ZodType>;
}

/** A request as sent over the wire, with its body as text. */
export interface SampleRequest {
  route: Route;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

const schema = z.custom<z.ZodType>((value) => value instanceof z.ZodType);
const schemas = z
  .object({
    params: schema.optional(),
    querystring: schema.optional(),
    body: schema.optional(),
    response: z.record(z.string(), z.unknown()).default({}),
  })
  .prefault({});

/** One route per method, except HEAD, which GET implies. */
export function routesIn({ method, url, schema: given }: Pick<RouteOptions, 'method' | 'url' | 'schema'>): Route[] {
  const { response, ...taken } = schemas.parse(given);
  const known = Object.entries(response).flatMap(([status, answer]) => (answer instanceof z.ZodType ? [[status, answer] as const] : []));
  const route = { url, params: taken.params, querystring: taken.querystring, body: taken.body, response: Object.fromEntries(known) };
  return [method].flat().flatMap((each) => (each === 'HEAD' ? [] : [{ ...route, method: each }]));
}

const DEEP = 5_000;
const deepJson = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const deepObjectJson = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧',
  '\r\nSet-Cookie: a=b',
  "' or 1=1 --",
  "'; drop table accounts; --",
  '$1',
  '%',
  '_',
  '\\',
  '\\u0000',
  '%00',
  '%s%n',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '__proto__',
  'constructor',
  'toString',
  '=1+1',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '1e3',
  '0x10',
  '٣',
  '１２',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '9'.repeat(400),
  'é'.repeat(3_000),
  'x'.repeat(70_000),
  '2026-02-30T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-11-21T01:00:00+99:99',
  '2026-11-21',
  'data:image/png;base64,AAAA',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '00-00-00-00-00-00',
  '::1',
];
const NASTY_NUMBERS = [
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  5e-324,
];

const nastyText = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS) }, fc.string({ unit: 'binary', maxLength: 40 }));
const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(...NASTY_NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { __proto__: null }, { length: 1e9 }),
  fc.array(nastyText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Covers the fixture's ids, which are small. */
const smallId = fc.integer({ min: 0, max: 30 });

/** Values a schema accepts; custom rules (`refine`) are only met by chance. */
function valid(given: z.core.$ZodType, name = ''): fc.Arbitrary<unknown> {
  const { def } = given._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, valid(value, key)])));
    case 'string':
      return text(given as z.ZodString);
    case 'number':
      return /(^|_)ids?$/.test(name) ? smallId : numberOf(given as z.ZodNumber);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom<unknown>(...def.values);
    case 'union':
      return fc.oneof(...def.options.map((option) => valid(option, name)));
    case 'optional':
      return fc.option(valid(def.innerType, name), { nil: undefined });
    case 'nullable':
      return fc.option(valid(def.innerType, name), { nil: null });
    case 'default':
    case 'prefault':
      return fc.option(valid(def.innerType, name), { nil: undefined, freq: 1 });
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return valid(def.innerType, name);
    case 'pipe':
      return valid(def.in._zod.def.type === 'transform' ? def.out : def.in, name);
    case 'array':
      return fc.array(valid(def.element, name), { maxLength: 4 });
    case 'record':
      return fc.dictionary(text(def.keyType as unknown as z.ZodString).map(String), valid(def.valueType), { maxKeys: 4 });
    default:
      return nonsense;
  }
}

function text(given: z.ZodString): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 1000, patterns = new Set<RegExp>(), format } = given._zod.bag;
  if (format === 'datetime')
    return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
  const [pattern] = patterns;
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replaceAll(/[^su]/g, '')), { maxLength: 30 });
  return fc.string({ minLength: minimum, maxLength: Math.max(minimum, Math.min(maximum, 40)) });
}

function numberOf(given: z.ZodNumber): fc.Arbitrary<number> {
  const { minimum, maximum } = given._zod.bag;
  const low = typeof minimum === 'number' ? Math.ceil(minimum) : -1;
  const high = typeof maximum === 'number' ? Math.floor(maximum) : 2 ** 31 - 1;
  return fc.oneof(fc.integer({ min: low, max: Math.min(high, low + 30) }), fc.integer({ min: low, max: high }), fc.constantFrom(low, high));
}

/** Valid values, ones with an invalid field or two, or something else entirely. */
function nearly(given: z.ZodType): fc.Arbitrary<unknown> {
  const good = valid(given);
  const spoilt = fc
    .tuple(good, fc.array(fc.tuple(fc.nat(), nonsense), { minLength: 1, maxLength: 2 }), fc.boolean())
    .map(([value, spoils, isMore]) => {
      if (typeof value !== 'object' || value === null) return spoils[0]?.[1];
      const fields = Object.keys(value);
      const changed: Record<string, unknown> = { ...value };
      for (const [at, nasty] of spoils) {
        const field = fields[at % Math.max(1, fields.length)];
        if (field !== undefined) changed[field] = nasty;
      }
      return isMore ? { ...changed, id: 1, type: 'admin', creator_id: 1, password_hash: 'x', isAdmin: true } : changed;
    });
  return fc.oneof({ weight: 5, arbitrary: good }, { weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: nonsense });
}

/** Encodes any text for a URL; a lone surrogate becomes its bytes, which aren't valid UTF-8. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

const wrongHeaders = fc.constantFrom<Record<string, string>>(
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'nonsense' },
  { 'Content-Encoding': 'gzip' },
  { 'Idempotency-Key': 'x'.repeat(5_000) },
  { 'If-Match': '"nonsense", *' },
  { 'User-Agent': '\u00ff'.repeat(4_000) },
  { 'X-Long': 'y'.repeat(12_000) },
  { Accept: 'text/csv', Range: 'bytes=0-1' },
  { 'X-Forwarded-For': `${'1.2.3.4, '.repeat(200)}<script>` },
  { 'Accept-Language': 'it;q=nonsense' },
);

const brokenBodies = fc.constantFrom(
  '{',
  '{"a":1,}',
  '[',
  '"',
  'nonsense',
  '\u0000',
  '',
  '{"__proto__": {"type": "admin"}}',
  '{"constructor": {"prototype": {"a": 1}}}',
  '{"a": 1e999}',
  '{"a": "\\ud800"}',
  deepJson,
  deepObjectJson,
);

/** Requests to the routes, most of which should be answerable. */
export function requestsOf(routes: Route[]): fc.Arbitrary<SampleRequest> {
  return fc.constantFrom(...routes).chain((route) => {
    const params = route.params ? nearly(route.params) : fc.constant({});
    const query = route.querystring ? fc.oneof({ weight: 3, arbitrary: nearly(route.querystring) }, fc.constant({})) : fc.constant({});
    const json = route.body ? nearly(route.body).map((value) => JSON.stringify(value)) : fc.constant(undefined);
    const body =
      route.method === 'GET' ? fc.constant(undefined) : fc.oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: brokenBodies });
    const headers = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wrongHeaders });
    return fc.tuple(params, query, body, headers, nonsense).map(([given, requested, sentHeaders, extra, other]) => ({
      route,
      path: pathOf(route.url, given, other) + queryOf(requested),
      body: sentHeaders,
      headers: { ...(sentHeaders !== undefined && { 'Content-Type': 'application/json' }), ...extra },
    }));
  });
}

function pathOf(url: string, params: unknown, other: unknown): string {
  const given = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encoded(given.has(name) ? given.get(name) : other) || '%20');
}

function queryOf(requested: unknown): string {
  if (typeof requested !== 'object' || requested === null) return `?${encoded(requested)}`;
  const parts = Object.entries(requested).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${encoded(name)}=${encoded(each)}`),
  );
  return parts.length === 0 ? '' : `?${parts.join('&').slice(0, 14_000)}`;
}
