/** Serializes long lists in pieces, so that other requests are answered meanwhile (database/paging.ts). */
import type { FastifyInstance } from 'fastify';
import { LONG_LIST, piecesOf } from '../database/paging';

/** How the JSON of a page begins: `data` is the first field of its schema. */
const BEGINNING = '{"data":[';

export function serializeInPieces(app: FastifyInstance): void {
  app.addHook('preSerialization', async (_request, reply, payload: unknown) => {
    const serialize: unknown = reply.getSerializationFunction(String(reply.statusCode));
    if (!isLongPage(payload) || !isSerializer(serialize)) return payload;
    const empty = serialize({ ...payload, data: [] });
    if (!empty.startsWith(BEGINNING)) return payload;
    const end = empty.slice(BEGINNING.length);
    const parts: Buffer[] = [];
    for await (const data of piecesOf(payload.data)) {
      const text = serialize({ ...payload, data });
      parts.push(Buffer.from(`${parts.length === 0 ? BEGINNING : ','}${text.slice(BEGINNING.length, -end.length)}`));
    }
    const whole = Buffer.concat([...parts, Buffer.from(end)]);
    // Fastify sends a Buffer as it is, though its type is that of strings.
    reply.serializer(() => whole as unknown as string);
    return payload;
  });
}

const isLongPage = (payload: unknown): payload is { data: unknown[] } =>
  typeof payload === 'object' && payload !== null && 'data' in payload && Array.isArray(payload.data) && payload.data.length > LONG_LIST;

const isSerializer = (found: unknown): found is (payload: unknown) => string => typeof found === 'function';
