/** The only RTK Query api; features inject their endpoints into it. No other file calls `fetch` for data. */
import { createAction, isAction, type Middleware, type SerializedError, type UnknownAction } from '@reduxjs/toolkit';
import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { CONSOLE_HEADER } from '../contract/plain/wire';
import type { BackEnd } from './backEnd/types';
import { consoleConfig, isServed } from './config';
import { consoleBuild } from './build';
import { newerConsoleFound, serverAnswered, serverAway } from './connection';
import { failureOf } from './failure';
import { isReplaying } from './replaying';
import { secretBehind } from './secrets';

/** The part of the state this file reads. The auth slice satisfies it, so `shared` needn't import from a feature. */
export interface TokenHolder {
  auth: { user: { token: string } | null };
}

/** The server no longer accepts the token: the auth slice ends the session, but the URL stays. */
export const loginLost = createAction('auth/loginLost');

/** In milliseconds. Fail a call that hasn't been answered by then. */
const TIMEOUT = 120_000;

/** The token each endpoint's first request was sent with: later requests of the same call must not go out under another login. */
const tokens = new WeakMap<BaseQueryApi, string | undefined>();

const sendRequest: BackEnd = async (args, store, extra) => {
  const token = tokenOf(store);
  if (!tokens.has(store)) tokens.set(store, token);
  if (tokens.get(store) !== token) return { error: { status: 'CUSTOM_ERROR', error: 'another login' } };
  const outcome = await fetchBaseQuery({
    baseUrl: `${consoleConfig().api_base}/api/`,
    timeout: TIMEOUT,
    prepareHeaders: (headers) => {
      if (isPublic(args)) return;
      if (token !== undefined) headers.set('Token', token);
      if (consoleConfig().backend === 'portico') headers.set(CONSOLE_HEADER, '1');
    },
  })(args, store, extra ?? {});
  return outcome.error ? { ...outcome, error: understood(outcome.error, outcome.meta?.response) } : outcome;
};

/** Gives refusals by a proxy (an HTML page, with the wait in a header) the shape of the server's own. */
function understood(error: FetchBaseQueryError, response: Response | undefined): FetchBaseQueryError {
  const status = error.status === 'PARSING_ERROR' ? error.originalStatus : error.status;
  if (status !== 413 && status !== 429 && status !== 503) return error;
  const said = typeof error.data === 'object' ? error.data : null;
  return { status, data: { retry_after: secondsUntil(response?.headers.get('Retry-After') ?? ''), ...said } };
}

/** Parses a Retry-After header (seconds or an HTTP date) into seconds; 0 if it is neither or has passed. */
function secondsUntil(text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Math.max(0, seconds) || 0;
}

/** Paths below /wax have an absolute address: failures there say nothing about the server's state. */
const isAbsolute = (args: string | FetchArgs) => URL.canParse(urlOf(args));

/**
 * Paths below /wax are public and get no token (API-01), but for the registration of MAC addresses, at the server that has the API too;
 * another one never gets the token.
 */
function isPublic(args: string | FetchArgs): boolean {
  if (!isAbsolute(args)) return false;
  const { origin, pathname } = new URL(urlOf(args));
  return !/\/wax\/register\/mac\/[^/]+$/.test(pathname) || origin !== new URL(`${consoleConfig().api_base}/`, window.location.href).origin;
}

const urlOf = (args: string | FetchArgs) => (typeof args === 'string' ? args : args.url);

const tokenOf = (store: Pick<BaseQueryApi, 'getState'>) =>
  secretBehind((store.getState() as TokenHolder).auth.user?.token ?? '') || undefined;

/** How often a GET is tried while the server is busy, and the longest rate-limit wait, in seconds, to sit out silently. */
const BUSY_TRIES = 3;
const SHORT_WAIT = 5;

/** A busy server has done nothing and says when to retry. Reads are retried silently. */
const sendWithRetry: BackEnd = async (args, store, extra) => {
  const isReading = typeof args === 'string' || (args.method ?? 'GET') === 'GET';
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendRequest(args, store, extra);
    const failure = outcome.error && failureOf(outcome.error);
    const isPassing = failure?.kind === 'busy' || (failure?.kind === 'too_often' && failure.retryAfter <= SHORT_WAIT);
    if (!isPassing || !isReading || tries === BUSY_TRIES || store.signal.aborted) return outcome;
    if (!(await waited(failure.retryAfter * 1000, store.signal))) return outcome;
  }
};

/** Waits, then tells whether the request is still wanted. Resolves at once, to false, when it is aborted. */
const waited = (milliseconds: number, signal: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

const sendAndTrackConnection: BackEnd = async (args, store, extra) => {
  if (isReplaying()) return { error: { status: 'CUSTOM_ERROR', error: 'nothing is sent in a replay' } };
  const token = tokenOf(store);
  const outcome = await sendWithRetry(args, store, extra);
  if (isAbsolute(args) || outcome.error?.status === 'CUSTOM_ERROR') return outcome;
  const failure = outcome.error && failureOf(outcome.error);
  store.dispatch(failure?.kind === 'away' ? serverAway() : serverAnswered());
  const served = outcome.meta?.response?.headers.get('X-Console-Build') ?? null;
  const open = consoleBuild();
  if (served !== null && open !== null && served !== open) store.dispatch(newerConsoleFound());
  // Ignore calls that were in flight when somebody signed in: they say nothing about the new session.
  if (failure?.kind === 'login_lost' && token !== undefined && token === tokenOf(store)) store.dispatch(loginLost());
  return outcome;
};

let translating: Promise<BackEnd> | undefined;

/** Loaded on demand: consoles of our own server don't need the translations for existing back ends. */
const sendTranslated: BackEnd = async (args, store, extra) => {
  translating ??= import('./backEnd/existingBackEnd').then(({ existingBackEnd }) => existingBackEnd(sendAndTrackConnection, tokenOf));
  let translated: BackEnd;
  try {
    translated = await translating;
  } catch (error) {
    translating = undefined;
    store.dispatch(serverAway());
    return { error: { status: 'FETCH_ERROR', error: String(error) } };
  }
  return translated(args, store, extra);
};

const send: BackEnd = (args, store, extra) =>
  (consoleConfig().backend === 'portico' ? sendAndTrackConnection : sendTranslated)(withoutUnchosen(args), store, extra);

/** Id filters, where 0 means "all". Omitted in that case: existing back ends would search for id 0. */
const CHOSEN = ['hotspot', 'user', 'unit'];

function withoutUnchosen(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === 'string' || !args.params) return args;
  const chosen = Object.entries(args.params as Record<string, unknown>).filter(([name, value]) => !(CHOSEN.includes(name) && value === 0));
  return { ...args, params: Object.fromEntries(chosen) };
}

/** Cache tag types. */
export const TAGS = [
  'Account',
  'AccountIntegration',
  'AccountPreference',
  'AccountSession',
  'Attention',
  'Audit',
  'Device',
  'Disclaimer',
  'Feedback',
  'Guest',
  'Hotspot',
  'HotspotIntegration',
  'Integration',
  'Message',
  'Paper',
  'PaperTemplate',
  'Preference',
  'Session',
  'Shift',
  'Sms',
  'Unit',
  'Voucher',
] as const;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: send,
  tagTypes: TAGS,
  // Otherwise one slow report would delay every other refetch.
  invalidationBehavior: 'immediately',
  refetchOnReconnect: true,
  // Returning to a list shows the cached rows at once; they are refetched if older than this, in seconds.
  refetchOnMountOrArgChange: 10,
  endpoints: () => ({}),
});

export interface Tag {
  type: (typeof TAGS)[number];
  id: number | 'LIST' | 'TOTAL' | `name ${number}`;
}

/** The tag for all lists of a noun. A change may add rows to a list, remove them or reorder it. */
export const listTag = (type: Tag['type']): Tag => ({ type, id: 'LIST' });

/** The tag for all counts of a noun: invalidated by creating and deleting, and by updates that change what is counted. */
export const totalTag = (type: Tag['type']): Tag => ({ type, id: 'TOTAL' });

/** Lists and counts of a noun, invalidated by creating and deleting. */
export const listAndTotal = (type: Tag['type']): Tag[] => [listTag(type), totalTag(type)];

/** Tags for rows that show another noun's field, such as its name. Unlike that noun's own row, they remain when it is deleted. */
export const nameTags = (type: Tag['type'], ids: readonly number[]): Tag[] => [...new Set(ids)].map((id) => ({ type, id: `name ${id}` }));

/** The tags a list provides: the list tag, and one per row. */
export const rowTags = (type: Tag['type'], rows: readonly { id: number }[] | undefined): Tag[] => [
  listTag(type),
  ...(rows ?? []).map(({ id }) => ({ type, id })),
];

/** Invalidates only on success: after a refusal nothing has changed. */
export const onSuccess =
  (...tags: Tag[]) =>
  (_result: unknown, error: unknown): Tag[] =>
    error === undefined ? tags : [];

/** One page of rows. */
export interface Page<R> {
  data: R[];
  total: number;
}

/** One page of a list, with what a screen needs to page through the rest. */
export interface ListedPage<R> extends Page<R> {
  /** Whether the rows are in the requested order; in very long lists of an existing back end they aren't. */
  isSorted: boolean;
  /** There are more rows than `total`; past it, pages are addressed by cursor (docs/wire.md#paging-sorting-totals). */
  hasMore: boolean;
  /** Cursors of the first and the last row; null where there are none. */
  first: string | null;
  last: string | null;
}

export function listedPage<R>(reply: Page<R>, meta: FetchBaseQueryMeta | undefined): ListedPage<R> {
  const headers = meta?.response?.headers;
  return {
    ...reply,
    isSorted: headers?.has('X-Sort') ?? false,
    hasMore: headers?.get('X-Total-More') === 'true',
    first: headers?.get('X-Cursor-First') ?? null,
    last: headers?.get('X-Cursor-Last') ?? null,
  };
}

/** Refetches everything on screen, as after reconnecting. */
export function refetchAll(): UnknownAction {
  return api.internalActions.onOnline();
}

/** How often, in milliseconds, to look whether a server that gave no answer is back. */
const LOOK_EVERY = 10_000;

/** What `recoverByItself` needs of the store. */
interface Recovering {
  dispatch: (action: UnknownAction) => unknown;
  getState: () => { connection: { isAway: boolean }; api: QueriesState };
  subscribe: (listener: () => void) => () => void;
}

/**
 * While the server gives no answer, looks every ten seconds whether it is back and then reads what is on screen again. Ten seconds after it
 * has answered something, reads again whatever else had failed: not every screen does so by itself. Returns a function that stops this.
 */
export function recoverByItself({ dispatch, getState, subscribe }: Recovering): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = async () => {
    const { connection, api: answers } = getState();
    if (!connection.isAway) {
      clearInterval(timer);
      timer = undefined;
      for (const again of unanswered(answers)) dispatch(again);
    } else if (document.visibilityState !== 'hidden' && (await isServed())) dispatch(refetchAll());
  };
  const unsubscribe = subscribe(() => {
    if (timer === undefined && getState().connection.isAway && !isReplaying()) timer = setInterval(() => void look(), LOOK_EVERY);
  });
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

/** A fetch for each query that failed for want of an answer. */
function unanswered({ queries }: QueriesState): UnknownAction[] {
  return Object.values(queries).flatMap((query) => {
    if (query?.status !== 'rejected' || failureOf(query.error ?? {}).kind !== 'away') return [];
    return refetch(query) ?? [];
  });
}

/** How many seconds the tab may be in the background before returning to it refetches. */
const OUT_OF_SIGHT = 10;

/** Refetches what is on screen when the user returns to the tab. Returns a function that stops this. */
export function refetchOnReturn(dispatch: (action: UnknownAction) => unknown): () => void {
  let leftAt: number | null = null;
  const onChange = () => {
    const isSeen = document.visibilityState === 'visible' && document.hasFocus();
    if (!isSeen) leftAt ??= Date.now();
    else if (leftAt !== null) {
      if (Date.now() - leftAt > OUT_OF_SIGHT * 1000) dispatch(refetchAll());
      leftAt = null;
    }
  };
  const events = ['visibilitychange', 'focus', 'blur'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

/** The parts of RTK Query's actions that the middleware below reads. */
interface CallAction extends UnknownAction {
  meta: { condition?: boolean; arg: { endpointName: string; originalArgs: unknown; queryCacheKey: string; forceRefetch?: unknown } };
}

/** The parts of a query and of RTK Query's state that this file reads. */
interface Query {
  endpointName?: string | undefined;
  originalArgs?: unknown;
}
interface QueriesState {
  queries: Record<
    string,
    (Query & { status: string; data?: unknown; error?: FetchBaseQueryError | SerializedError | undefined }) | undefined
  >;
}

/**
 * A mutation that completes while a list is being fetched makes that response stale on arrival, and RTK Query won't start a second fetch
 * while one is pending. So queries that were in flight are fetched again when they complete.
 */
export const refetchOvertaken: Middleware = (store) => {
  let isInvalidating = false;
  const overtaken = new Set<string>();
  const readingFirst = () => {
    const { queries } = (store.getState() as { api: QueriesState }).api;
    return Object.keys(queries).filter((key) => queries[key]?.status === 'pending' && queries[key].data === undefined);
  };
  return (next) => (action) => {
    if (!isAction(action)) return next(action);
    const isChange = /^api\/executeMutation\/(?:fulfilled|rejected)$/.test(action.type);
    if (isChange || api.util.invalidateTags.match(action)) {
      // A first fetch has provided no tags yet, so we can't tell whether the change affects it: assume it does.
      if (isChange) for (const key of readingFirst()) overtaken.add(key);
      isInvalidating = true;
      const result = next(action);
      isInvalidating = false;
      return result;
    }
    const result = next(action);
    if (/^api\/executeQuery\/(?:fulfilled|rejected)$/.test(action.type)) {
      const { condition, arg } = (action as CallAction).meta;
      if (condition === true) {
        if (isInvalidating) overtaken.add(arg.queryCacheKey);
      } else if (overtaken.delete(arg.queryCacheKey)) {
        store.dispatch(refetch(arg) as unknown as UnknownAction);
      }
    }
    return result;
  };
};

function refetch({ endpointName = '', originalArgs }: Query) {
  const endpoints = api.endpoints as unknown as Record<string, { initiate: (args: unknown, options: object) => UnknownAction } | undefined>;
  return endpoints[endpointName]?.initiate(originalArgs, { subscribe: false, forceRefetch: true });
}
