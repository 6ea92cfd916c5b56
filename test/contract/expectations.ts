import { NO_DATE } from '../../src/contract/plain/wire';
import { accountIdOf, hotspotsOf, type Exchange } from '../support/backEnd/recordings';
import { Anything, isRecord } from './compare';

export interface Expectation {
  status: number;
  response: unknown;
  /** The rules by which the expected answer differs from the recorded one. */
  because: string[];
}

interface Rule {
  /** The rule in a few words, for the report. */
  says: string;
  /** The expected answer under this rule; undefined if the rule doesn't apply. */
  changes: (exchange: Exchange, expected: Omit<Expectation, 'because'>) => Omit<Expectation, 'because'> | undefined;
}

/** The answer our server must give to a recorded exchange: the recorded one, changed by each rule below for a deliberate difference. */
export function expectationOf(exchange: Exchange): Expectation {
  return RULES.reduce<Expectation>(
    (expected, { says, changes }) => {
      const changed = changes(exchange, expected);
      return changed ? { ...changed, because: [...expected.because, says] } : expected;
    },
    { status: exchange.status, response: exchange.response, because: [] },
  );
}

const NEW_ENTRY = '11-22-33-AA-BB-CC';

/** The only entry whose unit is known is the one made during the recording. */
const withUnit = (entry: unknown) => (isRecord(entry) && entry.username === NEW_ENTRY ? { ...entry, unit_id: Anything.id } : entry);

const refusal = (status: number) => ({ status, response: { message: Anything.text } });

const RULES: Rule[] = [
  {
    says: 'Object of another tenant: 404 always',
    changes: ({ status, response }) => (status === 401 && saysOf(response, /not yours$/) ? refusal(404) : undefined),
  },
  {
    says: 'Role may not do this: 403',
    changes: ({ status, response }) =>
      status === 403 ||
      (status === 401 && saysOf(response, /^(Permission denied|Operation not permitted|Can't update captive portal preference)$/))
        ? refusal(403)
        : undefined,
  },
  {
    says: 'customer, desk: a foreign id in the path is 404',
    changes: (exchange) => {
      const id = Number(/^\/api\/(?:preferences\/hotspots|marketing|vouchers)\/(\d+)/.exec(exchange.path)?.[1]);
      return exchange.status === 200 && /^(customer|desk)/.test(exchange.as ?? '') && id > 0 && !sees(exchange.as, id)
        ? refusal(404)
        : undefined;
    },
  },
  {
    says: 'SMS of an account: a reseller reads its own',
    changes: (exchange) => {
      const id = Number(/^\/api\/stats\/sms\/accounts\/(\d+)/.exec(exchange.path)?.[1]);
      return exchange.status === 200 && exchange.method === 'GET' && exchange.as?.startsWith('reseller') && id !== accountIdOf(exchange.as)
        ? id > 0
          ? refusal(404)
          : undefined
        : undefined;
    },
  },
  {
    says: 'Vouchers list: expiredEnd does not match vouchers without an expiry',
    changes: ({ path }, { status, response }) =>
      /^\/api\/vouchers\/\d+\?.*expiredEnd=/.test(path) && Array.isArray(response)
        ? { status, response: response.filter((voucher) => isRecord(voucher) && voucher.expires !== NO_DATE) }
        : undefined,
  },
  {
    says: 'POST /api/vouchers answers the vouchers and their ids too',
    changes: ({ method, path }, { status, response }) =>
      method === 'POST' && path === '/api/vouchers' && status === 201 && isRecord(response)
        ? { status, response: { ...response, ids: Anything.ids, vouchers: Anything.vouchers } }
        : undefined,
  },
  {
    says: 'Sorting: sessions and histories come by hotspot, then id, also where all of them were recorded in another order',
    changes: ({ path }, { status, response }) =>
      /^\/api\/(sessions|histories)(\?|$)/.test(path) && isRecord(response) && Array.isArray(response.data)
        ? { status, response: { ...response, data: byHotspot(response.data) } }
        : undefined,
  },
  {
    says: 'Unset time: null',
    changes: (_, { status, response }) => everywhere(status, response, (value) => (value === NO_DATE ? null : value)),
  },
  {
    says: 'units: their secret is empty for customer and desk',
    changes: ({ as }, { status, response }) =>
      /^(customer|desk)/.test(as ?? '') ? everywhere(status, response, (value, key) => (key === 'secret' ? '' : value)) : undefined,
  },
  {
    says: 'webhook_url is empty for everyone but the admin',
    changes: ({ as }, { status, response }) =>
      as !== 'admin' ? everywhere(status, response, (value, key) => (key === 'webhook_url' ? '' : value)) : undefined,
  },
  {
    says: 'MAC entries name the unit that they were made by',
    changes: ({ name }, { status, response }) =>
      name === 'users type mac after register' && isRecord(response) && Array.isArray(response.data)
        ? { status, response: { ...response, data: response.data.map((entry) => withUnit(entry)) } }
        : undefined,
  },
  {
    says: 'Password material: never, anywhere',
    changes: (_, { status, response }) => everywhere(status, response, (value, key) => (/^password$/i.test(key) ? undefined : value)),
  },
  {
    says: 'GET /api/hotspots/{id} has the two disclaimer ids too',
    changes: ({ method, path }, { status, response }) =>
      method === 'GET' && status === 200 && /^\/api\/hotspots\/\d+$/.test(path) && isRecord(response)
        ? { status, response: { ...response, privacy_disclaimer_id: Anything.id, tos_disclaimer_id: Anything.id } }
        : undefined,
  },
  {
    says: 'Success without content: {status:"success"}',
    changes: (_, { status, response }) => (status === 200 && response === null ? { status, response: { status: 'success' } } : undefined),
  },
  {
    says: 'Bad body or query: the error is in the words of whoever read it',
    changes: (_, { status, response }) =>
      status === 400 && isRecord(response) && 'error' in response ? { status, response: { ...response, error: Anything.text } } : undefined,
  },
  {
    says: 'A hotspot with no customer account: 409',
    changes: ({ status, response }) => (status === 500 && saysOf(response, /^No customer account/) ? refusal(409) : undefined),
  },
];

function byHotspot(rows: unknown[]): unknown[] {
  const sortKey = (row: unknown) => (isRecord(row) ? Number(row.hotspot_id) * 1e9 + Number(row.id) : 0);
  return [...rows].sort((a, b) => sortKey(a) - sortKey(b));
}

function saysOf(response: unknown, message: RegExp): boolean {
  return isRecord(response) && typeof response.message === 'string' && message.test(response.message);
}

/** Whether the caller may see a hotspot: one of the fixture's, or the one reseller1 creates during the recording. */
function sees(as: string | null, hotspotId: number): boolean {
  const created = Math.max(...hotspotsOf('admin')) + 1;
  return as !== null && (hotspotsOf(as).includes(hotspotId) || (as === 'reseller1' && hotspotId === created));
}

/** Applies `change` to every value in an answer and drops fields that become undefined; undefined if nothing changed. */
function everywhere(
  status: number,
  response: unknown,
  change: (value: unknown, key: string) => unknown,
): Omit<Expectation, 'because'> | undefined {
  const walk = (value: unknown, key: string): unknown => {
    if (value instanceof Anything) return value;
    if (Array.isArray(value)) return value.map((entry) => walk(entry, key));
    if (isRecord(value)) {
      const fields = Object.entries(value).map(([name, field]) => [name, walk(field, name)] as const);
      return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
    }
    return change(value, key);
  };
  const changed = walk(response, '');
  return JSON.stringify(changed) === JSON.stringify(response) ? undefined : { status, response: changed };
}
