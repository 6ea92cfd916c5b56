/**
 * Chooses the random cases of this run: the same ones in each `npm test`, others in each long run. The lowest bit of PORTICO_SEED chooses
 * the files of a whole long run (`halfOf` in scripts/slices.mjs); without it here, each file meets all cases.
 */
export const SEED = Math.floor(Number(process.env.PORTICO_SEED ?? 78) / 2);

/**
 * How many cases a test tries, random ones or objects of a kind: `few` in `npm test`, `many` in the long run (PORTICO_LONG=1), times
 * PORTICO_ROUNDS; of the few at most all.
 */
export const rounds = (few: number, many: number) =>
  process.env.PORTICO_LONG === '1' ? timesRounds(many) : Math.min(few, timesRounds(few));

/**
 * The cases of a long test that could go on for ever: `some`, times PORTICO_ROUNDS. As the long run takes other random cases each time, many
 * short runs try what one very long run would.
 */
export const timesRounds = (some: number) => Math.ceil(some * Number(process.env.PORTICO_ROUNDS ?? 1));

/**
 * `some` of the cases of a long test, times PORTICO_ROUNDS: those whose turn it is by PORTICO_SEED, so that each long run tries others.
 */
export function inTurn<C>(cases: readonly C[], some: number): C[] {
  const first = SEED % cases.length;
  return cases.filter((_, nth) => (nth - first + cases.length) % cases.length < timesRounds(some));
}
