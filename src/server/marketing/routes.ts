import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { feedbackResults as feedbackResultsAnswer, feedbackResultsQuery } from '../../contract/feedback';
import { byId, done } from '../../contract/lists';
import { byTestMail, sendTestMail } from '../../contract/marketing';
import { allow } from '../auth/guard';
import { secondsToWait } from '../limits/queries';
import { outsideCommandFor } from '../http/command';
import type { Deps } from '../deps';
import { badField, conflict, notFound, tooOften } from '../http/errors';
import { postTaken } from '../messages/outboxQueries';
import { refuseUnsent } from '../messages/requireDelivered';
import { obstacleOf } from './feedbackJob';
import { feedbackResults } from './feedbackResultQueries';
import { getHotspotMails } from './queries';
import { testMailOf } from './testMail';

/** Routes for feedback and review e-mails; their settings are stored with a hotspot's preferences. */
export const marketingRoutes =
  ({ db, clock, mailer, outbox, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const outside = outsideCommandFor({ db, clock });

    app.get(
      '/marketing/:id/results',
      {
        config: allow('marketing.update'),
        schema: { params: byId, querystring: feedbackResultsQuery, response: { 200: feedbackResultsAnswer } },
      },
      async ({ params, query, scope }) => {
        const found = await feedbackResults(db, scope, params.id, { ...query, zone: config.zone });
        if (!found) throw notFound('No hotspot found!');
        return { obstacle: obstacleOf(config, mailer), ...found };
      },
    );

    // Not audited: it changes nothing.
    app.post(
      '/marketing/testmail/:id/:mail',
      { config: allow('marketing.update'), schema: { params: byTestMail, body: sendTestMail, response: { 200: done } } },
      (request, reply) => {
        const { params, body, scope } = request;
        return outside(request, reply, {
          work: async () => {
            const mails = await getHotspotMails(db, scope, params.id);
            if (!mails) throw notFound('No hotspot found!');
            const mail = testMailOf(mails, params.mail, body);
            if (!mail) throw badField('body', 'contains nothing that may be sent');
            if (!mailer.isConfigured) throw conflict('No mail server is configured', 'no_mail_server');
            const wait = await secondsToWait(db, { limit: 'test_mails', key: scope.accountId }, clock());
            if (wait > 0) throw tooOften(wait);
            const about = { kind: 'test', hotspotId: params.id, accountId: scope.accountId, recipient: body.to } as const;
            const message = await postTaken(db, { ...about, content: { channel: 'mail', mail, isAwaited: true } }, clock());
            refuseUnsent(await outbox.sendNow(message), scope);
          },
          answer: () => ({ status: 'success' as const }),
        });
      },
    );
  };
