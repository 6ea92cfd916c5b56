import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId } from '../../contract/lists';
import {
  byMac,
  createMacEntry,
  macEntryCreated,
  macRegistered,
  registerMac as registerQuery,
  type CreateMacEntry,
} from '../../contract/macAuth';
import { allow, guard } from '../auth/guard';
import type { Scope } from '../auth/tenancy';
import { startAttempt } from '../auth/throttle';
import { commandFor } from '../http/command';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { duplicate, notFound, RefusedError, tooOften } from '../http/errors';
import { findUnitOfDigest } from '../units/proofQueries';
import { insertMacEntry, type MacEntry } from './queries';

/** Routes for MAC entries: devices that are let in by their MAC address. */
export const macAuthRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.post(
      '/units/:id/mac',
      { config: allow('mac_entries.create'), schema: { params: byId, body: createMacEntry, response: { 201: macEntryCreated } } },
      (request, reply) => command(request, reply.code(201), creation(request.scope, request.params.id, request.body, clock())),
    );
  };

/**
 * Registration of MAC entries below /wax, for consoles of existing back ends. A unit's digest is visible in guests' address bars, so it isn't
 * enough for letting a device in for ten years: the call also needs the token of staff who may create MAC entries at that hotspot, which
 * every console sends. Wrong digests are refused as by existing back ends, and throttled like wrong passwords.
 */
export const macRegistrationRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, clock, config } = deps;
    const command = commandFor({ db, clock });
    guard(app, deps);

    app.get(
      '/register/mac/:mac',
      {
        config: { ...allow('mac_entries.create'), callers: 'units' },
        schema: { params: byMac, querystring: registerQuery, response: { 200: macRegistered } },
      },
      async (request, reply) => {
        const { digest, uuid, ...entry } = request.query;
        const attempt = await startAttempt(
          db,
          { what: 'unit', username: uuid, address: request.ip, agent: '' },
          config.loginLimit,
          clock(),
        );
        if ('wait' in attempt) throw tooOften(attempt.wait);
        const unitId = await findUnitOfDigest(db, request.scope, { uuid, digest });
        if (unitId === null) throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
        await attempt.succeeded();
        return command(request, reply, creation(request.scope, unitId, { mac: request.params.mac, ...entry }, clock()));
      },
    );
  };

/** The part of both commands that creates a MAC entry. */
const creation = (scope: Scope, unitId: number, entry: CreateMacEntry, now: Date) => ({
  work: async (tx: Db) => {
    const outcome = await insertMacEntry(tx, scope, unitId, entry, now);
    if (outcome === 'unknown unit') throw notFound('No unit found!');
    if (outcome === 'duplicate') throw duplicate('mac already used for this hotspot!');
    return outcome;
  },
  becomes: ({ guestId }: MacEntry) => ({ kind: 'guest' as const, id: guestId }),
  answer: ({ deviceId, mac }: MacEntry) => ({ device_id: deviceId, user_id: mac }),
});
