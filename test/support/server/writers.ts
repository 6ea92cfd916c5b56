/** Clients that write to a server without a pause while its database fails, and a check of what must be in the database afterwards. */
import { expect } from '@jest/globals';
import { Client } from 'pg';
import { passwordOf } from '../backEnd/recordings';
import { callerOf, login, type Caller } from './server';

export const WRITERS = 4;
/** Number of the reseller's hotspots. */
const HOTSPOTS = 3;
const VOUCHERS = 3;

const UNANSWERED = 'unanswered';

/** The answers that the writers got: a count per status, and what was confirmed. */
interface Answers {
  statuses: Map<string, number>;
  batches: number[];
  descriptions: Map<number, { confirmed: number; sent: number }>;
}

export interface Writers {
  /** Number of confirmed batches of vouchers. */
  confirmed: () => number;
  /** Number of calls answered 503. */
  refused: () => number;
  /** Number of calls without an answer. */
  unanswered: () => number;
  /** Number of calls that a proxy answered 502, because it lost the server. */
  cut: () => number;
  /** Stops them after the answers to their last calls. */
  stop: () => Promise<void>;
  /**
   * Expects that all answers were successes or 503, and that the database at `databaseUrl` contains each confirmed change exactly once.
   * `besides` may have been answered, too: '503 busy', or '502 ' of a proxy. Call it after `stop`, and expect `unanswered` to be 0 if the
   * server itself keeps running.
   */
  expectKept: (databaseUrl: string, besides?: string) => Promise<void>;
}

/** Signs in the fixture's reseller at each of the servers `urls`, which the writers take in turn. */
export async function startWriters(...urls: string[]): Promise<Writers> {
  const resellers = await Promise.all(urls.map(resellerAt));
  const answers: Answers = { statuses: new Map(), batches: [], descriptions: new Map() };
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, n) => write(resellers[n % resellers.length] as Caller, n + 1, answers, () => isOver));
  return {
    confirmed: () => answers.batches.length,
    refused: () => [...answers.statuses].reduce((sum, [what, times]) => sum + (what.startsWith('503') ? times : 0), 0),
    unanswered: () => answers.statuses.get(UNANSWERED) ?? 0,
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
    cut: () => answers.statuses.get('502 ') ?? 0,
    expectKept: (databaseUrl, besides) => expectStored(answers, databaseUrl, besides),
  };
}

async function resellerAt(url: string): Promise<Caller> {
  const token = await login(
    callerOf(() => url),
    'reseller1',
    passwordOf('reseller1'),
  );
  return callerOf(
    () => url,
    async () => token,
  );
}

/** Creates vouchers, each batch with its own idempotency key; the first three writers also count up in a hotspot's description. */
async function write(reseller: Caller, writer: number, { statuses, batches, descriptions }: Answers, isOver: () => boolean): Promise<void> {
  const hotspot = ((writer - 1) % HOTSPOTS) + 1;
  const counted = async (call: Promise<{ status: number; body: unknown; headers: Headers }>) => {
    const answer = await call.catch(() => null);
    if (answer === null) {
      statuses.set(UNANSWERED, (statuses.get(UNANSWERED) ?? 0) + 1);
      return null;
    }
    const { code = '' } = answer.body as { code?: string };
    const what = `${answer.status} ${code}${answer.status === 503 && answer.headers.get('Retry-After') === null ? ' without Retry-After' : ''}`;
    statuses.set(what, (statuses.get(what) ?? 0) + 1);
    return answer.status;
  };
  for (let n = 1; !isOver(); n += 1) {
    const mark = writer * 1_000_000 + n;
    const body = { hotspot_id: hotspot, num_vouchers: VOUCHERS, remain_use: 1, bandwidth_down: mark };
    while (!isOver()) {
      if ((await counted(reseller.post('/api/vouchers', body, { 'Idempotency-Key': `mark-${mark}` }))) === 201) {
        batches.push(mark);
        break;
      }
    }
    if (writer > HOTSPOTS) continue;
    const seen = descriptions.get(hotspot) ?? { confirmed: 0, sent: 0 };
    if ((await counted(reseller.put(`/api/hotspots/${hotspot}`, { description: String(n) }))) === 200) seen.confirmed = n;
    descriptions.set(hotspot, { ...seen, sent: n });
  }
}

async function expectStored({ statuses, batches, descriptions }: Answers, databaseUrl: string, besides?: string): Promise<void> {
  const others = [...statuses.keys()].filter((what) => !/^(200 |201 |503 (unavailable|outcome_unknown)$|unanswered$)/.test(what));
  expect(others.filter((what) => what !== besides)).toEqual([]);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const found = await client.query<{ mark: number; vouchers: number }>(
    'select bandwidth_down as mark, count(*)::int as vouchers from hotspot_vouchers where bandwidth_down >= 1000000 group by 1',
  );
  const described = await client.query<{ id: number; description: string }>('select id, description from hotspots');
  await client.end();
  const created = new Map(found.rows.map(({ mark, vouchers }) => [mark, vouchers]));
  expect([...created].filter(([, vouchers]) => vouchers !== VOUCHERS)).toEqual([]);
  expect(batches.filter((mark) => !created.has(mark))).toEqual([]);
  for (const [hotspot, { confirmed, sent }] of descriptions) {
    const description = Number(described.rows.find(({ id }) => id === hotspot)?.description);
    expect(description).toBeGreaterThanOrEqual(confirmed);
    expect(description).toBeLessThanOrEqual(sent);
  }
}
