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
  type Voucher,
} from '../../contract/vouchers';
import { printedCount, voucherCount, type Ref } from '../audit/subjects';
import { allow } from '../auth/guard';
import { commandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, duplicate, notFound } from '../http/errors';
import { echoSorting } from '../database/listQueries';
import { deleteVoucher, deleteVouchersOf, insertVouchers, listVouchers, updateVouchers } from './queries';

/** The voucher calls. */
export const voucherRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

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
        command(request, reply.code(201), {
          work: async (tx) => {
            const outcome = await insertVouchers(tx, request.scope, request.body, clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'wrong last day') throw badField('last_day', 'is in the past, or too far ahead');
            if (outcome === 'duplicate code') throw duplicate('voucher already exists');
            return outcome;
          },
          becomes: (made) => madeOf(request.body, idsOf(made)),
          answer: (made) => ({ ids: idsOf(made), vouchers: made }),
        }),
    );

    app.put('/vouchers', { config: allow('vouchers.update'), schema: { body: updateBody, response: { 200: done } } }, (request, reply) =>
      command(request, reply, {
        about: markedIn(request.body.voucher_ids),
        work: async (tx) => {
          if (!(await updateVouchers(tx, request.scope, request.body))) throw notFound('No hotspot voucher found!');
        },
      }),
    );

    app.delete(
      '/vouchers/voucher/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'voucher', id: request.params.id },
          work: async (tx) => {
            if (!(await deleteVoucher(tx, request.scope, request.params.id))) throw notFound('No hotspot voucher found!');
          },
        }),
    );

    app.delete(
      '/vouchers/hotspot/:id',
      { config: allow('vouchers.delete'), schema: { params: byId, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'hotspot', id: request.params.id, fields: voucherCount },
          work: async (tx) => {
            if (!(await deleteVouchersOf(tx, request.scope, request.params.id))) throw notFound('No hotspot voucher found!');
          },
        }),
    );
  };

const idsOf = (vouchers: Voucher[]) => vouchers.map(({ id }) => id);

/** The audit trail's subject of a creation: the voucher itself, or for many their hotspot. */
function madeOf({ hotspot_id, ...body }: CreateVouchers, ids: number[]): Ref {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return { kind: 'voucher', id };
  const { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use } = body;
  const grants = { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use };
  return { kind: 'hotspot', id: hotspot_id, fields: {}, said: { vouchers: ids.length, ...grants } };
}

/** The audit trail's subject of marking: the voucher itself, or for many the number that is printed. */
function markedIn(ids: number[]): Ref {
  const different = [...new Set(ids)];
  const marked = { kind: 'voucher', id: Math.min(...different) } as const;
  return different.length === 1 ? marked : { ...marked, fields: printedCount(different) };
}
