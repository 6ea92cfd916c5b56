import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { shift, shiftQuery } from '../../contract/batches';
import { byId, done } from '../../contract/lists';
import {
  createVouchers,
  listVouchers as listQuery,
  mailVoucher,
  updateVouchers as updateBody,
  voucher,
  voucherReplaced,
  vouchersCreated,
  type CreateVouchers,
  type Voucher,
} from '../../contract/vouchers';
import { printedCount, printedFields, voucherCount } from '../audit/extraFieldQueries';
import type { Ref } from '../audit/descriptionQueries';
import { allow } from '../auth/guard';
import { secondsToWait } from '../limits/queries';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { outsideCommandFor, commandFor } from '../http/command';
import type { Db } from '../database/db';
import type { Scope } from '../auth/tenancy';
import type { RouteDeps } from '../deps';
import { badField, conflict, duplicate, notFound, tooOften } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { requestedZone } from '../preferences/zoneQueries';
import { getMailLook } from '../marketing/queries';
import { postTaken } from '../messages/outboxQueries';
import { refuseUnsent } from '../messages/requireDelivered';
import { dayIn } from '../../contract/plain/zones';
import { echoSorting } from '../database/listQueries';
import { deleteVoucher, deleteVouchersOf, getVoucher, insertVouchers, updateVouchers } from './queries';
import { listVouchers } from './listQueries';
import { lockRemaining, replaceVoucher } from './replacingQueries';
import { getShift } from './shift';
import { voucherMailOf } from './voucherMail';

const UNKNOWN = 'No hotspot voucher found!';

/** Routes for vouchers, including replacing, mailing and the shift report. */
export const voucherRoutes =
  ({ db, clock, mailer, outbox, config, changes }: RouteDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const inZone = async (tx: Db, scope: Scope, { tz = 'UTC', ...body }: CreateVouchers): Promise<CreateVouchers> => ({
      ...body,
      tz: await requestedZone(tx, scope, { tz, hotspot: body.hotspot_id }, config.zone),
    });
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });
    const outside = outsideCommandFor({ db, clock });

    app.get(
      '/vouchers/:id',
      {
        config: { ...allow('vouchers.list'), ...emptyAs('No hotspot vouchers found!') },
        schema: { params: byId, querystring: listQuery, response: { 200: z.array(voucher) } },
      },
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
            const outcome = await insertVouchers(tx, request.scope, await inZone(tx, request.scope, request.body), clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'wrong last day') throw badField('last_day', 'is in the past, or too far ahead');
            if (outcome === 'duplicate code') throw duplicate('voucher already exists');
            return outcome;
          },
          becomes: (created) => createdRef(request.body, idsOf(created)),
          answer: (created) => ({ ids: idsOf(created), vouchers: created }),
        }),
    );

    app.get(
      '/vouchers/shift/:id',
      { config: allow('vouchers.list'), schema: { params: byId, querystring: shiftQuery, response: { 200: shift } } },
      async ({ params, query, scope }) => {
        const tz = await requestedZone(db, scope, { tz: query.tz, hotspot: params.id }, config.zone);
        const found = await getShift(db, scope, params.id, query.day ?? dayIn(clock(), tz), tz);
        if (!found) throw notFound('No hotspot vouchers found!');
        return found;
      },
    );

    app.post(
      '/vouchers/voucher/:id/replacement',
      { config: allow('vouchers.replace'), schema: { params: byId, response: { 201: voucherReplaced } } },
      (request, reply) => {
        const { params, scope } = request;
        const about = { kind: 'voucher', id: params.id } as const;
        return command(request, reply.code(201), {
          about,
          // The new code is not recorded: it is the username of a guest who may be erased later.
          becomes: () => ({ ...about, details: { replaced: true } }),
          ...changes.steps(request, { voucher: params.id }, async (tx) => {
            const now = clock();
            const remaining = await lockRemaining(tx, scope, params.id, now);
            if (remaining === 'unknown voucher') throw notFound(UNKNOWN);
            if (remaining === 'nothing left') throw conflict('Nothing is left of this voucher', 'nothing_left');
            return replaceVoucher(tx, scope, remaining, now);
          }),
          answer: (voucher: Voucher) => ({ voucher }),
        });
      },
    );

    app.post(
      '/vouchers/voucher/:id/mail',
      { config: allow('vouchers.send'), schema: { params: byId, body: mailVoucher, response: { 200: done } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return outside(request, reply, {
          work: async () => {
            const sent = await getVoucher(db, scope, params.id);
            const look = sent && (await getMailLook(db, scope, sent.hotspot_id));
            if (!sent || !look) throw notFound(UNKNOWN);
            if (!mailer.isConfigured) throw conflict('No mail server is configured', 'no_mail_server');
            const wait = await secondsToWait(db, { limit: 'voucher_mails', key: scope.accountId }, clock());
            if (wait > 0) throw tooOften(wait);
            const tz = await requestedZone(db, scope, { tz: body.tz, hotspot: sent.hotspot_id }, config.zone);
            const mail = voucherMailOf(sent, look, { ...body, tz });
            const message = await postTaken(
              db,
              {
                kind: 'voucher',
                hotspotId: sent.hotspot_id,
                accountId: scope.accountId,
                recipient: body.to,
                ...(sent.expires !== null && { expires: new Date(sent.expires) }),
                content: { channel: 'mail', mail, isAwaited: true },
              },
              clock(),
            );
            refuseUnsent(await outbox.sendNow(message), scope);
          },
          // The recipient is not recorded: the guest may be erased later.
          audited: () => ({ kind: 'voucher', id: params.id, details: { mailed: true } }),
          answer: () => ({ status: 'success' as const }),
        });
      },
    );

    app.put('/vouchers', { config: allow('vouchers.update'), schema: { body: updateBody, response: { 200: done } } }, (request, reply) =>
      command(request, reply, {
        about: markedIn(request.body.voucher_ids),
        work: async (tx) => {
          if (!(await updateVouchers(tx, request.scope, request.body))) throw notFound(UNKNOWN);
        },
      }),
    );

    app.delete('/vouchers/voucher/:id', { config: allow('vouchers.delete'), schema: DELETE_BY_ID }, (request, reply) => {
      const { params, scope } = request;
      return deletion(request, reply, {
        about: { kind: 'voucher', id: params.id },
        unknown: UNKNOWN,
        ...changes.steps(request, { voucher: params.id }, async (tx, copies: DeletedCopies) => {
          if (!(await deleteVoucher(tx, scope, params.id, copies))) throw notFound(UNKNOWN);
          return 1;
        }),
      });
    });

    app.delete('/vouchers/hotspot/:id', { config: allow('vouchers.delete'), schema: DELETE_BY_ID }, (request, reply) => {
      const { params, scope } = request;
      return deletion(request, reply, {
        about: { kind: 'hotspot', id: params.id, fields: voucherCount },
        unknown: UNKNOWN,
        ...changes.steps(request, { hotspot: params.id }, async (tx, copies: DeletedCopies) => {
          const count = await deleteVouchersOf(tx, scope, params.id, copies);
          if (count === null) throw notFound(UNKNOWN);
          return count;
        }),
      });
    });
  };

const idsOf = (vouchers: Voucher[]) => vouchers.map(({ id }) => id);

/** Audit subject of a creation: the voucher itself, or for several their hotspot. */
function createdRef({ hotspot_id, ...body }: CreateVouchers, ids: number[]): Ref {
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return { kind: 'voucher', id };
  const { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use } = body;
  const grants = { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use };
  return { kind: 'hotspot', id: hotspot_id, fields: {}, details: { vouchers: ids.length, ...grants } };
}

/** Audit subject of marking as printed: the voucher itself, or for several the one with the lowest id, with the number printed. */
function markedIn(ids: number[]): Ref {
  const different = [...new Set(ids)];
  const marked = { kind: 'voucher', id: Math.min(...different) } as const;
  return { ...marked, fields: different.length === 1 ? printedFields : printedCount(different) };
}
