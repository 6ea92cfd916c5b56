/** Responses for the console of existing back ends, where they differ from those for ours (docs/wire.md#our-own-console). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSOLE_HEADER } from '../../contract/plain/wire';
import { notFound } from './errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For lists that existing back ends have: the message of their 404 if no row matches. */
    emptyList?: string;
    /** For lists that existing back ends sort in another order: the column that they sort by, ascending. */
    olderSort?: string;
  }
}

/** Whether our own console sent the request, rather than that of an existing back end or a program. A hint, not a proof. */
export const isFromOwnConsole = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers[CONSOLE_HEADER.toLowerCase()] ?? '') !== '';

/** For a list's `config`: the message with which callers other than our own console get 404 if no row matches. */
export const emptyAs = (emptyList: string) => ({ emptyList });

/** For a list's `config`: the column to sort by if a caller other than our own console names no order. */
export const sortedAs = (olderSort: string) => ({ olderSort });

/** Responds to lists as the console of existing back ends expects, except to our own console. */
export function answerExistingConsoles(app: FastifyInstance): void {
  answerEmptyLists(app);
  sortAsExistingBackEnds(app);
}

/** Sorts lists like existing back ends if no order is requested: their console pages through lists without requesting one. */
function sortAsExistingBackEnds(app: FastifyInstance): void {
  app.addHook<{ Querystring: { sort?: unknown; order?: unknown } }>('preValidation', async (request) => {
    const { olderSort } = request.routeOptions.config;
    const { query } = request;
    if (olderSort === undefined || isFromOwnConsole(request) || query.sort !== undefined || query.order !== undefined) return;
    query.sort = olderSort;
    query.order = 'asc';
  });
}

/** Responds to empty lists with 404, like existing back ends: their console waits for ever on an empty 200. Ours gets the empty list. */
function answerEmptyLists(app: FastifyInstance): void {
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
