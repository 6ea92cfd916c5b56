/**
 * Routes for routers with openNDS. A guest is let in if the browser presents what the portal issued and the router's script agrees, after
 * asking here. The script then reports the session and, every minute, all clients that are online. openNDS can't be contacted, so the
 * answer to that list tells it which sessions to end.
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { MAX_INTEGER, UNIT_UUID } from '../../contract/plain/wire';
import type { Decision } from '../access/authorise';
import { pendingDisconnectKeys } from '../access/pendingDisconnectQueries';
import { decideAccess } from '../access/queries';
import { reportedAddresses } from '../access/sessionAddresses';
import { endUnknownSession } from '../access/sessionQueries';
import { tokenOutcome } from '../access/tokenQueries';
import { startAttempt } from '../auth/throttle';
import { countAll } from '../limits/queries';
import { withPriority } from '../database/queryQueue';
import type { Deps } from '../deps';
import { badField, forbidden, tooOften } from '../http/errors';
import { calledBy } from '../http/callers';
import { takeSessionReport } from '../radius/accountingRequest';
import { unitContactBuffer } from '../radius/contacts';
import { ratesAndQuotas, secondsOf } from './limits';
import { credentialOf, customIn, isProven, proven } from '../units/openndsProofs';
import { findUnit, guestName, reportedKeys, runningAt, type ReportingUnit } from './queries';
import { reportIn, type Report, type ClientReport } from './reports';

/** Maximum size of a report in bytes; enough for about a thousand clients. */
const MAX_BODY = 1_000_000;

/** Seconds by which a request's time may be off, to reject replays. Routers start in 1970, so the rejection tells them the right time. */
const CLOCK_OFF = 900;

/** Milliseconds for which a new session may be missing from a list of clients, because the list may be older than the session. */
const NEW_FOR = 15_000;

const requestBody = z.object({
  nonce: z.string().regex(/^[\da-f]{32}$/),
  time: z.string().regex(/^\d{1,12}$/),
  proof: z.string().regex(/^[\da-f]{64}$/),
});

export const openndsRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const contacts = unitContactBuffer(db, clock, (error) => app.log.error({ err: error }, 'contacts of units could not be stored'));
    app.addHook('onClose', contacts.close);
    calledBy(app, 'units');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));

    const unitWith = async (uuid: string): Promise<ReportingUnit | null> => (UNIT_UUID.test(uuid) ? findUnit(db, uuid) : null);

    /** Throttles and records a request that isn't proven to come from the unit. Always throws. */
    const refuse = async (uuid: string, unit: ReportingUnit | null, ip: string): Promise<never> => {
      const attempt = await startAttempt(db, { what: 'unit', username: uuid, address: ip, agent: '' }, config.loginLimit, clock());
      if ('wait' in attempt) throw tooOften(attempt.wait);
      if (unit) contacts.refused([unit.id], ip, 'wrong_secret');
      throw forbidden('proof is invalid', 'invalid_proof');
    };

    const schema = { params: z.object({ unit: z.string() }), querystring: requestBody, response: { 200: z.string() } };
    app.post('/:unit', { logLevel: 'warn', schema }, async ({ params, query, body, ip }, reply) => {
      const { nonce, time, proof } = query;
      const text = typeof body === 'string' ? body : '';
      const unit = await unitWith(params.unit);
      const secret = unit?.secrets.find((one) => isProven(one, { nonce, time, body: text }, proof));
      if (!unit || secret === undefined) return refuse(params.unit, unit, ip);
      void reply.type('text/plain; charset=utf-8');
      const now = clock();
      const seconds = Math.floor(now.getTime() / 1000);
      if (Math.abs(Number(time) - seconds) > CLOCK_OFF) return proven(secret, nonce, [`clock ${seconds}`]);
      const counted = await countAll(db, [{ limit: 'opennds_request', key: `${unit.id} ${nonce}` }], now);
      const isRepeated = counted.exceeded !== null;
      const report = reportIn(text, now.getTime());
      if (!report) throw badField('event', 'nothing that openNDS reports');
      const clockAhead = Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, report.now - seconds));
      const software = report.about === 'clients' ? report.software : '';
      contacts.record({
        unitId: unit.id,
        address: ip,
        kind: 'opennds',
        clockAhead,
        software,
        nasIdentifier: null,
        isFresh: !isRepeated,
        isHttpSigned: null,
      });
      // A repeated or replayed list shows an earlier state: other clients may be online now.
      if (isRepeated && report.about === 'clients') return proven(secret, nonce, ['done']);
      return proven(secret, nonce, await answerTo(unit, report, nonce, now));
    });

    const answerTo = async (unit: ReportingUnit, report: Report, nonce: string, now: Date): Promise<string[]> => {
      // A guest is waiting.
      if (report.about === 'log in') return withPriority('small', async () => [logged(await logIn(unit, report, nonce, now))]);
      if (report.about === 'clients') return compare(unit, report.clients, now);
      await record(unit, [report.client], now);
      return ['done'];
    };

    /** Decides by the token that the portal issued to the guest, and uses it up, as for other units over RADIUS. */
    const logIn = async (
      { id, hotspotId }: ReportingUnit,
      { custom, deviceMac }: Pick<ClientReport, 'custom' | 'deviceMac'>,
      requestHash: string,
      now: Date,
    ): Promise<Decision> => {
      const given = customIn(custom);
      const username = given && (await guestName(db, hotspotId, given.guestId));
      if (!given || username === null) return { refusal: 'not_known' };
      const credential = credentialOf({ username, token: given.token, requestHash });
      const decided = await decideAccess(db, { unitId: id, credential, deviceMac, now, serverZone: config.zone });
      return decided?.decision ?? { refusal: 'not_known' };
    };

    /** Records a unit's reports of sessions. Returns the devices that it let in without a grant. */
    const record = async (unit: ReportingUnit, all: readonly ClientReport[], now: Date): Promise<string[]> => {
      const { id, mac, hotspotId } = unit;
      const before = await reportedKeys(
        db,
        id,
        all.map(({ key }) => key),
      );
      const strangers: string[] = [];
      for (const { key, deviceMac, address, custom, event } of all) {
        const given = customIn(custom);
        const refusal = before.has(key) || given === null ? null : await tokenOutcome(db, { unitId: id, deviceMac, ...given }, now);
        // openNDS lets a client in without asking when its script is busy, and at level 4 it reports a client only afterwards. The client's
        // token may still be valid.
        const isOurs =
          before.has(key) ||
          refusal === '' ||
          (refusal === null && event.kind !== 'stop' && given !== null && 'grant' in (await logIn(unit, { custom, deviceMac }, key, now)));
        const addresses = reportedAddresses([{ family: isIPv6(address) ? 'ipv6' : 'ipv4', address }]);
        const report = { key, deviceMac, event: { ...event, addresses }, username: '', guestId: given?.guestId ?? null };
        if (isOurs) await takeSessionReport(db, { id, mac, hotspotId }, report, { now, zone: config.zone });
        else if (event.kind !== 'stop') strangers.push(deviceMac);
      }
      return strangers;
    };

    /** Compares the clients that are online with the sessions stored as running. Returns the answer, with the devices to disconnect. */
    const compare = async (unit: ReportingUnit, online: readonly ClientReport[], now: Date): Promise<string[]> => {
      const strangers = await record(unit, online, now);
      const there = new Map(online.map(({ key, deviceMac }) => [key, deviceMac]));
      for (const { id, key, start } of await runningAt(db, unit.id)) {
        const isNew = start.getTime() > now.getTime() - NEW_FOR;
        if (!isNew && !there.has(key)) await endUnknownSession(db, id, now.getTime());
      }
      const over = (await pendingDisconnectKeys(db, unit.id)).flatMap((key) => there.get(key) ?? []);
      return ['done', ...[...strangers, ...over].map((deviceMac) => `end ${deviceMac.replaceAll('-', ':').toLowerCase()}`)];
    };
  };

const logged = (decision: Decision): string =>
  'refusal' in decision ? `refuse ${decision.refusal}` : `grant ${secondsOf(decision.grant)} ${ratesAndQuotas(decision.grant)}`;
