/** No module needs itself through others, also not by an `import()`: oxlint sees only the other kind of import. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = 'src';

const files = new Set(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(ROOT, name)),
);

/** The modules that a file loads; types are gone by then. */
function imports(file: string): string[] {
  const importMatches = readFileSync(file, 'utf8').matchAll(/^(?!import type |export type ).*?\b(?:from|import\() ?'(\.[^'?]+)'/gm);
  return [...importMatches].flatMap(([, target = '']) => {
    const module = path.join(path.dirname(file), target);
    return [`${module}.ts`, `${module}.tsx`].filter((one) => files.has(one));
  });
}

/** The first cycle that a walk meets, as paths; empty if there is none. */
function firstCycle(): string[] {
  const finished = new Set<string>();
  const walk = (file: string, trail: string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (finished.has(file)) return [];
    for (const next of imports(file)) {
      const cycle = walk(next, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(file);
    return [];
  };
  for (const file of files) {
    const cycle = walk(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test('no module imports itself through others', () => {
  expect(files.size).toBeGreaterThan(500);
  expect(firstCycle()).toEqual([]);
});
