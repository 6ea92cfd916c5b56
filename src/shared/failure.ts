import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { Refusal } from '../contract/lists';

/** Why a call failed, in terms a screen can act on, whichever back end it came from (docs/wire.md#refusals). */
export interface Failure {
  /**
   * away: no response, or one that isn't the server's · login_lost: the token has expired · forbidden: not allowed for this user ·
   * not_found · duplicate · conflict: the current state doesn't allow it, `code` says why · stale: somebody else changed it first ·
   * too_large · too_often: wait `retryAfter` seconds · malformed: see `fields` · busy: the queue is full, nothing was done · disk_full:
   * only changes fail · broken: 5xx.
   */
  kind:
    | 'away'
    | 'login_lost'
    | 'forbidden'
    | 'not_found'
    | 'duplicate'
    | 'conflict'
    | 'stale'
    | 'too_large'
    | 'too_often'
    | 'malformed'
    | 'busy'
    | 'disk_full'
    | 'broken';
  /** Our server's stable error code; empty from an existing back end. */
  code: string;
  message: string;
  /** The verbatim reply of a third-party server, such as a mail server refusing a mail. */
  text: string;
  fields: string[];
  retryAfter: number;
  /** If stale: the current version and its ETag. */
  current: unknown;
  etag: string;
}

const KINDS: Record<number, Failure['kind']> = {
  400: 'malformed',
  403: 'forbidden',
  404: 'not_found',
  409: 'duplicate',
  412: 'stale',
  413: 'too_large',
  422: 'malformed',
  429: 'too_often',
  502: 'away',
  503: 'away',
  504: 'away',
};

export function failureOf(error: FetchBaseQueryError | SerializedError): Failure {
  if (!('status' in error)) return { ...NO_DETAILS, kind: 'broken', message: error.message ?? '' };
  if (typeof error.status === 'string') {
    // PARSING_ERROR: not our server's response but, for instance, a proxy's error page.
    return { ...NO_DETAILS, kind: 'away' };
  }
  const refusal: Partial<Refusal> = typeof error.data === 'object' && error.data !== null ? error.data : {};
  const message = refusal.message ?? '';
  const kind = kindOf(error.status, message, refusal.code);
  return {
    kind,
    message,
    text: refusal.error ?? '',
    code: refusal.code ?? (kind === 'duplicate' ? DUPLICATE : ''),
    fields: Object.keys(refusal.fields ?? {}),
    retryAfter: refusal.retry_after ?? 0,
    current: refusal.current,
    etag: refusal.etag ?? '',
  };
}

/** Our server's code for a name or address that is taken. Existing back ends send 409 without a code, and only in this case. */
const DUPLICATE = 'duplicate';

function kindOf(status: number, message: string, code: string | undefined): Failure['kind'] {
  if (status === 401) return message.startsWith('API token') ? 'login_lost' : 'forbidden';
  if (status === 409 && code !== undefined && code !== DUPLICATE) return 'conflict';
  if (status === 503 && (code === 'busy' || code === 'disk_full')) return code;
  return KINDS[status] ?? 'broken';
}

/** Failures that say nothing about the requested object or the caller's login. */
const INCONCLUSIVE: readonly Failure['kind'][] = ['away', 'busy', 'disk_full', 'too_often', 'broken'];

export const isVerdict = ({ kind }: Failure) => !INCONCLUSIVE.includes(kind);

/** Whether the server refused the object: it doesn't exist, was deleted, or isn't the caller's. False for temporary failures. */
export function isMissing(error: FetchBaseQueryError | SerializedError | undefined): boolean {
  return error !== undefined && isVerdict(failureOf(error));
}

/**
 * Whether a failed query leaves nothing to show. Earlier data stays on screen while the server is away (the banner says so), busy or
 * rate-limiting.
 */
export function isLost({
  error,
  currentData,
}: {
  error?: FetchBaseQueryError | SerializedError | undefined;
  currentData?: unknown;
}): boolean {
  return error !== undefined && (currentData === undefined || !['away', 'busy', 'too_often'].includes(failureOf(error).kind));
}

const NO_DETAILS = { code: '', message: '', text: '', fields: [], retryAfter: 0, current: undefined, etag: '' };
