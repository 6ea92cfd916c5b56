import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { byId, done } from '../../contract/lists';
import {
  addSms as addSmsBody,
  attentionItem,
  COUNTED,
  dashboard,
  dashboardQuery,
  hotspotOnline,
  listSmsSent as smsQuery,
  portalFigures,
  portalFiguresQuery,
  smsAccount,
  smsSent,
  snoozeAlert as snoozeBody,
  total,
  totalOfGuests as guestsQuery,
  updateSmsThreshold as thresholdBody,
} from '../../contract/stats';
import { getPortalFigures } from '../access/portalFigureQueries';
import { allow } from '../auth/guard';
import { commandFor } from '../http/command';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { echoSorting } from '../database/listQueries';
import { requestedZone } from '../preferences/zoneQueries';
import { listAttention, snoozeAlert } from './attentionQueries';
import { getDashboard, hotspotOnlineOf } from './dashboardQueries';
import { addSms, countGuests, countTotal, getSmsAccount, listSmsSent, listSmsSentBy, updateSmsThreshold } from './queries';

/** Totals, SMS figures and alerts for the dashboard and the count cards. */
export const statsRoutes =
  ({ db, clock, config, unnamedProxy }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const serverState = () => ({ unnamedProxy: unnamedProxy?.() ?? null, hasRetention: config.retentionDays !== undefined });

    const command = commandFor({ db, clock });

    for (const kind of COUNTED) {
      if (kind === 'users') continue;
      app.get(`/stats/${kind}/total`, { config: allow('totals.read'), schema: { response: { 200: total } } }, async ({ scope }) => ({
        total: await countTotal(db, scope, kind),
      }));
    }

    app.get(
      '/stats/users/total',
      { config: allow('totals.read'), schema: { querystring: guestsQuery, response: { 200: total } } },
      async ({ query, scope }) => ({ total: await countGuests(db, scope, query, clock()) }),
    );

    app.get(
      '/stats/dashboard',
      { config: { ...allow('dashboard.read'), priority: 'long' }, schema: { querystring: dashboardQuery, response: { 200: dashboard } } },
      async ({ query, scope }) =>
        getDashboard(db, scope, await requestedZone(db, scope, { tz: query.tz, hotspot: 0 }, config.zone), clock()),
    );

    app.get(
      '/stats/online/:id',
      { config: allow('dashboard.read'), schema: { params: byId, response: { 200: hotspotOnline } } },
      async ({ params, scope }) => {
        const found = await hotspotOnlineOf(db, scope, params.id, clock());
        if (!found) throw notFound('No hotspot found!');
        return found;
      },
    );

    app.get(
      '/stats/portal/:id',
      { config: allow('reports.read'), schema: { params: byId, querystring: portalFiguresQuery, response: { 200: portalFigures } } },
      async ({ params, query, scope }) => {
        const found = await getPortalFigures(db, scope, params.id, { days: query.days, now: clock(), serverZone: config.zone });
        if (!found) throw notFound('No hotspot found!');
        return found;
      },
    );

    app.get('/stats/sms/accounts', { config: allow('sms_accounts.read'), schema: { response: { 200: smsAccount } } }, async ({ scope }) => {
      const found = await getSmsAccount(db, scope, scope.accountId);
      if (!found) throw notFound('No sms account found!');
      return found;
    });

    app.get(
      '/stats/sms/accounts/:id',
      { config: allow('sms_accounts.read'), schema: { params: byId, response: { 200: smsAccount } } },
      async ({ params, scope }) => {
        const found = await getSmsAccount(db, scope, params.id);
        if (!found) throw notFound('No sms account found!');
        return found;
      },
    );

    app.post(
      '/stats/sms/accounts/:id',
      { config: allow('sms_accounts.add'), schema: { params: byId, body: addSmsBody, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const { params, body, scope } = request;
            if (!(await addSms(tx, scope, params.id, body.sms_to_add))) throw notFound('No sms account found!');
          },
        }),
    );

    app.put(
      '/stats/sms/accounts/:id',
      { config: allow('sms_accounts.threshold'), schema: { params: byId, body: thresholdBody, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const { params, body, scope } = request;
            if (!(await updateSmsThreshold(tx, scope, params.id, body.sms_threshold))) throw notFound('No sms account found!');
          },
        }),
    );

    app.get(
      '/stats/sms/hotspots',
      {
        config: { ...allow('sms_hotspots.list'), ...emptyAs('No sms stats found!') },
        schema: { querystring: smsQuery, response: { 200: z.array(smsSent) } },
      },
      async ({ query, scope }, reply) => {
        const { data, total } = await listSmsSent(db, scope, query);
        echoSorting(reply, query);
        return reply.header('X-Total-Count', total).send(data);
      },
    );

    app.get(
      '/stats/sms/hotspots/:id',
      {
        config: { ...allow('sms_hotspots.list'), ...emptyAs('No sms stats found!') },
        schema: { params: byId, querystring: smsQuery, response: { 200: z.array(smsSent) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listSmsSentBy(db, scope, params.id, query);
        if (!found) throw notFound('No sms stats found!');
        echoSorting(reply, query);
        return reply.header('X-Total-Count', found.total).send(found.data);
      },
    );

    app.get(
      '/attention',
      {
        config: { ...allow('attention.list'), priority: 'long' },
        schema: { response: { 200: z.object({ data: z.array(attentionItem) }) } },
      },
      async ({ scope }) => ({ data: await listAttention(db, scope, clock(), serverState()) }),
    );

    // Not audited: it only changes what the caller sees.
    app.put(
      '/attention/snooze',
      { config: { ...allow('attention.snooze'), priority: 'long' }, schema: { body: snoozeBody, response: { 200: done } } },
      async ({ body, scope }) => {
        if (!(await snoozeAlert(db, scope, body, clock(), serverState()))) throw notFound('No alert found!');
        return { status: 'success' as const };
      },
    );
  };
