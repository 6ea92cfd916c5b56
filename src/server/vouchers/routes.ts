import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { byId, done } from '../../contract/lists';
import {
  createVouchers,
  listVouchers as listQuery,
  updateVouchers as updateBody,
  voucher,
  vouchersCreated,
  type CreateVouchers,
} from '../../contract/vouchers';
import { printedCount, voucherCount, type Ref } from '../audit/subjects';
import { trailFor } from '../audit/trail';
import { allow } from '../auth/guard';
import type { Db } from '../db/client';
import type { Deps } from '../deps';
import { duplicate, notFound } from '../errors';
import { onceFor } from '../idempotency';
import { echoSorting } from '../wire';
import { deleteVoucher, deleteVouchersOf, insertVouchers, listVouchers, updateVouchers } from './queries';

/** Vouchers (spec 1 §2, §7; API.md, "Vouchers"). */
export const voucherRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const once = onceFor({ db, clock });
    const trail = trailFor({ clock });

    app.get(
      '/vouchers/:id',
      { config: allow('vouchers.list'), schema: { params: byId, querystring: listQuery, response: { 200: z.array(voucher) } } },
      async ({ params, query, scope }, reply) => {
        const found = await listVouchers(db, scope, params.id, query);
        if (!found) throw notFound('No hotspot vouchers found!');
        echoSorting(reply, query);
        return reply.header('X-Total-Count', found.total).send(found.data);
      },
    );

    app.post(
      '/vouchers',
      { config: allow('vouchers.create'), schema: { body: createVouchers, response: { 201: vouchersCreated } } },
      (request, reply) =>
        once(request, reply, async (tx) => {
          const add = async (inner: Db) => {
            const outcome = await insertVouchers(inner, request.scope, request.body, clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'duplicate code') throw duplicate('voucher already exists');
            return outcome;
          };
          const ids = await trail(request, tx, null, add, (made) => madeOf(request.body, made));
          reply.code(201);
          return { status: 'success' as const, ids };
        }),
    );

    app.put('/vouchers', { config: allow('vouchers.update'), schema: { body: updateBody, response: { 200: done } } }, async (request) => {
      const { body, scope } = request;
      await trail(request, db, markedIn(body.voucher_ids), async (tx) => {
        if (!(await updateVouchers(tx, scope, body))) throw notFound('No hotspot voucher found!');
      });
      return { status: 'success' as const };
    });

    app.delete(
      '/vouchers/voucher/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      async (request) => {
        const { params, scope } = request;
        await trail(request, db, { kind: 'voucher', id: params.id }, async (tx) => {
          if (!(await deleteVoucher(tx, scope, params.id))) throw notFound('No hotspot voucher found!');
        });
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/vouchers/hotspot/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      async (request) => {
        const { params, scope } = request;
        await trail(request, db, { kind: 'hotspot', id: params.id, fields: voucherCount }, async (tx) => {
          if (!(await deleteVouchersOf(tx, scope, params.id))) throw notFound('No hotspot voucher found!');
        });
        return { status: 'success' as const };
      },
    );
  };

/** Vouchers that were made, for the audit trail: one as itself, many as what their hotspot got. */
function madeOf({ hotspot_id, ...body }: CreateVouchers, ids: number[]): Ref {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return { kind: 'voucher', id };
  const { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use } = body;
  const grants = { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use };
  return { kind: 'hotspot', id: hotspot_id, fields: {}, said: { vouchers: ids.length, ...grants } };
}

/** Vouchers that are marked: one as itself, many as how many of them are printed. */
function markedIn(ids: number[]): Ref {
  const different = [...new Set(ids)];
  const marked = { kind: 'voucher', id: Math.min(...different) } as const;
  return different.length === 1 ? marked : { ...marked, fields: printedCount(different) };
}
