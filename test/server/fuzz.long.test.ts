/**
 * Whatever is sent, the server never fails unexpectedly or hangs, refused requests change nothing, and answers match the contract.
 * PORTICO_SEED=number chooses other requests, PORTICO_ROUNDS=number more.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import fc from '../support/run/property';
import { SEED, timesRounds } from '../support/run/rounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refusal } from '../../src/contract/lists';
import { portal_tries } from '../../src/server/database/schema';
import { loadFixture } from '../../src/demo/seeds/fixture';
import { watchChanges } from '../support/server/database';
import { FIXTURE_FILE, passwordOf } from '../support/backEnd/recordings';
import { requestsOf, routesIn, type SampleRequest, type Route } from '../support/server/requestsOf';
import { callerOf, login, serve } from '../support/server/server';

const REQUESTS = timesRounds(8_000);

/** The fixture is restored after this many requests, since they delete things. */
const FRESH_EVERY = 400;

/** Milliseconds after which a request counts as hanging. */
const PATIENCE = 20_000;

const CALLERS = ['admin', 'reseller1', 'customer11', 'desk11', null] as const;

const routes: Route[] = [];
const collectRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => void routes.push(...routesIn(route)));
};
subscribe('fastify.initialization', collectRoutes);
const unhandled: unknown[] = [];
const collectUnhandled = (reason: unknown) => void unhandled.push(reason);
process.on('unhandledRejection', collectUnhandled);
afterAll(() => {
  unsubscribe('fastify.initialization', collectRoutes);
  process.off('unhandledRejection', collectUnhandled);
});

const server = serve({
  config: { logLevel: 'silent' },
  webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null },
  mailer: { isConfigured: true, send: async () => 'sent' },
});

test(
  `${REQUESTS} random requests are answered within the contract, and refused ones change nothing`,
  async () => {
    expect(routes.length).toBeGreaterThan(80);
    const requests = fc.sample(fc.tuple(requestsOf(routes), fc.constantFrom(...CALLERS)), { numRuns: REQUESTS, seed: SEED });
    const findings = new Map<string, string>();
    const note = (request: SampleRequest, caller: string | null, fault: string) => {
      findings.set(`${request.route.method} ${fault.slice(0, 60)}`, described(request, caller, fault));
    };
    const counts: Record<string, number> = {};
    let tokens = new Map<string, string>();
    const changes = await watchChanges(server.db());
    for (const [index, [request, caller]] of requests.entries()) {
      if (index % FRESH_EVERY === 0) tokens = await freshTokens();
      const token = caller === null ? undefined : tokens.get(caller);
      // Tries are counted, also those of who reads.
      const before = await changes(portal_tries);
      const { status, fault } = await outcomeOf(request, token);
      counts[status] = (counts[status] ?? 0) + 1;
      const isChanged = (status >= 400 || request.route.method === 'GET') && (await changes(portal_tries)) > before;
      if (fault !== null) note(request, caller, fault);
      if (isChanged) note(request, caller, `answered ${status}, and changed something`);
      // A changed password or a deleted account ends its logins.
      if (caller !== null && status === 401) tokens = await renewed(tokens, caller);
    }
    // One of each kind: the same fault often occurs everywhere.
    expect([...findings.values()].slice(0, 20)).toEqual([]);
    expect(unhandled).toEqual([]);
    // Enough requests get past the checks.
    expect((counts[200] ?? 0) + (counts[201] ?? 0)).toBeGreaterThan(REQUESTS / 10);
    expect((await callerOf(server.url).get('/health/ready')).status).toBe(200);
  },
  60 * 60_000,
);

async function outcomeOf(
  { route, path, body, headers }: SampleRequest,
  token: string | undefined,
): Promise<{ status: number; fault: string | null }> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(server.url() + path, {
      method: route.method,
      headers: { ...headers, ...(token !== undefined && { Token: token }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body }),
    });
    text = await answer.text();
  } catch (error) {
    return { status: 0, fault: `no answer: ${inspect(error)}` };
  }
  const { status } = answer;
  if (status >= 500) return { status, fault: `answered ${status}: ${text.slice(0, 200)}` };
  const expected = status >= 400 ? refusal : route.response[status];
  // Answers without a schema are text, like a CSV, or the API description.
  if (expected === undefined || !(answer.headers.get('Content-Type') ?? '').includes('json')) return { status, fault: null };
  const parsed = expected.safeParse(JSON.parse(text));
  return { status, fault: parsed.success ? null : `answered ${status} in another shape: ${z.prettifyError(parsed.error)}` };
}

function described({ route, path, body, headers }: SampleRequest, caller: string | null, what: string): string {
  return `${route.method} ${path.slice(0, 300)} as ${caller ?? 'nobody'} with ${JSON.stringify(headers).slice(0, 200)} ${(body ?? '').slice(0, 500)}: ${what}`;
}

async function freshTokens(): Promise<Map<string, string>> {
  await loadFixture(server.db(), FIXTURE_FILE);
  const tokens = new Map<string, string>();
  for (const caller of CALLERS) if (caller !== null) tokens.set(caller, await login(callerOf(server.url), caller, passwordOf(caller)));
  return tokens;
}

/** The tokens with the caller's replaced by a working one, if its account hasn't changed. */
async function renewed(tokens: Map<string, string>, caller: string): Promise<Map<string, string>> {
  const token = await login(callerOf(server.url), caller, passwordOf(caller)).catch(() => undefined);
  return token === undefined ? tokens : new Map([...tokens, [caller, token]]);
}
