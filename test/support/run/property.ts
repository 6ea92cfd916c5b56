/**
 * fast-check with the seed of this run. `npm test` always uses the same one: it tells whether a change broke something, not whether a rule
 * has an exception that nobody has found yet. The latter is for `npm run test:long`, which uses another seed each time and prints it;
 * PORTICO_SEED repeats it (scripts/test.mjs).
 */
import fc from 'fast-check';
import { SEED } from './rounds';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
