/**
 * fast-check with the seed of this run. `npm test` takes the same one each time: it says whether a change broke something, not whether a
 * rule has an exception that nobody has met yet. That is what `npm run test:long` looks for, with another seed each time; it prints the seed,
 * and PORTICO_SEED repeats it (scripts/test.mjs).
 */
import fc from 'fast-check';

export const SEED = Number(process.env.PORTICO_SEED ?? 39);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
