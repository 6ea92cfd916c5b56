/** Deterministic pseudo-random numbers: the same seed yields the same demonstration. Not for secrets, which come from `node:crypto`. */

/** A generator: returns the next number in [0, 1). */
export type Random = () => number;

/** mulberry32: a small generator with good distribution. */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A generator seeded by a name (FNV-1a), so that changing one hotspot doesn't change the others. */
export function randomFor(name: string): Random {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return mulberry32(hash);
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}

/** A random integer, both ends inclusive. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** A random key, by weight. */
export function weighted<K extends string>(random: Random, weights: Readonly<Partial<Record<K, number>>>): K {
  const keys = Object.keys(weights) as K[];
  return pickBy(random, keys, (key) => weights[key] ?? 0);
}

export function pickBy<T>(random: Random, items: readonly T[], weight: (item: T) => number): T {
  const item = items[weightedIndex(random, items.map(weight))];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** A random index into `weights`, by weight. */
export function weightedIndex(random: Random, weights: readonly number[]): number {
  let whole = 0;
  for (const weight of weights) whole += weight;
  let remaining = random() * whole;
  for (const [index, weight] of weights.entries()) {
    remaining -= weight;
    if (remaining < 0) return index;
  }
  return weights.length - 1;
}

/** A Poisson-distributed number (Knuth's method: only for small means). */
export function arrivals(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** A log-normally distributed number: mostly near the median, sometimes several times as much, as lengths of stay and traffic are. */
export function logNormal(random: Random, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}

/** A random string of `length` characters from an alphabet. */
export function letters(random: Random, alphabet: string, length: number): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

export function hex(random: Random, length: number): string {
  let text = '';
  while (text.length < length)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, length);
}

/** Shaped like a random UUID (version 4). */
export function uuid(random: Random): string {
  return [hex(random, 8), hex(random, 4), `4${hex(random, 3)}`, `${letters(random, '89ab', 1)}${hex(random, 3)}`, hex(random, 12)].join(
    '-',
  );
}

/** A MAC address in wire form; locally administered, as phones choose theirs, so it belongs to no manufacturer. */
export const macAddress = (random: Random): string => macBeginning(random, '26ae');

/** A MAC address in wire form as a manufacturer gives it, which doesn't change. */
export const fixedMacAddress = (random: Random): string => macBeginning(random, '048c');

function macBeginning(random: Random, kinds: string): string {
  const first = hex(random, 1) + letters(random, kinds, 1);
  const rest = Array.from({ length: 5 }, () => hex(random, 2));
  return [first, ...rest].join('-').toUpperCase();
}
