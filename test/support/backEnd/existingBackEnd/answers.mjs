// @ts-check
import { Refusal } from './refusal.mjs';

/**
 * One call, with everything needed to answer it.
 *
 * @typedef {object} Call
 * @property {import('./rows.mjs').Rows} rows
 * @property {Date} now
 * @property {import('./rows.mjs').Row} caller the caller's account; for public calls a row without a type
 * @property {string} token the caller's token
 * @property {string[]} params path parameters, in order
 * @property {import('node:url').URLSearchParams} query
 * @property {any} body
 * @property {import('./tokens.mjs').Tokens} tokens
 * @property {(url: string, webhookToken: string, body: unknown) => Promise<boolean>} callWebhook whether the webhook accepted
 */

/** @typedef {[method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, handle: (call: Call) => unknown]} Route */

/** An answer with a status other than 200. */
export class Answer {
  /**
   * @param {number} status
   * @param {unknown} [body] empty by default
   */
  constructor(status, body) {
    this.status = status;
    this.body = body;
  }
}

export const success = { status: 'success' };
export const emptyBody = new Answer(200);

/** A numeric path parameter. @param {Call} call @param {number} [index] */
export function idIn({ params }, index = 0) {
  const text = params[index] ?? '';
  return /^\d+$/.test(text) ? Number(text) : 0;
}

/**
 * The fields of a body, checked against their types; missing ones are left out.
 *
 * @param {Call} call
 * @param {string} struct its name in refusals
 * @param {Record<string, 'string' | 'number' | 'boolean' | 'list'>} types
 * @param {string[]} [required]
 * @returns {Record<string, any>}
 */
export function fieldsOf({ body }, struct, types, required = []) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('EOF');
  const found = Object.entries(types).filter(([name]) => body[name] !== undefined && body[name] !== null);
  for (const [name, type] of found) {
    const actual = Array.isArray(body[name]) ? 'list' : typeof body[name];
    if (actual !== type) throw malformed(`json: cannot unmarshal ${actual} into Go struct field ${struct}.${name} of type ${type}`);
  }
  const missing = required.filter((name) => !found.some(([one]) => one === name) || body[name] === '');
  if (missing.length > 0) throw malformed(missing.map((name) => requirement(struct, name)).join('\n'));
  return Object.fromEntries(found.map(([name]) => [name, body[name]]));
}

/** @param {string} error */
export const malformed = (error) => new Refusal(400, { message: 'Request fields malformed', error });

/** @param {string} struct @param {string} name */
function requirement(struct, name) {
  const field = name.charAt(0).toUpperCase() + name.slice(1);
  return `Key: '${struct}.${field}' Error:Field validation for '${field}' failed on the 'required' tag`;
}

/** A moment in the stored format. @param {Date | number} moment */
export const stamp = (moment) => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');

/** @param {Date} from @param {number} days */
export const daysLater = (from, days) => stamp(from.getTime() + days * 86_400_000);
