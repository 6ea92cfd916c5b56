/** The minimum strength of staff's passwords. Passwords of before stay valid. */
import type { FastifyRequest } from 'fastify';
import type { Role } from '../../contract/plain/roles';
import { MIN_ADMIN_PASSWORD, MIN_EXISTING_PASSWORD, MIN_PASSWORD } from '../../contract/plain/wire';
import { isFromOwnConsole } from '../http/ownConsole';

/** An admin's password gives access to everything: at least zxcvbn's score 3 of 4, a hundred million guesses by somebody who knows how people choose. */
const ENOUGH_FOR_ADMIN = 3;

/** Characters that are estimated. Long texts are slow to estimate, and more characters only make a password harder to guess. */
const LOOKED_AT = 64;

/** Characters that a password of this role needs. Existing consoles may set shorter ones, as with their back ends. */
export function shortestPassword(role: Role, request: Pick<FastifyRequest, 'headers'>): number {
  if (role === 'admin') return MIN_ADMIN_PASSWORD;
  return isFromOwnConsole(request) ? MIN_PASSWORD : MIN_EXISTING_PASSWORD;
}

/**
 * Whether an account of this role may have the password, which is long enough. `own` are words that somebody who guesses would try first: the
 * account's names, and the product's.
 */
export async function isStrongEnough(role: Role, password: string, own: string[]): Promise<boolean> {
  const names = ['portico', ...own].map((name) => name.toLowerCase());
  return role === 'admin' ? outlastsGuessing(password, names) : !(await isCommon(password, names));
}

/**
 * Whether it is one of about fifty thousand common passwords, or one of the names or a part of one; also with another case, or with digits
 * and signs at the end. Enough for accounts below an admin, whose passwords are generated and handed over (ACL-10).
 */
async function isCommon(password: string, names: string[]): Promise<boolean> {
  const common = await (commonPasswords ??= loadCommon());
  const parts = names.flatMap((name) => [name, ...name.split(/[\s@]+/), ...name.split(/[^\p{L}\p{N}]+/u)]);
  const typed = password.toLowerCase();
  const known = new Set(parts.filter((part) => part.length > 2).flatMap((part) => [part, withoutEnd(part)]));
  return [typed, withoutEnd(typed)].some((text) => common.has(text) || known.has(text));
}

/** Without digits and signs at the end, if a word of four letters or more is left. */
const withoutEnd = (text: string): string => /^(.*\p{L})[^\p{L}]*$/u.exec(text)?.[1]?.replace(/^.{0,3}$/u, '') || text;

async function outlastsGuessing(password: string, names: string[]): Promise<boolean> {
  const estimator = await (loaded ??= load());
  const words = names.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const known = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
  // Removed before estimating: they add nothing against somebody who knows them.
  const rest = known.reduce((remaining, word) => remaining.replaceAll(word, ''), password.toLowerCase());
  // Case counts only if nothing was removed, since removing works on lower case.
  const looked = rest.length === password.length ? password : rest;
  return estimator.check(looked.slice(0, LOOKED_AT)).score >= ENOUGH_FOR_ADMIN;
}

let commonPasswords: ReturnType<typeof loadCommon> | undefined;

/** Without the estimator, which takes half a second of this thread to build, in which guests would wait. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

let loaded: ReturnType<typeof load> | undefined;

/** Loaded on first use: some megabytes of dictionaries, rarely needed. */
async function load() {
  const [{ ZxcvbnFactory }, common, en, it] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-it'),
  ]);
  const dictionary = { ...common.dictionary, ...en.dictionary, ...it.dictionary };
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
}
