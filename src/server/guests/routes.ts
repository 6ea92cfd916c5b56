import type { FastifyRequest } from 'fastify';
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
  readGuest as readQuery,
  updateGuest as updateBody,
} from '../../contract/guests';
import type { Deleted, DeleteQuery } from '../../contract/deleted';
import { byId, done, pageOf } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Db } from '../database/db';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { commandFor } from '../http/command';
import type { Replying } from '../http/idempotency';
import type { RouteDeps } from '../deps';
import { duplicate, notFound } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { etagOf } from '../http/etag';
import { longAsCsv } from '../http/requestPriority';
import { echoPage } from '../database/paging';
import { accessOf } from './access';
import { guestsAsCsv } from './guestsCsv';
import { eraseArchivedGuest, eraseGuest } from './erasureQueries';
import { listConsents } from '../disclaimers/consentQueries';
import { getGuest, listExpiredGuests, listGuests, lockGuest, updateGuest } from './queries';
import { getArchivedGuest, lockArchivedGuest, updateArchivedGuest } from './archivedGuestQueries';

const UNKNOWN = 'No user found!';

/** Routes for guests, including expired and archived ones. */
export const guestRoutes =
  ({ db, clock, config, changes }: RouteDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });
    const at = () => ({ now: clock(), serverZone: config.zone });

    app.get(
      '/users',
      {
        config: { ...allow('guests.list'), ...emptyAs('No users found!'), ...longAsCsv },
        schema: { querystring: listQuery, response: { 200: z.union([pageOf(listedGuest), guestsCsv]) } },
      },
      async ({ query, scope }, reply) => {
        const { data, page } = await listGuests(db, scope, query, at());
        echoPage(reply, query, page);
        const { total } = page;
        return query.csv === 'true' ? { data: guestsAsCsv(data), total } : { data, total };
      },
    );

    app.get(
      '/users_expired',
      {
        config: { ...allow('guests.list'), ...emptyAs('No user expired found!'), ...longAsCsv },
        schema: { querystring: expiredQuery, response: { 200: z.union([expiredGuests, guestsCsv]) } },
      },
      async ({ query, scope }, reply) => {
        const { hasMore, ...found } = await listExpiredGuests(db, scope, query, at());
        echoPage(reply, query, { hasMore });
        const { data_users, data_user_histories, total } = found;
        return query.csv === 'true' ? { data: guestsAsCsv([...data_users, ...data_user_histories]), total } : found;
      },
    );

    app.get(
      '/users/:id',
      { config: allow('guests.read'), schema: { params: byId, querystring: readQuery, response: { 200: guestDetails } } },
      async ({ params, query, scope }, reply) => {
        const found = await getGuest(db, scope, params.id, { ...at(), tz: query.tz });
        if (!found) throw notFound(UNKNOWN);
        reply.header('ETag', etagOf(found));
        return {
          ...found,
          ...(query.consents !== undefined && { consents: await listConsents(db, found.hotspot_id, found.id) }),
          ...(query.access !== undefined && { access: await accessOf(db, found, at()) }),
        };
      },
    );

    app.put(
      '/users/:id',
      { config: allow('guests.update'), schema: { params: byId, body: updateBody, response: { 200: done } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return command(request, reply, {
          about: { kind: 'guest', id: params.id },
          shown: {
            schema: guestDetails,
            lock: (tx) => lockGuest(tx, scope, params.id),
            read: (tx) => getGuest(tx, scope, params.id),
          },
          ...changes.steps(request, { guest: params.id }, async (tx) => {
            if (!(await updateGuest(tx, scope, params.id, body))) throw notFound(UNKNOWN);
          }),
        });
      },
    );

    /** Deletes a guest: with `undo=true` restorable for a day, otherwise for good, as consoles of existing back ends tell their users. */
    const deleting = async (
      request: FastifyRequest & { query: DeleteQuery },
      reply: Replying,
      about: { kind: 'guest' | 'archived_guest'; id: number },
      { work, ...after }: { work: (tx: Db, copies: DeletedCopies | null) => Promise<boolean>; afterCommit?: () => void },
    ): Promise<Deleted> => {
      const erase = async (tx: Db, copies: DeletedCopies | null) => {
        if (!(await work(tx, copies))) throw notFound(UNKNOWN);
        return 1;
      };
      if (request.query.undo === 'true') return deletion(request, reply, { about, unknown: UNKNOWN, work: erase, ...after });
      return command(request, reply, { about, work: (tx) => erase(tx, null), ...after });
    };
    const deletes = { config: allow('guests.delete'), schema: DELETE_BY_ID };

    app.delete('/users/:id', deletes, (request, reply) => {
      const { params, scope } = request;
      const steps = changes.steps(request, { guest: params.id }, (tx, copies: DeletedCopies | null) =>
        eraseGuest(tx, scope, params.id, copies),
      );
      return deleting(request, reply, { kind: 'guest', id: params.id }, steps);
    });

    app.get(
      '/users_expired/:id',
      { config: allow('guests.read'), schema: { params: byId, querystring: readQuery, response: { 200: archivedGuestDetails } } },
      async ({ params, query, scope }, reply) => {
        const found = await getArchivedGuest(db, scope, params.id, { ...at(), tz: query.tz });
        if (!found) throw notFound(UNKNOWN);
        reply.header('ETag', etagOf(found));
        return query.consents === undefined ? found : { ...found, consents: await listConsents(db, found.hotspot_id, found.user_id) };
      },
    );

    app.put(
      '/users_expired/:id',
      { config: allow('guests.update'), schema: { params: byId, body: updateBody, response: { 200: archivedGuestChanged } } },
      (request, reply) => {
        const { params, body, scope } = request;
        const archived = { kind: 'archived_guest', id: params.id } as const;
        return command(request, reply, {
          about: archived,
          shown: {
            schema: archivedGuestDetails,
            lock: (tx) => lockArchivedGuest(tx, scope, params.id),
            read: (tx) => getArchivedGuest(tx, scope, params.id),
          },
          work: async (tx) => {
            const outcome = await updateArchivedGuest(tx, scope, params.id, body, clock());
            if (outcome === 'unknown guest') throw notFound(UNKNOWN);
            if (outcome === 'duplicate username') throw duplicate('user already exists');
            return outcome;
          },
          becomes: (outcome) => (outcome === 'done' ? archived : { kind: 'guest', id: outcome }),
          answer: (outcome) => (outcome === 'done' ? {} : { id: outcome }),
        });
      },
    );

    app.delete('/users_expired/:id', deletes, (request, reply) =>
      deleting(
        request,
        reply,
        { kind: 'archived_guest', id: request.params.id },
        { work: (tx, copies) => eraseArchivedGuest(tx, request.scope, request.params.id, copies) },
      ),
    );
  };
