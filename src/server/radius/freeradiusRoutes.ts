/**
 * Endpoints for a FreeRADIUS in front of Portico (rlm_rest). It talks RADIUS to the units and authenticates them by their secrets; it
 * authenticates itself with a bearer token. Portico decides and records as for units it listens to itself.
 */
import { leadingMac } from '../../contract/macAddress';
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { decideAccess } from '../access/queries';
import { correctCause } from '../access/cutCause';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import type { Db } from '../database/db';
import { units } from '../database/schema';
import { sorted } from '../database/searchExpressions';
import { comparableIdentifier } from '../units/identifiers';
import type { Deps } from '../deps';
import { badField, notFound, unauthenticated } from '../http/errors';
import { plainAddress } from './addresses';
import { clockAhead, kindOf, softwareIn, parseAccounting, unitsPort } from './attributes';
import { CODE, identifierOf, valueOf, type Packet } from './codec';
import { unitContactBuffer } from './contacts';
import { withFingerprint } from './fingerprints';
import { answerFor, NO_SECRET, packetFrom, restAnswer, restPacket } from './freeradius';
import { accessResponse, credentialFrom } from './accessRequest';

/** Facts about the packet that are not in it. */
const about = z.object({
  /** Source address of the packet. */
  src: z.string().max(64).default(''),
  /** Short name of the FreeRADIUS client: a unit's uuid if `portico freeradius-config` generated the configuration. */
  client: z.string().max(255).default(''),
  /** The packet's authenticator, needed to verify some password types and to tell a repeated report from another with the same content. */
  authenticator: z
    .string()
    .regex(/^(?:0x[\da-f]{32})?$/i)
    .default(''),
});
type About = z.infer<typeof about>;

const authenticatorIn = ({ authenticator }: About) => (authenticator === '' ? undefined : Buffer.from(authenticator.slice(2), 'hex'));

export const freeradiusRoutes =
  ({ db, clock, config }: Deps, token: string): FastifyPluginAsyncZod =>
  async (app) => {
    const contacts = unitContactBuffer(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    app.addHook('onRequest', async ({ headers }, reply) => {
      if (isSame(headers.authorization ?? '', `Bearer ${token}`)) return;
      void reply.header('WWW-Authenticate', 'Bearer');
      throw unauthenticated('The token of PORTICO_FREERADIUS_TOKEN is required');
    });

    /** The unit that sent a packet. Throws 404 for an unknown one, on which the generated configuration sends no answer. */
    const unitOf = async (packet: Packet, query: About) => {
      const address = plainAddress(query.src);
      const unit = await findUnit(db, packet, { client: query.client, address });
      if (!unit) throw notFound('No unit found!');
      // FreeRADIUS has checked the packet with the unit's secret, but not whether it's a replay.
      const heard = (isFresh: boolean) =>
        contacts.heard({
          ...{ unitId: unit.id, address, kind: kindOf(packet), clockAhead: clockAhead(packet, clock()), software: softwareIn(packet) },
          ...{ isFresh, isHttpSigned: null },
        });
      return { unit, heard };
    };

    const schema = { querystring: about, body: restPacket };

    app.post('/authorize', { logLevel: 'warn', schema: { ...schema, response: { 200: restAnswer } } }, async ({ body, query }) => {
      const packet = packetFrom(body, authenticatorIn(query));
      const { unit, heard } = await unitOf(packet, query);
      heard(false);
      const asked = credentialFrom(packet, NO_SECRET);
      const decided = await decideAccess(db, {
        ...{ ...asked, unitId: unit.id, now: clock(), serverZone: config.zone },
        // FreeRADIUS has checked the signature, unless the unit is exempted from it.
        tried: {
          ...{ hotspotId: unit.hotspot_id, deviceMac: asked.deviceMac, port: unitsPort(packet, unit), address: plainAddress(query.src) },
          isVouched: !unit.may_be_unsigned,
        },
      });
      if (!decided) throw notFound('No unit found!');
      const { code, attributes } = accessResponse(packet, decided, kindOf(packet, unit.kind));
      return answerFor(code === CODE.accessAccept ? 'Accept' : 'Reject', attributes);
    });

    app.post('/accounting', { logLevel: 'warn', schema: { ...schema, response: { 204: z.null() } } }, async ({ body, query }, reply) => {
      const packet = packetFrom(body);
      const { unit, heard } = await unitOf(packet, query);
      const told = parseAccounting(packet, clock().getTime(), kindOf(packet, unit.kind));
      if (told === null) throw badField('Acct-Session-Id', 'nothing that could be recorded');
      if (told.about === 'unit') {
        await recordUnitRestart(db, unit.id, told.at);
        heard(false);
      } else {
        const event = withFingerprint(told.event, packet, authenticatorIn(query) ?? null);
        const reporting = { id: unit.id, mac: unit.mac_address, hotspotId: unit.hotspot_id };
        if (await recordReport(db, reporting, { ...told, event })) {
          heard(true);
          await correctCause(db, { unitId: unit.id, key: told.key, event }, { now: clock(), serverZone: config.zone });
        }
      }
      return reply.code(204).send(null);
    });
  };

/**
 * The unit whose own client sent the packet, else the one it names by uuid, in capitals or small letters, or by MAC address, else the only
 * one with the sender's address.
 * Unit names are not considered: they are not unique across tenants, and there is no secret here to tell units apart.
 */
async function findUnit(db: Db, packet: Packet, { client, address }: { client: string; address: string }) {
  const { id, hotspot_id, mac_address, kind, may_be_unsigned } = units;
  const wanted = { id, hotspot_id, mac_address, kind, may_be_unsigned };
  const name = comparableIdentifier(identifierOf(packet, 'NAS-Identifier'));
  const mac = leadingMac(valueOf(packet, 'Called-Station-Id'));
  const byClient = client === '' ? [] : await db.select(wanted).from(units).where(eq(units.uuid, client));
  if (byClient[0]) return byClient[0];
  const location = valueOf(packet, 'WISPr-Location-ID') ?? '';
  const byLocation = location === '' ? [] : await db.select(wanted).from(units).where(eq(units.uuid, location));
  if (byLocation[0]) return byLocation[0];
  const named = or(...(name === '' ? [] : [sql`${sorted(units.uuid)} = ${name}`]), ...(mac === '' ? [] : [eq(units.mac_address, mac)]));
  const found = named
    ? await db
        .select({ ...wanted, uuid: units.uuid })
        .from(units)
        .where(named)
        .limit(20)
    : [];
  const similar = found.filter(({ uuid }) => comparableIdentifier(uuid) === name);
  const exact = similar.find(({ uuid }) => uuid === valueOf(packet, 'NAS-Identifier'));
  const byName = exact ?? (similar.length === 1 ? similar[0] : found.find((unit) => mac !== '' && unit.mac_address === mac));
  if (byName) return byName;
  const there = and(ne(units.address, ''), eq(units.address, address));
  const [only, ...others] = await db.select(wanted).from(units).where(there).limit(2);
  return others.length === 0 ? only : undefined;
}

/** Constant-time comparison, whatever the lengths. */
function isSame(told: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(told), digest(right));
}
