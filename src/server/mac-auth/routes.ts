import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId } from '../../contract/lists';
import { byMac, createMacEntry, macEntryCreated, macRegistered, registerMac as registerQuery } from '../../contract/macAuth';
import { audited } from '../audit/auditTrail';
import { allow } from '../auth/guard';
import { startAttempt } from '../auth/throttle';
import { commandFor } from '../http/command';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { duplicate, notFound, RefusedError, tooOften } from '../http/errors';
import { findProvenUnit, insertMacEntry } from './queries';

const ALREADY_THERE = 'mac already used for this hotspot!';

/** Routes for MAC entries: devices that are let in by their MAC address. */
export const macAuthRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.post(
      '/units/:id/mac',
      { config: allow('mac_entries.create'), schema: { params: byId, body: createMacEntry, response: { 201: macEntryCreated } } },
      (request, reply) =>
        command(request, reply.code(201), {
          work: async (tx) => {
            const outcome = await insertMacEntry(tx, request.scope, request.params.id, request.body, clock());
            if (outcome === 'unknown unit') throw notFound('No unit found!');
            if (outcome === 'duplicate') throw duplicate(ALREADY_THERE);
            return outcome;
          },
          becomes: ({ guestId }) => ({ kind: 'guest', id: guestId }),
          answer: ({ deviceId, mac }) => ({ device_id: deviceId, user_id: mac }),
        }),
    );
  };

/**
 * Registration of MAC entries by a unit that knows its secret, below /wax. Wrong digests are throttled like wrong passwords but counted
 * separately, so that a unit with an outdated secret doesn't lock out sign-ins from the same address.
 */
export const macRegistrationRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/register/mac/:mac',
      { schema: { params: byMac, querystring: registerQuery, response: { 200: macRegistered } } },
      async ({ params: { mac }, query: { digest, uuid, ...entry }, ip }) => {
        const attempt = await startAttempt(db, { what: 'unit', username: uuid, address: ip, agent: '' }, config.loginLimit, clock());
        if ('wait' in attempt) throw tooOften(attempt.wait);
        const unit = await findProvenUnit(db, { uuid, digest });
        if (!unit) throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
        await attempt.succeeded();
        const event = { scope: unit.scope, role: 'unit', address: ip, action: 'mac_entries.create' } as const;
        const work = async (tx: Db) => {
          const outcome = await insertMacEntry(tx, unit.scope, unit.id, { mac, ...entry }, clock());
          if (outcome === 'unknown unit') throw notFound('No unit found!');
          if (outcome === 'duplicate') throw duplicate(ALREADY_THERE);
          return outcome;
        };
        const made = await db.transaction((tx) =>
          audited(tx, event, clock(), { becomes: ({ guestId }) => ({ kind: 'guest', id: guestId }), work }),
        );
        return { device_id: made.deviceId, user_id: made.mac };
      },
    );
  };
