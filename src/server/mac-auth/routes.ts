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
import { allow } from '../auth/guard';
import type { Scope } from '../auth/tenancy';
import { startAttempt } from '../auth/throttle';
import { commandFor } from '../http/command';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { duplicate, notFound, RefusedError, tooOften } from '../http/errors';
import { findProvenUnit, insertMacEntry, type MacEntry } from './queries';

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
 * Registration of MAC entries by a unit that knows its secret, below /wax. Wrong digests are throttled like wrong passwords but counted
 * separately, so that a unit with an outdated secret doesn't lock out sign-ins from the same address.
 */
export const macRegistrationRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.get(
      '/register/mac/:mac',
      { schema: { params: byMac, querystring: registerQuery, response: { 200: macRegistered } } },
      async (request, reply) => {
        const { digest, uuid, ...entry } = request.query;
        const attempt = await startAttempt(
          db,
          { what: 'unit', username: uuid, address: request.ip, agent: '' },
          config.loginLimit,
          clock(),
        );
        if ('wait' in attempt) throw tooOften(attempt.wait);
        const unit = await findProvenUnit(db, { uuid, digest });
        if (!unit) throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
        await attempt.succeeded();
        return command(request, reply, {
          event: { scope: unit.scope, role: 'unit', action: 'mac_entries.create' },
          ...creation(unit.scope, unit.id, { mac: request.params.mac, ...entry }, clock()),
        });
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
