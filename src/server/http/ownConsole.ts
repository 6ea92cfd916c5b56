/** What the console of older back ends expects and ours does not (docs/wire.md#our-own-console). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSOLE_HEADER } from '../../contract/wire';
import { notFound } from './errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For lists that older back ends have: their message of 404 if no row matches. */
    emptyList?: string;
  }
}

/** Whether our own console sent the call, rather than that of an older back end or a program. A hint, never a proof. */
const isFromOwnConsole = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => (headers[CONSOLE_HEADER.toLowerCase()] ?? '') !== '';

/** For a list's `config`: the message with which callers other than our own console get 404 if no row matches. */
export const emptyAs = (emptyList: string) => ({ emptyList });

/** Answers empty lists with 404, as older back ends do: their console waits for ever on an empty 200. Ours gets the empty list. */
export function answerEmptyLists(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const { emptyList } = request.routeOptions.config;
    if (emptyList !== undefined && reply.statusCode === 200 && !isFromOwnConsole(request) && isEmptyList(payload)) {
      throw notFound(emptyList);
    }
    return payload;
  });
}

/** Whether a list has no row: a bare array, a page, the two sets of expired guests, or a CSV file. */
function isEmptyList(payload: unknown): boolean {
  if (Array.isArray(payload)) return payload.length === 0;
  if (typeof payload !== 'object' || payload === null) return false;
  const rows = Object.values(payload).filter((each) => Array.isArray(each));
  if (rows.length > 0) return rows.every((each) => each.length === 0);
  return 'total' in payload && payload.total === 0;
}
