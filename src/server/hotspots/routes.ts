import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  createHotspot,
  hotspot,
  hotspotZone,
  hotspotZoneQuery,
  listedHotspot,
  listHotspots as listQuery,
  updateHotspot as updateBody,
} from '../../contract/hotspots';
import { byId, created, done, pageOf } from '../../contract/lists';
import { listPreferences as preferencesQuery, preference, updatePreference, type UpdatePreference } from '../../contract/preferences';
import { CAPTIVE_PREFIX } from '../../contract/plain/hotspotPreferences';
import { DECIDING_PREFERENCES } from '../access/factsQueries';
import { preferenceOf } from '../audit/extraFieldQueries';
import { allow } from '../auth/guard';
import type { Scope } from '../auth/tenancy';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { commandFor } from '../http/command';
import type { Db } from '../database/db';
import type { RouteDeps } from '../deps';
import { badField, duplicate, forbidden, notFound } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { etagOf } from '../http/etag';
import { echoSorting } from '../database/listQueries';
import { zoneOf } from '../preferences/zoneQueries';
import { checkedValue, kindOf } from './preferenceValues';
import { deleteHotspot, getHotspot, insertHotspot, listHotspots, lockHotspot, updateHotspot } from './queries';
import { listHotspotPreferences, lockHotspotPreference, updateHotspotPreference } from './preferenceQueries';

const UNKNOWN_DISCLAIMER = 'is not a disclaimer of this hotspot’s reseller';

/** Routes for hotspots and their preferences. */
export const hotspotRoutes =
  ({ db, clock, config, changes }: RouteDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });

    app.get(
      '/hotspots',
      {
        config: { ...allow('hotspots.list'), ...emptyAs('No hotspots found!') },
        schema: { querystring: listQuery, response: { 200: pageOf(listedHotspot) } },
      },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listHotspots(db, scope, query, clock());
      },
    );

    app.get(
      '/hotspots/zone',
      { config: allow('reports.read'), schema: { querystring: hotspotZoneQuery, response: { 200: hotspotZone } } },
      async ({ query, scope }) => ({ zone: await zoneOf(db, scope, query.hotspot, config.zone), server: config.zone }),
    );

    app.get(
      '/hotspots/:id',
      { config: allow('hotspots.read'), schema: { params: byId, response: { 200: hotspot } } },
      async ({ params, scope }, reply) => {
        const found = await getHotspot(db, scope, params.id);
        if (!found) throw notFound('No hotspot found!');
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.post(
      '/hotspots',
      { config: allow('hotspots.create'), schema: { body: createHotspot, response: { 201: created } } },
      (request, reply) =>
        command(request, reply.code(201), {
          work: async (tx) => {
            const outcome = await insertHotspot(tx, request.scope, request.body, clock());
            if (outcome === 'privacy incomplete') throw forbidden('Fill in the privacy fields of your profile first', 'privacy_incomplete');
            if (outcome === 'duplicate name') throw duplicate('hotspot already exists');
            if (outcome === 'unknown privacy disclaimer') throw badField('privacy_disclaimer_id', UNKNOWN_DISCLAIMER);
            if (outcome === 'unknown tos disclaimer') throw badField('tos_disclaimer_id', UNKNOWN_DISCLAIMER);
            return outcome;
          },
          becomes: (id) => ({ kind: 'hotspot', id }),
          answer: (id) => ({ id }),
        }),
    );

    app.put(
      '/hotspots/:id',
      { config: allow('hotspots.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return command(request, reply, {
          about: { kind: 'hotspot', id: params.id },
          shown: {
            schema: hotspot,
            lock: (tx) => lockHotspot(tx, scope, params.id),
            read: (tx) => getHotspot(tx, scope, params.id),
          },
          work: async (tx) => {
            const outcome = await updateHotspot(tx, scope, params.id, body);
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'unknown privacy disclaimer') throw badField('privacy_disclaimer_id', UNKNOWN_DISCLAIMER);
            if (outcome === 'unknown tos disclaimer') throw badField('tos_disclaimer_id', UNKNOWN_DISCLAIMER);
          },
        });
      },
    );

    app.delete('/hotspots/:id', { config: allow('hotspots.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'hotspot', id: request.params.id },
        unknown: 'No hotspot found!',
        ...changes.steps(request, { hotspot: request.params.id }, async (tx, copies: DeletedCopies) => {
          if (!(await deleteHotspot(tx, request.scope, request.params.id, copies))) throw notFound('No hotspot found!');
          return 1;
        }),
      }),
    );

    const preferences = { params: byId, querystring: preferencesQuery, response: { 200: z.array(preference) } };
    app.get(
      '/preferences/hotspots/:id',
      { config: allow('hotspot_preferences.read'), schema: preferences },
      async ({ params, query, scope }, reply) => {
        const found = await listHotspotPreferences(db, scope, params.id, false, query);
        if (!found) throw notFound('No preferences found!');
        echoSorting(reply, query);
        return found;
      },
    );
    app.get('/marketing/:id', { config: allow('marketing.read'), schema: preferences }, async ({ params, query, scope }, reply) => {
      const found = await listHotspotPreferences(db, scope, params.id, true, query);
      if (!found) throw notFound('No marketing preferences found!');
      echoSorting(reply, query);
      return found;
    });

    const changing = { params: byId, body: updatePreference, response: { 200: done } };
    app.put('/preferences/hotspots/:id', { config: allow('hotspot_preferences.update'), schema: changing }, async (request, reply) => {
      const { params, body, scope } = request;
      const checked = await checkedChange(body, false);
      if (scope.role === 'customer' && !body.key.startsWith(CAPTIVE_PREFIX)) throw forbidden('Operation not permitted');
      const saved = saving(scope, params.id, checked);
      if (!DECIDING_PREFERENCES.includes(body.key)) return command(request, reply, saved);
      return command(request, reply, { ...saved, ...changes.steps(request, { hotspot: params.id }, saved.work) });
    });
    app.put('/marketing/:id', { config: allow('marketing.update'), schema: changing }, async (request, reply) => {
      const { params, body, scope } = request;
      const checked = await checkedChange(body, true);
      return command(request, reply, saving(scope, params.id, checked));
    });
  };

/** The change with the value to store. Throws a refusal for unknown keys and invalid values. */
async function checkedChange({ key, value }: UpdatePreference, marketing: boolean): Promise<UpdatePreference> {
  const kind = kindOf(key, marketing);
  if (!kind) throw notFound('No preference found!');
  const checked = await checkedValue(kind, value);
  if ('reason' in checked) throw badField('value', checked.reason);
  return { key, value: checked.value };
}

/** The command that saves a preference. Its audit subject is a field of the hotspot. */
const saving = (scope: Scope, id: number, change: UpdatePreference) => ({
  about: { kind: 'hotspot' as const, id, fields: preferenceOf(change.key) },
  stored: { ...change, lock: (tx: Db) => lockHotspotPreference(tx, scope, id, change.key) },
  work: async (tx: Db) => {
    const outcome = await updateHotspotPreference(tx, scope, id, change);
    if (outcome === 'unknown hotspot') throw notFound('No preference found!');
    if (outcome === 'not in plan') throw forbidden("Can't update captive portal preference", 'not_in_plan');
  },
});
