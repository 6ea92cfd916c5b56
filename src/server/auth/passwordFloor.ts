/** The minimum strength of an administrator's password, which gives access to everything. */
import type { Role } from '../../contract/plain/roles';
import { MIN_ADMIN_PASSWORD } from '../../contract/plain/wire';

/** zxcvbn score, 0 to 4: 3 is at least a hundred million guesses by somebody who knows how people choose passwords. */
const ENOUGH = 3;

/** Characters that are estimated. Long texts are slow to estimate, and more characters only make a password harder to guess. */
const LOOKED_AT = 64;

/**
 * Whether an account of this role may have the password. Only admins have a minimum beyond the contract's; other passwords are generated
 * by whoever creates the account, and handed over. `own` are words that an attacker would try first: the account's names.
 */
export async function isStrongEnough(role: Role, password: string, own: string[]): Promise<boolean> {
  if (role !== 'admin') return true;
  if (password.length < MIN_ADMIN_PASSWORD) return false;
  const estimator = await (loaded ??= load());
  // The account's names and the product's name are removed before estimating: they add nothing against somebody who knows them.
  const words = ['portico', ...own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])].map((word) => word.toLowerCase());
  const known = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
  const rest = known.reduce((remaining, word) => remaining.replaceAll(word, ''), password.toLowerCase());
  // Case counts only if nothing was removed, since removing works on lower case.
  const looked = rest.length === password.length ? password : rest;
  return estimator.check(looked.slice(0, LOOKED_AT)).score >= ENOUGH;
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
