import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId, created, done, pageOf } from '../../contract/lists';
import { createUnit, listUnits as listQuery, unit, updateUnit as updateBody } from '../../contract/units';
import { trailFor } from '../audit/trail';
import { allow } from '../auth/guard';
import type { Db } from '../db/client';
import type { Deps } from '../deps';
import { duplicate, forbidden, notFound } from '../errors';
import { onceFor } from '../idempotency';
import { echoSorting } from '../wire';
import { deleteUnit, getUnit, insertUnit, listUnits, updateUnit } from './queries';

/** Access-point units (spec 1 §7; API.md, "Units"). */
export const unitRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const once = onceFor({ db, clock });
    const trail = trailFor({ clock });

    app.get(
      '/units',
      { config: allow('units.list'), schema: { querystring: listQuery, response: { 200: pageOf(unit) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listUnits(db, scope, query);
      },
    );

    app.get('/units/:id', { config: allow('units.read'), schema: { params: byId, response: { 200: unit } } }, async ({ params, scope }) => {
      const found = await getUnit(db, scope, params.id);
      if (!found) throw notFound('No unit found!');
      return found;
    });

    app.post('/units', { config: allow('units.create'), schema: { body: createUnit, response: { 201: created } } }, (request, reply) =>
      once(request, reply, async (tx) => {
        const add = async (inner: Db) => {
          const outcome = await insertUnit(inner, request.scope, request.body, clock());
          if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
          if (outcome === 'over quota') throw forbidden('Units over quota', 'units_over_quota');
          if (outcome === 'duplicate') throw duplicate('unit already exists');
          return outcome;
        };
        const id = await trail(request, tx, null, add, (made) => ({ kind: 'unit', id: made }));
        reply.code(201);
        return { id, status: 'success' as const };
      }),
    );

    app.put(
      '/units/:id',
      { config: allow('units.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      async (request) => {
        const { params, body, scope } = request;
        await trail(request, db, { kind: 'unit', id: params.id }, async (tx) => {
          if (!(await updateUnit(tx, scope, params.id, body))) throw notFound('No unit found!');
        });
        return { status: 'success' as const };
      },
    );

    app.delete('/units/:id', { config: allow('units.delete'), schema: { params: byId, response: { 200: done } } }, async (request) => {
      const { params, scope } = request;
      await trail(request, db, { kind: 'unit', id: params.id }, async (tx) => {
        if (!(await deleteUnit(tx, scope, params.id))) throw notFound('No unit found!');
      });
      return { status: 'success' as const };
    });
  };
