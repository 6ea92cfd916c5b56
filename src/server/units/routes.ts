import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { nothing } from '../../contract/integrations';
import { byId, created, done, pageOf } from '../../contract/lists';
import {
  availability,
  availabilityQuery,
  createUnit,
  listUnits as listQuery,
  liveUnit,
  readUnit as readQuery,
  secretRenewed,
  unitSecret,
  updateUnit as updateBody,
} from '../../contract/units';
import { UNIT_SECRET } from '../../contract/plain/wire';
import { serverKey } from '../auth/serverKeyQueries';
import { allow } from '../auth/guard';
import { hasUnits } from '../config';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { outsideCommandFor, commandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, duplicate, forbidden, notFound } from '../http/errors';
import { emptyAs, isFromOwnConsole } from '../http/ownConsole';
import { FAS_KEY, fasKey } from './openndsProofs';
import { echoSorting, isoOrNull } from '../database/listQueries';
import { availabilityOfHotspots, availabilityOfUnits } from './availability';
import { deleteUnit, getUnit, insertUnit, listUnits, secretOf, updateUnit, withActivity } from './queries';
import { radiusOf } from './radiusQueries';
import { renewSecret } from './secretQueries';

/** Routes for units: access points and gateways. */
export const unitRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });
    const outsideCommand = outsideCommandFor({ db, clock });

    app.get(
      '/units',
      {
        config: { ...allow('units.list'), ...emptyAs('No units found!') },
        schema: { querystring: listQuery, response: { 200: pageOf(liveUnit) } },
      },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listUnits(db, scope, query, clock());
      },
    );

    app.get(
      '/units/availability',
      { config: allow('units.list'), schema: { querystring: availabilityQuery, response: { 200: z.array(availability) } } },
      async ({ query, scope }) => availabilityOfUnits(db, scope, idsIn(query.ids), clock(), config.zone),
    );

    app.get(
      '/hotspots/availability',
      { config: allow('units.list'), schema: { querystring: availabilityQuery, response: { 200: z.array(availability) } } },
      async ({ query, scope }) => availabilityOfHotspots(db, scope, idsIn(query.ids), clock(), config.zone),
    );

    app.get(
      '/units/:id',
      { config: allow('units.read'), schema: { params: byId, querystring: readQuery, response: { 200: liveUnit } } },
      async ({ params, query, scope }) => {
        const found = await getUnit(db, scope, params.id);
        if (!found) throw notFound('No unit found!');
        if (query.live !== 'true') return found;
        const [live = found] = await withActivity(db, [found], clock());
        const radius = hasUnits(config) ? await radiusOf(db, found.id, config, clock()) : undefined;
        return { ...live, ...(radius && { radius: found.secret === '' ? { ...radius, faskey: null } : radius }) };
      },
    );

    app.post('/units', { config: allow('units.create'), schema: { body: createUnit, response: { 201: created } } }, (request, reply) => {
      const { secret } = request.body;
      if (isFromOwnConsole(request) && secret !== '' && !UNIT_SECRET.test(secret))
        throw badField('secret', "at least 16 characters, without white space, '#' and quotes");
      return command(request, reply.code(201), {
        work: async (tx) => {
          // With the settings that our console shows, CoovaChilli signs its requests. Existing consoles, and units that register themselves,
          // don't know that.
          const signs = isFromOwnConsole(request) && config.portalOrigin !== undefined;
          const outcome = await insertUnit(tx, request.scope, { ...request.body, http_proof: signs ? 'signature' : 'address' }, clock());
          if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
          if (outcome === 'over quota') throw forbidden('Units over quota', 'units_over_quota');
          if (outcome === 'duplicate') throw duplicate('unit already exists');
          return outcome;
        },
        becomes: (id) => ({ kind: 'unit', id }),
        answer: (id) => ({ id }),
      });
    });

    app.put(
      '/units/:id',
      { config: allow('units.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'unit', id: request.params.id },
          work: async (tx) => {
            if (!(await updateUnit(tx, request.scope, request.params.id, request.body))) throw notFound('No unit found!');
          },
        }),
    );

    app.post(
      '/units/:id/secret',
      { config: allow('units.show_secret'), schema: { params: byId, body: nothing, response: { 200: unitSecret } } },
      (request, reply) => {
        const { id } = request.params;
        return outsideCommand(request, reply, {
          work: async () => {
            const found = await secretOf(db, request.scope, id);
            if (!found) throw notFound('No unit found!');
            return { secret: found.secret, faskey: config.opennds ? fasKey(await serverKey(db, FAS_KEY), found.uuid) : null };
          },
          audited: () => ({ kind: 'unit', id }),
          answer: (shown) => shown,
        });
      },
    );

    app.post(
      '/units/:id/renew',
      { config: allow('units.renew_secret'), schema: { params: byId, body: nothing, response: { 200: secretRenewed } } },
      (request, reply) => {
        const { id } = request.params;
        return command(request, reply, {
          work: async (tx) => {
            const until = await renewSecret(tx, request.scope, id, clock());
            if (until === undefined) throw notFound('No unit found!');
            return until;
          },
          // The secret isn't recorded anywhere.
          becomes: () => ({ kind: 'unit', id, fields: {} }),
          answer: (until) => ({ previous_until: isoOrNull(until) }),
        });
      },
    );

    app.delete('/units/:id', { config: allow('units.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'unit', id: request.params.id },
        unknown: 'No unit found!',
        work: async (tx, copies) => {
          if (!(await deleteUnit(tx, request.scope, request.params.id, copies))) throw notFound('No unit found!');
          return 1;
        },
      }),
    );
  };

const idsIn = (text: string) => (text === '' ? [] : text.split(',').map(Number));
