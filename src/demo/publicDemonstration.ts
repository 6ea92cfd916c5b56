/** What holds in a demonstration that anybody on the internet may use. */
import { createHmac, randomBytes } from 'node:crypto';
import { max, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Permission } from '../contract/plain/roles';
import type { Config } from '../server/config';
import { rowsIn, type Db } from '../server/database/db';
import { accounts, hotspots } from '../server/database/schema';
import { forbidden, publicIsFull, tooOften } from '../server/http/errors';
import { countedAddress } from '../server/limits/countedAddress';
import { LIMITS } from '../server/limits/limits';
import type { Webhooks } from '../server/messages/webhooks';
import { DEMO_RADIUS } from './demonstration';

/** Changes of one network: in a minute, and until the demonstration begins anew. */
const CHANGES = { minute: 60, hour: 300 };

/** A change counts once for each of these bytes of its body that it begins. */
const COUNTED_BYTES = 16_384;

/** What a body without a length counts for. */
const UNKNOWN_LENGTH = 64;

/** How much the database may grow, in bytes, and for how many milliseconds its size is remembered. */
const GROWTH = 256 * 1_048_576;
const SIZE_KEPT = 2000;

const MINUTE = 60_000;

/** The settings, whatever the operator's are, without any way out or in but HTTP, and with the limit of sign-ins. */
export const closedSettings = (config: Config): Config => ({
  ...config,
  ...{ smtpUrl: undefined, from: undefined, sms: undefined, social: {} },
  ...{ radius: DEMO_RADIUS, radsec: undefined, freeradiusToken: undefined, httpAaa: false, opennds: false },
  loginLimit: config.loginLimit === 0 ? LIMITS.sign_in.most : config.loginLimit,
});

/** Calls nobody, not even a name server, and says that the platform took it. */
export const NO_WEBHOOKS: Webhooks = { post: async () => ({ status: 200, body: '' }), mayCall: async () => true };

/** What nobody may change of the accounts and hotspots that were there from the start: others couldn't sign in, or see nothing, then. */
const KEPT: Partial<Record<Permission, 'account' | 'hotspot'>> = {
  'accounts.update': 'account',
  'accounts.delete': 'account',
  'accounts.subscription': 'account',
  'hotspots.delete': 'hotspot',
};

/**
 * Bounds what visitors can do until the demonstration begins anew, and keeps their addresses to themselves. To be called before there are
 * routes, with the demonstration's own data in the database.
 */
export async function boundVisitors(
  app: FastifyInstance,
  { db, clock, publicUntil }: { db: Db; clock: () => Date; publicUntil: Date },
): Promise<void> {
  const last = { account: await lastOf(db, accounts), hotspot: await lastOf(db, hotspots) };
  const disguise = disguises();
  const secondsToWait = counted(clock, publicUntil);
  const isFull = await fullness(db, clock);

  app.addHook('onRequest', async (request) => {
    const { wide } = countedAddress(request.ip);
    // Visitors share accounts, whose audit trail and sign-ins show addresses. Limits count these as well.
    Object.defineProperty(request, 'ip', { value: disguise(wide) });
    if (!changes(request)) return;
    const wait = secondsToWait(wide, weightOf(request));
    if (wait > 0) throw tooOften(wait);
    // Whoever fills it mustn't keep others from signing in.
    if (request.routeOptions.url !== '/api/login' && (await isFull())) throw publicIsFull(secondsUntil(publicUntil, clock()));
  });

  app.addHook('preValidation', async (request, reply) => {
    const { permission } = request.routeOptions.config;
    if (permission === 'account_sessions') {
      if (changes(request)) throw refused();
      return reply.send({ data: [] });
    }
    // Others couldn't sign in any more.
    if (permission?.startsWith('second_factor.') && changes(request) && request.scope.accountId <= last.account) throw refused();
    const kept = permission && KEPT[permission];
    if (kept && changes(request) && Number((request.params as { id?: string }).id) <= last[kept]) throw refused();
    return undefined;
  });
}

const refused = () =>
  forbidden('In the public demonstration, its own accounts and hotspots stay as they are, for the other visitors', 'public_demonstration');

const changes = ({ method }: Pick<FastifyRequest, 'method'>) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

async function lastOf(db: Db, table: typeof accounts | typeof hotspots): Promise<number> {
  const [found] = await db.select({ last: max(table.id) }).from(table);
  return found?.last ?? 0;
}

function weightOf({ headers }: Pick<FastifyRequest, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return UNKNOWN_LENGTH;
  return Math.max(1, Math.ceil(Number(headers['content-length'] ?? 0) / COUNTED_BYTES));
}

/** Replaces a network by a private one, the same each time in this process. */
function disguises(): (network: string) => string {
  const key = randomBytes(32);
  return (network) => {
    const parts = createHmac('sha256', key).update(network).digest('hex');
    return `fd${parts.slice(0, 2)}:${parts.slice(2, 6)}:${parts.slice(6, 10)}:${parts.slice(10, 12)}00::1`;
  };
}

/** Counts changes by network. Returns the seconds to wait; 0 if it was counted. */
function counted(clock: () => Date, until: Date): (network: string, weight: number) => number {
  const inHour = new Map<string, number>();
  let inMinute = { minute: 0, counts: new Map<string, number>() };
  return (network, weight) => {
    const now = clock();
    const minute = Math.floor(now.getTime() / MINUTE);
    if (inMinute.minute !== minute) inMinute = { minute, counts: new Map() };
    const lately = inMinute.counts.get(network) ?? 0;
    const before = inHour.get(network) ?? 0;
    if (before + weight > CHANGES.hour) return secondsUntil(until, now);
    if (lately + 1 > CHANGES.minute) return secondsUntil(new Date((minute + 1) * MINUTE), now);
    inMinute.counts.set(network, lately + 1);
    inHour.set(network, before + weight);
    return 0;
  };
}

const secondsUntil = (time: Date, now: Date) => Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));

/** Whether the database has grown by as much as it may. */
async function fullness(db: Db, clock: () => Date): Promise<() => Promise<boolean>> {
  const size = async () => {
    const answer = await db.execute(sql`select pg_database_size(current_database()) as bytes`);
    return Number(rowsIn<{ bytes: number | string }>(answer)[0]?.bytes ?? 0);
  };
  const most = (await size()) + GROWTH;
  let known = { at: clock().getTime(), isFull: false };
  return async () => {
    const now = clock().getTime();
    if (now - known.at >= SIZE_KEPT) known = { at: now, isFull: (await size()) > most };
    return known.isFull;
  };
}
