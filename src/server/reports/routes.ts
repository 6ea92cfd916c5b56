import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { report, reportQuery, REPORTS } from '../../contract/reports';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { requestedZone } from '../preferences/zoneQueries';
import { getReport } from './queries';

/** The eleven reports (REP-17). */
export const reportRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/stats/reports/:type/graph',
      {
        config: { ...allow('reports.read'), priority: 'long' },
        schema: { params: z.object({ type: z.enum(REPORTS) }), querystring: reportQuery, response: { 200: report } },
      },
      async ({ params, query, scope }) => {
        const tz = await requestedZone(db, scope, query, config.zone);
        return getReport(db, scope, params.type, { ...query, tz }, clock());
      },
    );
  };
