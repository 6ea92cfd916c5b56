import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { byId, done } from '../../contract/lists';
import { createVouchers, listVouchers as listQuery, updateVouchers as updateBody, voucher, vouchersCreated } from '../../contract/vouchers';
import { allow } from '../auth/guard';
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
          const outcome = await insertVouchers(tx, request.scope, request.body, clock());
          if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
          if (outcome === 'duplicate code') throw duplicate('voucher already exists');
          reply.code(201);
          return { status: 'success' as const, ids: outcome };
        }),
    );

    app.put(
      '/vouchers',
      { config: allow('vouchers.update'), schema: { body: updateBody, response: { 200: done } } },
      async ({ body, scope }) => {
        if (!(await updateVouchers(db, scope, body))) throw notFound('No hotspot voucher found!');
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/vouchers/voucher/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      async ({ params, scope }) => {
        if (!(await deleteVoucher(db, scope, params.id))) throw notFound('No hotspot voucher found!');
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/vouchers/hotspot/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      async ({ params, scope }) => {
        if (!(await deleteVouchersOf(db, scope, params.id))) throw notFound('No hotspot voucher found!');
        return { status: 'success' as const };
      },
    );
  };
