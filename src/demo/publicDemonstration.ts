/** The restrictions of a demonstration that anybody on the internet may use. */
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

/** Maximum number of changes from one network: per minute, and until the next reset, which is hourly. */
const CHANGES = { minute: 60, hour: 300 };

/** A change counts once for every so many bytes of its body, rounded up. */
const COUNTED_BYTES = 16_384;

/** How many times a change counts if its body has no length. */
const UNKNOWN_LENGTH = 64;

/** How many bytes the database may grow by, and for how many milliseconds its measured size is reused. */
const GROWTH = 256 * 1_048_576;
const SIZE_FRESH_FOR = 2000;

const MINUTE = 60_000;

/** The operator's settings with everything but HTTP switched off, and with sign-ins limited. */
export const closedSettings = (config: Config): Config => ({
  ...config,
  smtpUrl: undefined,
  from: undefined,
  sms: undefined,
  social: {},
  radius: DEMO_RADIUS,
  radsec: undefined,
  freeradiusToken: undefined,
  httpAaa: false,
  opennds: false,
  loginLimit: config.loginLimit === 0 ? LIMITS.sign_in.most : config.loginLimit,
});

/** Makes no requests, not even to a name server, and pretends that the platform accepted the call. */
export const NO_WEBHOOKS: Webhooks = { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null };

/** Changes that nobody may make to the seeded accounts and hotspots, because other visitors couldn't sign in or would find nothing. */
const PROTECTED: Partial<Record<Permission, 'account' | 'hotspot'>> = {
  'accounts.update': 'account',
  'accounts.delete': 'account',
  'accounts.subscription': 'account',
  'accounts.sign_out': 'account',
  'hotspots.delete': 'hotspot',
};

/**
 * Limits what visitors can do until the next reset, and hides their IP addresses from each other. Call before any route is registered, when
 * the database holds only the seeded data.
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
    // Visitors share accounts, whose audit trail and sessions show IP addresses. Rate limits use the replaced address, too.
    Object.defineProperty(request, 'ip', { value: disguise(wide) });
    if (!changes(request)) return;
    const wait = secondsToWait(wide, weightOf(request));
    if (wait > 0) throw tooOften(wait);
    // A visitor who fills the database mustn't keep others from signing in.
    if (request.routeOptions.url !== '/api/login' && (await isFull())) throw publicIsFull(secondsUntil(publicUntil, clock()));
  });

  app.addHook('preValidation', async (request, reply) => {
    const { permission } = request.routeOptions.config;
    if (permission === 'account_sessions') {
      if (changes(request)) throw refused();
      return reply.send({ data: [] });
    }
    // With a second factor on a shared account, other visitors couldn't sign in.
    if (permission?.startsWith('second_factor.') && changes(request) && request.scope.accountId <= last.account) throw refused();
    const protectedKind = permission && PROTECTED[permission];
    if (protectedKind && changes(request) && Number((request.params as { id?: string }).id) <= last[protectedKind]) throw refused();
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

/** Replaces a network by an address from a private range; in one process always the same. */
function disguises(): (network: string) => string {
  const key = randomBytes(32);
  return (network) => {
    const parts = createHmac('sha256', key).update(network).digest('hex');
    return `fd${parts.slice(0, 2)}:${parts.slice(2, 6)}:${parts.slice(6, 10)}:${parts.slice(10, 12)}00::1`;
  };
}

/** Counts changes per network. Returns 0 if the change is allowed and counted, else the seconds to wait. */
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

/** Whether the database has grown by its maximum. */
async function fullness(db: Db, clock: () => Date): Promise<() => Promise<boolean>> {
  const size = async () => {
    const answer = await db.execute(sql`select pg_database_size(current_database()) as bytes`);
    return Number(rowsIn<{ bytes: number | string }>(answer)[0]?.bytes ?? 0);
  };
  const most = (await size()) + GROWTH;
  let known = { at: clock().getTime(), isFull: false };
  return async () => {
    const now = clock().getTime();
    if (now - known.at >= SIZE_FRESH_FOR) known = { at: now, isFull: (await size()) > most };
    return known.isFull;
  };
}
