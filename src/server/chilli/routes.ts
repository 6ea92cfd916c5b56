/** CoovaChilli's AAA by HTTP, below /wax: the address that its units have as `uamaaaurl`. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { overdueSession } from '../access/overdue';
import { decideAccess } from '../access/queries';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import { startAttempt } from '../auth/throttle';
import type { Deps } from '../deps';
import { RefusedError, tooOften } from '../http/errors';
import { findProvenUnit, type ProvenUnit } from '../mac-auth/queries';
import { toldBy } from '../radius/attributes';
import { CODE } from '../radius/codec';
import { keepContacts } from '../radius/contacts';
import { forgetful } from '../radius/forgetful';
import { NO_SECRET } from '../radius/freeradius';
import { answered, asked } from '../radius/login';
import { countersAnswer, httpAaaQuery, loginAnswer, packetOf } from './httpAaa';

/** The kind of unit that asks like this, which tells what it is answered and whose side it counts from. */
const KIND = 'coovachilli';

/** Milliseconds for which a proof is remembered: units ask many times a second. */
const PROVEN_FOR = 10_000;
const MAX_UNITS = 5000;

/** A name under which units of older back ends let guests fetch their mail; it is no session of anybody. */
const TEMPORARY = 'temporary';

export const httpAaaRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const contacts = keepContacts(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    const proven = forgetful<ProvenUnit>(MAX_UNITS, PROVEN_FOR);

    const unitOf = async ({ uuid, digest }: { uuid: string; digest: string }, ip: string): Promise<ProvenUnit> => {
      if (digest === '') throw malformed('digest required');
      if (uuid === '') throw malformed('uuid required');
      const unit = proven.get(keyOf({ uuid, digest })) ?? (await prove({ uuid, digest }, ip));
      contacts.heard({ unitId: unit.id, address: ip, kind: KIND, clockAhead: null, software: '' });
      return unit;
    };

    const prove = async (proof: { uuid: string; digest: string }, ip: string): Promise<ProvenUnit> => {
      const attempt = await startAttempt(db, { what: 'unit', username: proof.uuid, address: ip, agent: '' }, config.loginLimit, clock());
      if ('wait' in attempt) throw tooOften(attempt.wait);
      const unit = await findProvenUnit(db, proof);
      if (!unit) throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
      await attempt.succeeded();
      proven.set(keyOf(proof), unit);
      return unit;
    };

    app.get('/aaa', { logLevel: 'warn', schema: { querystring: httpAaaQuery, response: { 200: z.string() } } }, async (request, reply) => {
      const { query, ip } = request;
      const unit = await unitOf(query, ip);
      void reply.type('text/plain; charset=utf-8');
      if (query.stage === 'login') return loginAnswer(await logIn(unit));
      if (query.stage === 'counters') return countersAnswer({ isOver: await report(unit) });
      throw new RefusedError(501, { message: `stage ${query.stage} is not served`, code: 'not_served' });

      async function logIn({ id }: ProvenUnit) {
        // The unit's own session, which would configure it.
        if (query.service === 'admin') return { code: CODE.accessReject, attributes: [] };
        const packet = packetOf(query);
        const decided = await decideAccess(db, { ...asked(packet, NO_SECRET), unitId: id, now: clock(), serverZone: config.zone });
        return decided ? answered(packet, decided, KIND) : { code: CODE.accessReject, attributes: [] };
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
    });
  };

const keyOf = ({ uuid, digest }: { uuid: string; digest: string }) => `${digest} ${uuid}`;

const malformed = (message: string) => new RefusedError(400, { message, code: 'malformed' });
