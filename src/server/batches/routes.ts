import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batch, batchCreated, createBatch, listBatches as listQuery, unusedCancelled } from '../../contract/batches';
import { wrongRows } from '../../contract/plain/guestRows';
import { deleteQuery } from '../../contract/deleted';
import { byId } from '../../contract/lists';
import { voucherCount } from '../audit/extraFieldQueries';
import { allow } from '../auth/guard';
import { deletionFor } from '../deleted/deletion';
import { commandFor } from '../http/command';
import { dayIn } from '../../contract/plain/zones';
import type { Deps } from '../deps';
import { notFound, RefusedError } from '../http/errors';
import { requestedZone } from '../preferences/zoneQueries';
import { cancelUnused, insertPersonal, listBatches, lockBatch } from './queries';

/** Maximum number of invalid fields listed in a refusal. */
const MAX_LISTED = 100;

/** Body limit in bytes, above the default: ten thousand guests with the longest names exceed that. */
const MAX_FILE_BYTES = 8_388_608;

/** Routes for voucher batches. */
export const batchRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });

    app.get(
      '/voucher_batches/:id',
      { config: allow('vouchers.list'), schema: { params: byId, querystring: listQuery, response: { 200: z.array(batch) } } },
      async ({ params, query, scope }, reply) => {
        const found = await listBatches(db, scope, params.id, query, clock());
        if (!found) throw notFound('No hotspot vouchers found!');
        return reply.header('X-Total-Count', found.total).send(found.data);
      },
    );

    app.post(
      '/voucher_batches',
      {
        config: allow('vouchers.create'),
        bodyLimit: MAX_FILE_BYTES,
        schema: { body: createBatch, response: { 201: batchCreated } },
      },
      (request, reply) =>
        command(request, reply.code(201), {
          work: async (tx) => {
            const { tz: zoneParam, hotspot_id: hotspot } = request.body;
            const tz = await requestedZone(tx, request.scope, { tz: zoneParam, hotspot }, config.zone);
            const wrong = wrongRows(request.body.rows, dayIn(clock(), tz));
            if (wrong.length > 0) {
              throw new RefusedError(400, {
                message: 'Request fields malformed',
                code: 'malformed',
                error: `${wrong.length} wrong`,
                fields: Object.fromEntries(wrong.slice(0, MAX_LISTED).map(({ row, field, problem }) => [`rows.${row}.${field}`, problem])),
              });
            }
            const outcome = await insertPersonal(tx, request.scope, { ...request.body, tz }, clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if ('known' in outcome) {
              throw new RefusedError(409, {
                message: 'Some guests have a voucher that still can be used',
                code: 'known_guests',
                fields: Object.fromEntries(outcome.known.map((row) => [`rows.${row}.name`, 'known'])),
              });
            }
            return outcome;
          },
          becomes: ({ vouchers }) => {
            const { hotspot_id, name, duration, remain_use } = request.body;
            return { kind: 'hotspot', id: hotspot_id, fields: {}, details: { vouchers, batch: name, type: 'auth', duration, remain_use } };
          },
          answer: (outcome) => outcome,
        }),
    );

    app.delete(
      '/voucher_batches/:id/unused',
      { config: allow('vouchers.delete'), schema: { params: byId, querystring: deleteQuery, response: { 200: unusedCancelled } } },
      (request, reply) => {
        const { params, scope } = request;
        return deletion(request, reply, {
          about: async (tx) => {
            const batch = await lockBatch(tx, scope, params.id);
            if (!batch) throw notFound('No hotspot voucher found!');
            return { kind: 'hotspot', id: batch.hotspotId, fields: voucherCount, details: { batch: batch.name } };
          },
          unknown: 'No hotspot voucher found!',
          work: (tx, copies) => cancelUnused(tx, scope, params.id, clock(), copies),
          answer: (cancelled) => ({ cancelled }),
        });
      },
    );
  };
