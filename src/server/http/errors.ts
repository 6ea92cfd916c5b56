/**
 * The only place that writes refusals (docs/wire.md#refusals). Routes throw a RefusedError, made by `notFound`, `conflict` and the like;
 * any unexpected error becomes a plain 500 whose cause goes to the log only.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Refusal } from '../../contract/lists';
import { BUSY_RETRY_AFTER } from '../database/queryQueue';
import { OutcomeUnknownError } from '../database/postgres';
import { CursorError } from '../database/paging';
import { DISK_FULL } from '../database/diskSpace';

/** A refusal: its status and its response body. */
export class RefusedError extends Error {
  constructor(
    readonly statusCode: number,
    readonly answer: Refusal,
  ) {
    super(answer.message);
  }
}

/** 404: there is no such object, or the caller may not know of it. */
export const notFound = (message: string) => new RefusedError(404, { message, code: 'not_found' });

/** 403: the caller's role or plan doesn't allow it. */
export const forbidden = (message = 'Unauthorized action', code = 'forbidden') => new RefusedError(403, { message, code });

/** 401: not signed in. The console ends its session when the message starts with "API token" (docs/wire.md#conventions). */
export const unauthenticated = (message: string, code = 'unauthenticated') => new RefusedError(401, { message, code });

/** 409: violates a unique constraint. */
export const duplicate = (status: string) => new RefusedError(409, { message: status, code: 'duplicate', status, id: 0 });

/** 409: conflicts with the current state; `code` says why. */
export const conflict = (message: string, code: string) => new RefusedError(409, { message, code });

/** 500, as in existing back ends: a call to another server failed; `code` says which. */
export const upstreamFailed = (message: string, code: string) => new RefusedError(500, { message, code });

/** 400 for one field of the body, with its reason. */
export const badField = (field: string, reason: string) =>
  new RefusedError(400, {
    message: 'Request fields malformed',
    code: 'malformed',
    error: `${field}: ${reason}`,
    fields: { [field]: reason },
  });

/** 403: changing one's own password or address needs the current password, which is missing or wrong. */
export const passwordRequired = (reason: string) =>
  new RefusedError(403, { message: 'The current password is required', code: 'password_required', fields: { current_password: reason } });

/** 403: a change needs a code of the second factor, which is missing, wrong or used. */
export const codeRequired = () =>
  new RefusedError(403, {
    message: 'A code of the second factor is required',
    code: 'code_required',
    fields: { factor_code: 'is wrong, or was used before' },
  });

/** 403: staff must have a second factor here, and the caller has none yet (AUTH-18). */
export const secondFactorMissing = () =>
  forbidden('A second factor is required: sign in to the console of this server and set it up', 'second_factor_missing');

/** 400: a password that has fewer than `shortest` characters or is too easy to guess. */
export const weakPassword = (shortest: number) =>
  new RefusedError(400, {
    message: 'The password is too easy to guess',
    code: 'weak_password',
    fields: { password: `needs ${shortest} characters, and is none that guessers try early` },
  });

/** 400: the password chosen in place of a one-time password is that password. */
export const sameOneTimePassword = () => badField('password', 'must differ from the one-time password');

/** 429: the next attempt may succeed in `seconds`. */
export const tooOften = (seconds: number) =>
  new RefusedError(429, { message: `Too many attempts: try again in ${seconds} seconds`, code: 'too_often', retry_after: seconds });

/** Retry-After when the database doesn't respond, in seconds. */
const RETRY_AFTER = 5;

/** 503: a call with the same Idempotency-Key is still running. */
export const stillRunning = () =>
  new RefusedError(503, { message: 'The first call with this key is still running', code: 'still_running', retry_after: RETRY_AFTER });

/** 503: too many requests are waiting, for the database or at the gate (requestGate.ts). Nothing was done. */
export const BUSY = {
  message: 'Too many calls wait: try again shortly',
  code: 'busy',
  retry_after: BUSY_RETRY_AFTER,
} as const satisfies Refusal;

const DISK_FULL_ANSWER: Refusal = {
  message: 'The disk of the server is full: nothing can be changed until there is room',
  code: 'disk_full',
  retry_after: 30,
};

/** 503: visitors have filled the public demonstration, which is reset in `seconds`. */
export const publicIsFull = (seconds: number) =>
  new RefusedError(503, {
    message: 'The public demonstration is full: nothing can be changed until it begins anew',
    code: 'disk_full',
    retry_after: seconds,
  });

const UNAVAILABLE: Refusal = {
  message: 'The database does not answer: try again shortly',
  code: 'unavailable',
  retry_after: RETRY_AFTER,
};

/** For a call that took too long: 408 if its body is still arriving, else 503; a change may be done. */
export function tookTooLong({ complete, method = '' }: Pick<IncomingMessage, 'complete' | 'method'>): RefusedError {
  if (!complete) return new RefusedError(TOO_SLOW.status, TOO_SLOW.answer);
  if (['GET', 'HEAD'].includes(method)) return new RefusedError(503, UNAVAILABLE);
  return new RefusedError(503, {
    message: 'The server took too long over this: it may be done, or not',
    code: 'outcome_unknown',
    retry_after: RETRY_AFTER,
  });
}

const NOT_READY = {
  disk_full: DISK_FULL_ANSWER,
  stopping: { message: 'The server is stopping', code: 'stopping', retry_after: RETRY_AFTER },
  database_silent: { message: 'The database does not answer', code: 'database_silent', retry_after: RETRY_AFTER },
} satisfies Record<string, Refusal>;

/** 503, or 404 if asked for, for a load balancer: this server is stopping, can't write, or its database doesn't respond. */
export const notReady = (reason: keyof typeof NOT_READY, status: 404 | 503 = 503) => new RefusedError(status, NOT_READY[reason]);

/**
 * SQLSTATE classes, socket errors and the embedded database's code that mean "not now" rather than "bad query". 25006 comes from a
 * standby during a failover, 28 and 3D000 from a database that is being set up again.
 */
const NOT_NOW =
  /^(08\w{3}|25006|25P03|28\w{3}|3D000|40001|40P01|53\w{3}|55P03|57014|57P\w{2}|58030|stopped|ECONN\w+|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/;

/** The same for driver errors without a code, by their message. */
const NOT_NOW_TEXT =
  /Connection terminated|not queryable|connection timeout|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end/;

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, answer } = refusalOf(error);
    // What is still to come of the body is not waited for.
    if (status === TOO_SLOW.status) reply.header('Connection', 'close');
    if (answer.retry_after !== undefined) reply.header('Retry-After', answer.retry_after);
    // No stack trace: under load there are many of these, and metrics count them.
    if (answer.code === 'busy') request.log.warn('too many calls wait for the database');
    else if (status >= 500 && !(error instanceof RefusedError)) request.log.error({ err: error }, 'call failed');
    return reply.code(status).type('application/json').send(JSON.stringify(answer));
  });
}

/** 408: the body arrived too slowly. */
export const TOO_SLOW: { status: number; answer: Refusal } = {
  status: 408,
  answer: { message: 'Request fields malformed', code: 'malformed', error: 'it did not arrive in time' },
};

/** Status and reason for what Node's HTTP parser rejects; anything else is 400. */
const UNREADABLE: Record<string, [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'its address and headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'it did not arrive in time'],
};

/** The headers that hooks add to all other responses, for responses sent before any hook runs. */
export const ANSWER_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/**
 * Responds to bytes that never became a request with a refusal in the usual form, and closes the connection, which can't be parsed any
 * further. A connection over which nothing has come is only closed: browsers open some ahead, and would take the refusal for the answer to
 * a request that they are just sending.
 */
export function answerUnreadable(cause: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && socket.bytesRead > 0) {
    const [status, error] = UNREADABLE[cause.code ?? ''] ?? ['400 Bad Request', 'it is not HTTP'];
    const answer: Refusal = { message: 'Request fields malformed', code: 'malformed', error };
    const body = JSON.stringify(answer);
    const headers = [
      ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${randomUUID()}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ].join('\r\n');
    socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  }
  socket.destroy();
}

/** For pages, whose refusals aren't JSON: the status of an error, and the seconds after which to try again. */
export function outcomeOf(error: FastifyError): { status: number; retryAfter: number | undefined } {
  const { status, answer } = refusalOf(error);
  return { status, retryAfter: answer.retry_after };
}

function refusalOf(error: FastifyError): { status: number; answer: Refusal } {
  if (error instanceof CursorError) return { status: 400, answer: badField(error.field, error.reason).answer };
  if (error instanceof RefusedError) return { status: error.statusCode, answer: error.answer };
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, answer: malformed(error) };
  if (error.statusCode === 413) return { status: 413, answer: { message: 'The body is too large', code: 'too_large' } };
  // From Fastify: invalid JSON, unknown media type, bad header.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, answer: { message: 'Request fields malformed', code: 'malformed', error: error.message } };
  }
  if (causesOf(error).some((cause) => NOT_A_TEXT.includes(codeOf(cause)))) {
    return { status: 400, answer: { message: 'Request fields malformed', code: 'malformed', error: 'a text holds a NUL character' } };
  }
  const codes = causesOf(error).map(codeOf);
  if (codes.includes('busy')) return { status: 503, answer: BUSY };
  if (codes.includes(DISK_FULL)) return { status: 503, answer: DISK_FULL_ANSWER };
  if (error instanceof OutcomeUnknownError) {
    return {
      status: 503,
      answer: {
        message: 'The database went away while it did this: it may be done, or not',
        code: 'outcome_unknown',
        retry_after: RETRY_AFTER,
      },
    };
  }
  if (isNotNow(error)) return { status: 503, answer: UNAVAILABLE };
  return { status: 500, answer: { message: 'Something went wrong on the server', code: 'internal' } };
}

function malformed(error: { validation: { instancePath: string; message?: string }[] }): Refusal {
  const reasons = error.validation.map(
    (issue) => [issue.instancePath.slice(1).replaceAll('/', '.'), issue.message ?? 'is not valid'] as const,
  );
  return {
    message: 'Request fields malformed',
    code: 'malformed',
    error: reasons.map(([field, reason]) => (field === '' ? reason : `${field}: ${reason}`)).join('; '),
    fields: Object.fromEntries(reasons),
  };
}

/** SQLSTATEs for text that PostgreSQL can't store, as it is or in JSON: it contains a NUL character. */
const NOT_A_TEXT = ['22021', '22P05'];

/**
 * An error as it is logged: the innermost cause's message and stack only. Drizzle's message repeats statement parameters and PostgreSQL's
 * details repeat rows (names, password hashes).
 */
export function asLogged(error: Error): { type: string; message: string; stack: string; code: string } {
  const cause = causesOf(error).at(-1) ?? error;
  return { type: cause.name, message: cause.message, stack: cause.stack ?? '', code: codeOf(cause) };
}

function isNotNow(error: Error): boolean {
  return causesOf(error).some((cause) => NOT_NOW.test(codeOf(cause)) || NOT_NOW_TEXT.test(cause.message));
}

/** The error and its causes, outermost first. Drivers and drizzle wrap errors, sometimes more than once. */
function causesOf(error: Error): Error[] {
  return isError(error.cause) ? [error, ...causesOf(error.cause)] : [error];
}

/** Errors of the embedded database and of Node may come from another realm, where `instanceof` fails. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
}

/** SQLSTATE or a socket's error code; empty if there is none. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
