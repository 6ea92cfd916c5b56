/** CoovaChilli's AAA by HTTP, below /wax: the address that its units have as `uamaaaurl`. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { overdueSession } from '../access/overdue';
import { decideAccess } from '../access/queries';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import type { Deps } from '../deps';
import { RefusedError } from '../http/errors';
import type { ProvenUnit } from '../mac-auth/queries';
import { toldBy } from '../radius/attributes';
import { CODE } from '../radius/codec';
import { keepContacts } from '../radius/contacts';
import { NO_SECRET } from '../radius/freeradius';
import { answered, asked } from '../radius/login';
import { countersAnswer, httpAaaQuery, loginAnswer, packetOf } from './httpAaa';
import { pageRoutes } from './pageRoutes';
import { malformed, unitProofs } from './proof';
import { giveMinutes } from './minutes';

/** The kind of unit that asks like this, which tells what it is answered and whose side it counts from. */
const KIND = 'coovachilli';

/** A name under which units of older back ends let guests fetch their mail; it is no session of anybody. */
const TEMPORARY = 'temporary';

export const httpAaaRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, clock, config } = deps;
    const contacts = keepContacts(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    const proofs = unitProofs(deps);
    const heard = ({ id }: ProvenUnit, ip: string) =>
      contacts.heard({ unitId: id, address: ip, kind: KIND, clockAhead: null, software: '' });
    await app.register(pageRoutes(deps, { ...proofs, heard }));

    app.get(
      '/aaa',
      { logLevel: 'warn', schema: { querystring: httpAaaQuery, response: { 200: z.string(), 403: z.string() } } },
      async (request, reply) => {
        const { query, ip } = request;
        const unit = await proofs.unitOf(query, ip);
        heard(unit, ip);
        void reply.type('text/plain; charset=utf-8');
        if (query.stage === 'login') return loginAnswer(await logIn(unit));
        if (query.stage === 'counters') return countersAnswer({ isOver: await report(unit) });
        if (query.stage === 'temporary') return minutes(unit);
        throw new RefusedError(501, { message: `stage ${query.stage} is not served`, code: 'not_served' });

        async function logIn({ id }: ProvenUnit) {
          // The unit's own session, which would configure it.
          if (query.service === 'admin') return { code: CODE.accessReject, attributes: [] };
          const packet = packetOf(query);
          const decided = await decideAccess(db, { ...asked(packet, NO_SECRET), unitId: id, now: clock(), serverZone: config.zone });
          return decided ? answered(packet, decided, KIND) : { code: CODE.accessReject, attributes: [] };
        }

        /** The seconds that the unit should give to somebody who looks up a code; refused with a status, as these units read it. */
        async function minutes(asking: ProvenUnit): Promise<string> {
          const { user, mac, sessionid } = query;
          const seconds = await giveMinutes(deps, asking, { email: user, mac, sessionid });
          if (seconds === 0) {
            void reply.code(403);
            return 'available temporary sessions exceed';
          }
          if (query.status !== 'new-json') return String(seconds);
          void reply.type('application/json; charset=utf-8');
          return JSON.stringify({ sessiontimeout: String(seconds) });
        }

        /** Answers whether the session should end. */
        async function report({ id, mac, hotspotId }: ProvenUnit): Promise<boolean> {
          const now = clock();
          const told = toldBy(packetOf(query), now.getTime(), KIND);
          if (told === null) throw malformed('status or sessionid is invalid');
          if (told.about === 'unit') {
            await recordUnitRestart(db, id, told.at);
            return false;
          }
          if (told.username === TEMPORARY) return false;
          await recordReport(db, { id, mac, hotspotId }, told);
          return told.event.kind === 'interim' && (await overdueSession(db, { unitId: id, key: told.key }, now, config.zone)) !== null;
        }
      },
    );
  };
