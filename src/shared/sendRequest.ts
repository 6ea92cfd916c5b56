import { createAction } from '@reduxjs/toolkit';
import { fetchBaseQuery, type BaseQueryApi, type FetchArgs, type FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { CONSOLE_HEADER } from '../contract/plain/wire';
import type { BackEnd } from './backEnd/types';
import { consoleConfig } from './config';
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

/** The server asks for a second factor that the account doesn't have; the auth slice leads to setting it up. */
export const secondFactorMissed = createAction('auth/secondFactorMissed');

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
  const body = typeof error.data === 'object' ? error.data : null;
  return { status, data: { retry_after: secondsUntil(response?.headers.get('Retry-After') ?? ''), ...body } };
}

/** Parses a Retry-After header (seconds or an HTTP date) into seconds; 0 if it is neither or has passed. */
function secondsUntil(text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Math.max(0, seconds) || 0;
}

/** Calls to paths below /wax have an absolute URL; their failures say nothing about the state of the API's server. */
const isAbsolute = (args: string | FetchArgs) => URL.canParse(urlOf(args));

/**
 * Paths below /wax are public and get no token (API-01). The exception is registering MAC addresses, but only at the server that also has
 * the API: no other server ever gets the token.
 */
function isPublic(args: string | FetchArgs): boolean {
  if (!isAbsolute(args)) return false;
  const { origin, pathname } = new URL(urlOf(args));
  return !/\/wax\/register\/mac\/[^/]+$/.test(pathname) || origin !== new URL(`${consoleConfig().api_base}/`, window.location.href).origin;
}

const urlOf = (args: string | FetchArgs) => (typeof args === 'string' ? args : args.url);

const tokenOf = (store: Pick<BaseQueryApi, 'getState'>) =>
  secretBehind((store.getState() as TokenHolder).auth.user?.token ?? '') || undefined;

/**
 * How often a GET is tried while the server is busy, and the longest wait for a rate limit, in seconds, that isn't reported to the user.
 */
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

/** Waits, then resolves to whether the request is still wanted. When the request is aborted, resolves to false at once. */
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
  if (failure && token !== undefined && token === tokenOf(store)) {
    if (failure.kind === 'login_lost') store.dispatch(loginLost());
    if (failure.code === 'second_factor_missing') store.dispatch(secondFactorMissed());
  }
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

export const send: BackEnd = (args, store, extra) =>
  (consoleConfig().backend === 'portico' ? sendAndTrackConnection : sendTranslated)(withoutUnchosen(args), store, extra);

/** Id filters, where 0 means "all". Omitted in that case: existing back ends would search for id 0. */
const CHOSEN = ['hotspot', 'user', 'unit'];

function withoutUnchosen(args: string | FetchArgs): string | FetchArgs {
  if (typeof args === 'string' || !args.params) return args;
  const chosen = Object.entries(args.params as Record<string, unknown>).filter(([name, value]) => !(CHOSEN.includes(name) && value === 0));
  return { ...args, params: Object.fromEntries(chosen) };
}
