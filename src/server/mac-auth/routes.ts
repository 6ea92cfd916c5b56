import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId } from '../../contract/lists';
import { byMac, createMacEntry, macEntryCreated, macRegistered, registerMac as registerQuery } from '../../contract/macAuth';
import { told, trailFor } from '../audit/trail';
import { allow } from '../auth/guard';
import { startAttempt } from '../auth/throttle';
import type { Db } from '../db/client';
import type { Deps } from '../deps';
import { duplicate, notFound, RefusedError, tooOften } from '../errors';
import { onceFor } from '../idempotency';
import { findProvenUnit, insertMacEntry } from './queries';

const ALREADY_THERE = 'mac already used for this hotspot!';

/** Devices that get in by their MAC address (spec 1 §2; API.md, "MAC entries"). */
export const macAuthRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const once = onceFor({ db, clock });
    const trail = trailFor({ clock });

    app.post(
      '/units/:id/mac',
      { config: allow('mac_entries.create'), schema: { params: byId, body: createMacEntry, response: { 201: macEntryCreated } } },
      (request, reply) =>
        once(request, reply, async (tx) => {
          const { params, body, scope } = request;
          const add = async (inner: Db) => {
            const outcome = await insertMacEntry(inner, scope, params.id, body, clock());
            if (outcome === 'unknown unit') throw notFound('No unit found!');
            if (outcome === 'duplicate') throw duplicate(ALREADY_THERE);
            return outcome;
          };
          const { deviceId, mac } = await trail(request, tx, null, add, ({ guestId }) => ({ kind: 'guest', id: guestId }));
          reply.code(201);
          return { device_id: deviceId, user_id: mac, status: 'success' as const };
        }),
    );
  };

/**
 * Registration by a unit's secret, below /wax. Wrong digests are throttled like wrong passwords, on a count of their own: a unit
 * with an outdated secret does not keep its house from logging in.
 */
export const macRegistrationRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/register/mac/:mac',
      { schema: { params: byMac, querystring: registerQuery, response: { 200: macRegistered } } },
      async ({ params: { mac }, query: { digest, uuid, ...entry }, ip }) => {
        const attempt = await startAttempt(db, { username: `unit ${uuid}`, address: `unit ${ip}` }, config.loginLimit, clock());
        if ('wait' in attempt) throw tooOften(attempt.wait);
        const unit = await findProvenUnit(db, { uuid, digest });
        if (!unit) throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
        await attempt.succeeded();
        const deed = { scope: unit.scope, role: 'unit', address: ip, action: 'mac_entries.create' } as const;
        const add = async (tx: Db) => {
          const outcome = await insertMacEntry(tx, unit.scope, unit.id, { mac, ...entry }, clock());
          if (outcome === 'unknown unit') throw notFound('No unit found!');
          if (outcome === 'duplicate') throw duplicate(ALREADY_THERE);
          return outcome;
        };
        const made = await told(db, deed, clock(), { about: null, work: add, after: ({ guestId }) => ({ kind: 'guest', id: guestId }) });
        return { device_id: made.deviceId, user_id: made.mac };
      },
    );
  };
