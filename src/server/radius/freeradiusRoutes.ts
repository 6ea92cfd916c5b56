/**
 * Routes for a FreeRADIUS in front of Portico (rlm_rest). FreeRADIUS talks to the units and authenticates them by their secrets; it
 * authenticates itself with a bearer token. Portico decides and records as for units that it talks to itself.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { storeGatewayHost } from './gatewayHostQueries';
import { unitBehindFreeradius } from '../units/identityQueries';
import type { Deps } from '../deps';
import { badField, notFound, unauthenticated } from '../http/errors';
import { calledBy } from '../http/callers';
import { plainAddress } from '../units/addresses';
import { kindOf } from './attributes';
import { CODE, identifierOf, valueOf, type Packet } from './codec';
import { contactBy, unitContactBuffer } from './contacts';
import { takeReport } from './accountingRequest';
import { answerFor, NO_SECRET, packetFrom, restAnswer, restPacket } from './freeradius';
import { answerAccessRequest } from './accessRequest';

/** Data about the packet that isn't in it. */
const about = z.object({
  /** Source address of the packet. */
  src: z.string().max(64).default(''),
  /** Short name of the FreeRADIUS client: a unit's uuid if `portico freeradius-config` generated the configuration. */
  client: z.string().max(255).default(''),
  /**
   * The packet's authenticator, needed to verify some password types and to distinguish a repeated report from another with the same
   * content.
   */
  authenticator: z
    .string()
    .regex(/^(?:0x[\da-f]{32})?$/i)
    .default(''),
});
type About = z.infer<typeof about>;

const authenticatorIn = ({ authenticator }: About) => (authenticator === '' ? undefined : Buffer.from(authenticator.slice(2), 'hex'));

export const freeradiusRoutes =
  ({ db, clock, config, renewSession }: Deps, token: string): FastifyPluginAsyncZod =>
  async (app) => {
    const contacts = unitContactBuffer(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    calledBy(app, 'units');
    app.addHook('onRequest', async ({ headers }, reply) => {
      if (isSame(headers.authorization ?? '', `Bearer ${token}`)) return;
      void reply.header('WWW-Authenticate', 'Bearer');
      throw unauthenticated('The token of PORTICO_FREERADIUS_TOKEN is required');
    });

    /** The unit that sent a packet. Throws 404 for an unknown unit, on which the generated configuration sends no answer. */
    const unitOf = async (packet: Packet, query: About) => {
      const address = plainAddress(query.src);
      const sent = {
        name: identifierOf(packet, 'NAS-Identifier'),
        location: valueOf(packet, 'WISPr-Location-ID') ?? '',
        calledStation: valueOf(packet, 'Called-Station-Id') ?? '',
        address,
      };
      const unit = await unitBehindFreeradius(db, { ...sent, client: query.client });
      if (!unit) throw notFound('No unit found!');
      // FreeRADIUS has verified the packet with the unit's secret, but can't tell whether it is a replay.
      const recordContact = (isFresh: boolean) => contacts.record(contactBy(packet, { unitId: unit.id, address, isFresh, now: clock() }));
      return { unit, recordContact };
    };

    const schema = { querystring: about, body: restPacket };

    app.post(
      '/authorize',
      { config: { priority: 'small' }, logLevel: 'warn', schema: { ...schema, response: { 200: restAnswer } } },
      async ({ body, query }) => {
        const packet = packetFrom(body, authenticatorIn(query));
        const { unit, recordContact } = await unitOf(packet, query);
        recordContact(false);
        // FreeRADIUS has verified the signature, unless the unit is exempt from it.
        const isVouched = !unit.may_be_unsigned;
        // Only if FreeRADIUS knows the unit by its secret, that is as the client with this uuid.
        if (isVouched && query.client === unit.uuid) await storeGatewayHost(db, unit, packet);
        const by = { secret: NO_SECRET, address: plainAddress(query.src), isVouched, now: clock(), zone: config.zone };
        const answer = await answerAccessRequest(db, packet, unit, by);
        if (!answer) throw notFound('No unit found!');
        return answerFor(answer.code === CODE.accessAccept ? 'Accept' : 'Reject', answer.attributes);
      },
    );

    app.post('/accounting', { logLevel: 'warn', schema: { ...schema, response: { 204: z.null() } } }, async ({ body, query }, reply) => {
      const packet = packetFrom(body);
      const { unit, recordContact } = await unitOf(packet, query);
      const taking = { now: clock(), zone: config.zone, kind: kindOf(packet, unit.kind), distinction: authenticatorIn(query) ?? null };
      const taken = await takeReport(db, { id: unit.id, mac: unit.mac_address, hotspotId: unit.hotspot_id }, packet, taking);
      if (taken === null) throw badField('Acct-Session-Id', 'nothing that could be recorded');
      if (taken.isNew) recordContact(taken.about === 'session');
      // Not awaited: the unit is contacted separately, while FreeRADIUS waits for this answer.
      if (taken.isNew && taken.running) void renewSession?.(taken.running);
      return reply.code(204).send(null);
    });
  };

/** Constant-time comparison, whatever the lengths. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
