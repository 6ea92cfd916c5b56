/** CoovaChilli's AAA over HTTP, below /wax: the URL its units have as `uamaaaurl`. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { noteReportedByHttp } from '../access/pendingDisconnects';
import { shouldEnd } from '../access/overdue';
import { decideAccess } from '../access/queries';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import type { Deps } from '../deps';
import { RefusedError } from '../http/errors';
import type { ProvenUnit } from '../mac-auth/queries';
import { parseAccounting } from '../radius/attributes';
import { CODE } from '../radius/codec';
import { unitContactBuffer } from '../radius/contacts';
import { withFingerprint } from '../radius/fingerprints';
import { NO_SECRET } from '../radius/freeradius';
import { accessResponse, credentialFrom } from '../radius/accessRequest';
import { countersAnswer, httpAaaQuery, loginAnswer, packetOf } from './httpAaa';
import { pageRoutes } from './pageRoutes';
import { malformed, unitProofs } from './unitDigest';
import { grantTemporaryAccess } from './temporaryAccess';

/** Kind of the units that call this; it determines the answer's attributes and the direction of the counters. */
const KIND = 'coovachilli';

/** User name under which units of older back ends grant temporary access; its reports belong to no guest and are ignored. */
const TEMPORARY = 'temporary';

export const httpAaaRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, clock, config } = deps;
    const contacts = unitContactBuffer(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    const proofs = unitProofs(deps, { refused: (unitId, ip) => contacts.refused([unitId], ip, 'wrong_secret') });
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
          // The unit's own session, through which it would be configured.
          if (query.service === 'admin') return { code: CODE.accessReject, attributes: [] };
          const packet = packetOf(query);
          const decided = await decideAccess(db, {
            ...credentialFrom(packet, NO_SECRET),
            unitId: id,
            now: clock(),
            serverZone: config.zone,
          });
          return decided ? accessResponse(packet, decided, KIND) : { code: CODE.accessReject, attributes: [] };
        }

        /** The seconds of temporary access the unit should grant; refused with status 403, as these units expect. */
        async function minutes(asking: ProvenUnit): Promise<string> {
          const { user, mac, sessionid } = query;
          const seconds = await grantTemporaryAccess(deps, asking, { email: user, mac, sessionid });
          if (seconds === 0) {
            void reply.code(403);
            return 'available temporary sessions exceed';
          }
          if (query.status !== 'new-json') return String(seconds);
          void reply.type('application/json; charset=utf-8');
          return JSON.stringify({ sessiontimeout: String(seconds) });
        }

        /** Records a report. True if the session should end. */
        async function report({ id, mac, hotspotId }: ProvenUnit): Promise<boolean> {
          const now = clock();
          const packet = packetOf(query);
          const told = parseAccounting(packet, now.getTime(), KIND);
          if (told === null) throw malformed('status or sessionid is invalid');
          if (told.about === 'unit') {
            await recordUnitRestart(db, id, told.at);
            return false;
          }
          if (told.username === TEMPORARY) return false;
          // CoovaChilli makes a session's id of the time at which it begins, so that no other one's reports are the same.
          const event = withFingerprint(told.event, packet, 'content');
          await recordReport(db, { id, mac, hotspotId }, { ...told, event });
          const session = { unitId: id, key: told.key };
          if (told.event.kind !== 'stop') await noteReportedByHttp(db, session);
          return told.event.kind === 'interim' && shouldEnd(db, session, now, config.zone);
        }
      },
    );
  };
