/** Long lists are read and serialized in pieces, which shows in no answer. */
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from '@jest/globals';
import { serializerCompiler, validatorCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pageOf } from '../../src/contract/lists';
import { inPieces, LONG_LIST, ROWS_AT_ONCE } from '../../src/server/database/paging';
import { serializeInPieces } from '../../src/server/http/largeLists';

const row = z.object({ id: z.number(), name: z.string(), note: z.string().optional() });
const page = pageOf(row).extend({ sums: z.object({ rows: z.number() }).optional() });

function appOf({ isInPieces }: { isInPieces: boolean }) {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  if (isInPieces) serializeInPieces(app);
  const routes: FastifyPluginAsyncZod = async (given) => {
    const query = z.object({ rows: z.coerce.number() });
    given.get('/page', { schema: { querystring: query, response: { 200: page } } }, async ({ query: { rows } }) => ({
      data: Array.from({ length: rows }, (_, id) => ({
        id,
        name: `],"data":["${id}" é`,
        secret: 'not in the schema',
        ...(id % 2 === 0 && { note: '€' }),
      })),
      total: rows,
      ...(rows % 2 === 0 && { sums: { rows } }),
    }));
    given.get('/wrong', { schema: { response: { 200: page } } }, async () => ({
      data: Array.from({ length: LONG_LIST + 1 }, (_, id) => ({ id, name: id === LONG_LIST ? (7 as unknown as string) : '' })),
      total: 0,
    }));
  };
  void app.register(routes);
  return app;
}

describe('an answer with many rows', () => {
  const [whole, inParts] = [appOf({ isInPieces: false }), appOf({ isInPieces: true })];
  afterAll(async () => {
    await Promise.all([whole.close(), inParts.close()]);
  });

  test.each([0, 1, LONG_LIST, LONG_LIST + 1, LONG_LIST + ROWS_AT_ONCE])('has the same bytes with %i', async (rows) => {
    const [expected, answer] = [await whole.inject(`/page?rows=${rows}`), await inParts.inject(`/page?rows=${rows}`)];
    expect(answer.body).toBe(expected.body);
    expect(answer.body).not.toContain('secret');
    for (const name of ['content-type', 'content-length']) expect(answer.headers[name]).toBe(expected.headers[name]);
  });

  test('lets other requests be answered meanwhile', async () => {
    const order: string[] = [];
    const long = inParts.inject(`/page?rows=${2 * LONG_LIST}`).then(() => order.push('long'));
    await new Promise(setImmediate);
    await inParts.inject('/page?rows=1').then(() => order.push('short'));
    await long;
    expect(order).toEqual(['short', 'long']);
  });

  test('is refused as a whole if a row is not as declared', async () => {
    expect((await inParts.inject('/wrong')).statusCode).toBe(500);
  });
});

test('many rows are read a few at a time, in their order', async () => {
  const ids = Array.from({ length: LONG_LIST + 1 }, (_, nth) => nth);
  const pieces: number[] = [];
  const found = await inPieces(ids, async (some) => {
    pieces.push(some.length);
    return some.map((id) => -id);
  });
  expect(pieces).toEqual([...Array.from({ length: LONG_LIST / ROWS_AT_ONCE }, () => ROWS_AT_ONCE), 1]);
  expect(found).toEqual(ids.map((id) => -id));
});
