import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditCsv, auditEntry, listAudit as listQuery } from '../../contract/audit';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { echoSorting } from '../database/listQueries';
import { auditAsCsv } from './auditCsv';
import { listAudit } from './queries';

/** Read access to the audit trail. Entries are written only by the requests that they record. */
export const auditRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/audit',
      {
        config: { ...allow('audit.list'), priority: 'long' },
        schema: { querystring: listQuery, response: { 200: z.union([z.array(auditEntry), auditCsv]) } },
      },
      async ({ query, scope }, reply) => {
        const { data, total } = await listAudit(db, scope, query, clock());
        echoSorting(reply, query);
        reply.header('X-Total-Count', total);
        return query.csv === 'true' ? { data: auditAsCsv(data), total } : data;
      },
    );
  };
