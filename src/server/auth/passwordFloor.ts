/** Below this no administrator's password goes: who has it has everything. */
import type { Role } from '../../contract/roles';
import { MIN_ADMIN_PASSWORD } from '../../contract/wire';

/** Of 0 to 4: 3 is a hundred million guesses and more by somebody who knows how people choose. */
const ENOUGH = 3;

/** Estimating takes long for long texts; what comes behind can only make it harder to guess. */
const LOOKED_AT = 64;

/**
 * Whether an account of this role may have the password. Others than admins may have any that the contract allows: theirs are made up
 * by whoever creates them, and shown to be handed over. `own` are words that a guesser tries first: the account's names.
 */
export async function isStrongEnough(role: Role, password: string, own: string[]): Promise<boolean> {
  if (role !== 'admin') return true;
  if (password.length < MIN_ADMIN_PASSWORD) return false;
  const estimator = await (loaded ??= load());
  // What a guesser knows of the account, and the product's name, add nothing: what is left has to be enough.
  const words = ['portico', ...own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])].map((word) => word.toLowerCase());
  const known = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  // The case of letters counts only where none of it is known.
  const looked = rest.length === password.length ? password : rest;
  return estimator.check(looked.slice(0, LOOKED_AT)).score >= ENOUGH;
}

let loaded: ReturnType<typeof load> | undefined;

/** Some megabytes of words, for what happens rarely. */
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
