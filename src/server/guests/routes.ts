import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  archivedGuestChanged,
  archivedGuestDetails,
  expiredGuests,
  guestDetails,
  guestsCsv,
  listedGuest,
  listExpiredGuests as expiredQuery,
  listGuests as listQuery,
  updateGuest as updateBody,
} from '../../contract/guests';
import { byId, done, pageOf } from '../../contract/lists';
import { trailFor } from '../audit/trail';
import { allow } from '../auth/guard';
import type { Db } from '../db/client';
import type { Deps } from '../deps';
import { duplicate, notFound } from '../errors';
import { changeShown, etagOf } from '../etag';
import { echoPage } from '../paging';
import { guestsAsCsv } from './csv';
import { eraseArchivedGuest, eraseGuest } from './erasure';
import {
  getArchivedGuest,
  getGuest,
  listExpiredGuests,
  listGuests,
  lockArchivedGuest,
  lockGuest,
  updateArchivedGuest,
  updateGuest,
} from './queries';

const UNKNOWN = 'No user found!';

/** Guests, expired and archived ones too (spec 2 §7; API.md, "Guests"). */
export const guestRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const trail = trailFor({ clock });

    app.get(
      '/users',
      { config: allow('guests.list'), schema: { querystring: listQuery, response: { 200: z.union([pageOf(listedGuest), guestsCsv]) } } },
      async ({ query, scope }, reply) => {
        const { data, page } = await listGuests(db, scope, query, clock());
        echoPage(reply, query, page);
        const { total } = page;
        return query.csv === 'true' ? { data: guestsAsCsv(data), total } : { data, total };
      },
    );

    app.get(
      '/users_expired',
      { config: allow('guests.list'), schema: { querystring: expiredQuery, response: { 200: z.union([expiredGuests, guestsCsv]) } } },
      async ({ query, scope }, reply) => {
        const { hasMore, ...found } = await listExpiredGuests(db, scope, query, clock());
        echoPage(reply, query, { hasMore });
        const { data_users, data_user_histories, total } = found;
        return query.csv === 'true' ? { data: guestsAsCsv([...data_users, ...data_user_histories]), total } : found;
      },
    );

    app.get(
      '/users/:id',
      { config: allow('guests.read'), schema: { params: byId, response: { 200: guestDetails } } },
      async ({ params, scope }, reply) => {
        const found = await getGuest(db, scope, params.id);
        if (!found) throw notFound(UNKNOWN);
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.put(
      '/users/:id',
      { config: allow('guests.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      async (request, reply) => {
        const { params, body, scope, headers } = request;
        const shown = {
          schema: guestDetails,
          lock: (tx: Db) => lockGuest(tx, scope, params.id),
          read: (tx: Db) => getGuest(tx, scope, params.id),
        };
        const etag = await trail(request, db, { kind: 'guest', id: params.id }, async (tx) => {
          const changed = await changeShown(tx, headers['if-match'], shown, (inner) => updateGuest(inner, scope, params.id, body));
          if (!changed.outcome) throw notFound(UNKNOWN);
          return changed.etag;
        });
        if (etag) reply.header('ETag', etag);
        return { status: 'success' as const };
      },
    );

    app.delete('/users/:id', { config: allow('guests.delete'), schema: { params: byId, response: { 200: done } } }, async (request) => {
      const { params, scope } = request;
      await trail(request, db, { kind: 'guest', id: params.id }, async (tx) => {
        if (!(await eraseGuest(tx, scope, params.id))) throw notFound(UNKNOWN);
      });
      return { status: 'success' as const };
    });

    app.get(
      '/users_expired/:id',
      { config: allow('guests.read'), schema: { params: byId, response: { 200: archivedGuestDetails } } },
      async ({ params, scope }, reply) => {
        const found = await getArchivedGuest(db, scope, params.id);
        if (!found) throw notFound(UNKNOWN);
        reply.header('ETag', etagOf(found));
        return found;
      },
    );

    app.put(
      '/users_expired/:id',
      { config: allow('guests.update'), schema: { params: byId, body: updateBody, response: { 200: archivedGuestChanged } } },
      async (request, reply) => {
        const { params, body, scope, headers } = request;
        const shown = {
          schema: archivedGuestDetails,
          lock: (tx: Db) => lockArchivedGuest(tx, scope, params.id),
          read: (tx: Db) => getArchivedGuest(tx, scope, params.id),
        };
        const archived = { kind: 'archived_guest', id: params.id } as const;
        const change = async (tx: Db) => {
          const changed = await changeShown(tx, headers['if-match'], shown, (inner) =>
            updateArchivedGuest(inner, scope, params.id, body, clock()),
          );
          if (changed.outcome === 'unknown guest') throw notFound(UNKNOWN);
          if (changed.outcome === 'duplicate username') throw duplicate('user already exists');
          return { outcome: changed.outcome, etag: changed.etag };
        };
        const { outcome, etag } = await trail(request, db, archived, change, (changed) =>
          changed.outcome === 'done' ? archived : { kind: 'guest', id: changed.outcome },
        );
        // One that is a guest again has gone from here.
        if (etag) reply.header('ETag', etag);
        return { status: 'success' as const, ...(outcome !== 'done' && { id: outcome }) };
      },
    );

    app.delete(
      '/users_expired/:id',
      { config: allow('guests.delete'), schema: { params: byId, response: { 200: done } } },
      async (request) => {
        const { params, scope } = request;
        await trail(request, db, { kind: 'archived_guest', id: params.id }, async (tx) => {
          if (!(await eraseArchivedGuest(tx, scope, params.id))) throw notFound(UNKNOWN);
        });
        return { status: 'success' as const };
      },
    );
  };
