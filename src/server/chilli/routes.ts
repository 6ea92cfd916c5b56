/** CoovaChilli's AAA over HTTP, below /wax: the URL its units have as `uamaaaurl`. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { uamSignatureOf } from '../../gateways/coovachilli';
import { noteReportedByHttp } from '../access/pendingDisconnectQueries';
import { afterReport, type Continued } from '../access/overdueQueries';
import { decideAccess, isGuess } from '../access/queries';
import type { Deps } from '../deps';
import { RefusedError } from '../http/errors';
import type { ProvenUnit } from '../units/proofQueries';
import { CODE, type Packet } from '../radius/codec';
import { unitContactBuffer } from '../radius/contacts';
import type { Contact } from '../radius/contactQueries';
import { takeReport } from '../radius/accountingRequest';
import { NO_SECRET } from '../radius/freeradius';
import { accessResponse, credentialFrom } from '../radius/accessRequest';
import { countersAnswer, httpAaaQuery, loginAnswer, packetOf } from './httpAaa';
import { countTry } from '../limits/codeTries';
import { isKnownAddress, mayBeUnsigned, requireSignature } from '../units/httpProofQueries';
import { GATEWAY_TOOLS } from '../portal/gateways';
import { pageRoutes } from './pageRoutes';
import { malformed, unitProofs } from './unitDigest';
import { grantTemporaryAccess } from './temporaryAccess';

/** Kind of the units that call this; it determines the answer's attributes and the direction of the counters. */
const KIND = 'coovachilli';

/** User name under which units of existing back ends grant temporary access; its reports belong to no guest and are ignored. */
const TEMPORARY = 'temporary';

export const httpAaaRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, clock, config } = deps;
    const contacts = unitContactBuffer(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    const proofs = unitProofs(deps, { refused: (unitId, ip) => contacts.refused([unitId], ip, 'wrong_secret') });
    const recordContact = ({ id }: ProvenUnit, ip: string, how: Pick<Contact, 'isFresh' | 'isHttpSigned'>) =>
      contacts.record({ unitId: id, address: ip, kind: KIND, clockAhead: null, software: '', nasIdentifier: null, ...how });
    await app.register(
      pageRoutes(deps, {
        ...proofs,
        onContact: async (unit, ip) => {
          recordContact(unit, ip, { isFresh: true, isHttpSigned: null });
          // Written at once if the unit's address has changed, so that its next reports are accepted.
          if (!(await isKnownAddress(db, unit.id, ip))) await contacts.flush();
        },
      }),
    );

    /** Whether the unit signed the request's URL, with any of the origins by which it may reach this server. */
    const isSigned = (unit: ProvenUnit, { protocol, host, url }: FastifyRequest): boolean =>
      [`${protocol}://${host}`, config.publicUrl, config.portalOrigin].some(
        (origin) => origin !== undefined && uamSignatureOf(origin + config.basePath + url, unit.secret, GATEWAY_TOOLS) === 'right',
      );

    /**
     * Whether a request with a valid digest is also signed, which only the unit can do; guests know the digest, too. Throws for an unsigned
     * request unless the unit's may be unsigned: CoovaChilli takes the status for a refusal.
     */
    const authenticate = async (unit: ProvenUnit, request: FastifyRequest): Promise<{ isVouched: boolean }> => {
      const { ip } = request;
      if (isSigned(unit, request)) {
        if (unit.httpProof === 'address') await requireSignature(db, unit.id);
        recordContact(unit, ip, { isFresh: true, isHttpSigned: true });
        return { isVouched: true };
      }
      if (!(await mayBeUnsigned(db, unit.id, ip))) {
        contacts.refused([unit.id], ip, 'not_signed');
        throw new RefusedError(403, { message: 'md is missing or wrong', code: 'not_signed' });
      }
      recordContact(unit, ip, { isFresh: false, isHttpSigned: false });
      return { isVouched: false };
    };

    app.get(
      '/aaa',
      {
        config: { callers: 'units', priority: ({ stage }) => (stage === 'login' ? 'small' : 'usual') },
        logLevel: 'warn',
        schema: { querystring: httpAaaQuery, response: { 200: z.string(), 403: z.string() } },
      },
      async (request, reply) => {
        const { query, ip } = request;
        const unit = await proofs.unitOf(query, ip, { isNow: true });
        const { isVouched } = await authenticate(unit, request);
        void reply.type('text/plain; charset=utf-8');
        if (query.stage === 'login') return loginAnswer(await logIn(unit));
        if (query.stage === 'counters') return countersAnswer(await report(unit));
        if (query.stage === 'temporary') return minutes(unit);
        throw new RefusedError(501, { message: `stage ${query.stage} is not served`, code: 'not_served' });

        async function logIn({ id, hotspotId }: ProvenUnit): Promise<Pick<Packet, 'code' | 'attributes'>> {
          // The unit's own administrative session, with which the server could configure it.
          if (query.service === 'admin') return { code: CODE.accessReject, attributes: [] };
          const packet = packetOf(query);
          const now = clock();
          const credential = credentialFrom(packet, NO_SECRET);
          const isGuessable = credential.credential.method === 'voucher';
          const device = { hotspotId, deviceMac: credential.deviceMac, address: ip, isVouched };
          const tried = isGuessable ? await countTry(db, device, now) : null;
          const hasTriedTooOften = isGuessable && tried === null;
          const decided = await decideAccess(db, { ...credential, unitId: id, now, serverZone: config.zone, hasTriedTooOften });
          if (!decided || !isGuess(decided.decision)) await tried?.succeeded();
          return decided ? accessResponse(packet, decided, KIND) : { code: CODE.accessReject, attributes: [] };
        }

        /** The seconds of temporary access the unit should grant; refused with status 403, as these units expect. */
        async function minutes(unit: ProvenUnit): Promise<string> {
          const { user, mac, sessionid } = query;
          const seconds = await grantTemporaryAccess(deps, unit, { email: user, mac, sessionid, pageAddress: null });
          if (seconds === 0) {
            void reply.code(403);
            return 'available temporary sessions exceed';
          }
          if (query.status !== 'new-json') return String(seconds);
          void reply.type('application/json; charset=utf-8');
          return JSON.stringify({ sessiontimeout: String(seconds) });
        }

        /** Records a report. Returns what the session may still use, or `end`; null if the answer needs neither. */
        async function report({ id, mac, hotspotId }: ProvenUnit): Promise<Continued | 'end' | null> {
          const now = clock();
          // CoovaChilli's session ids contain the start time, so two sessions never have the same report.
          const by = {
            now,
            zone: config.zone,
            kind: KIND,
            distinction: 'content',
            bindsAfterGrantOnly: true,
            unrecorded: TEMPORARY,
          } as const;
          const taken = await takeReport(db, { id, mac, hotspotId }, packetOf(query), by);
          if (taken === null) throw malformed('status or sessionid is invalid');
          // Has no effect if the session has ended.
          if (taken.key !== '') await noteReportedByHttp(db, { unitId: id, key: taken.key });
          return taken.running && (await afterReport(db, taken.running, now, config.zone));
        }
      },
    );
  };
