/**
 * `npm run bench`: measures bytes, requests and times against their budgets and prints tables. `npm run bench -- bytes` runs only the
 * files of test/bench whose name contains the word; files `NAME.long.bench.mjs` run only when named. A missed budget is marked but isn't an
 * error, because the figures depend on the machine.
 *
 * A file `NAME.bench.mjs` exports `title` and `run()`, which returns its rows.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT } from './paths.mjs';

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, least?: number, digits?: number }} Row */

const args = process.argv.slice(2);
const folder = path.join(ROOT, 'test/bench');
const files = readdirSync(folder).filter(
  (file) =>
    file.endsWith('.bench.mjs') && args.every((word) => file.includes(word)) && (args.length > 0 || !file.endsWith('.long.bench.mjs')),
);
if (files.length === 0) throw new Error(`no file of test/bench is called ${args.join(' ')}`);

await ensureBuilt();
let missed = 0;
for (const file of files.sort()) {
  /** @type {{ title: string, run: () => Promise<Row[]> }} */
  const { title, run } = await import(pathToFileURL(path.join(folder, file)).href);
  process.stdout.write(`\n${title}\n`);
  const rows = await run();
  missed += rows.filter(isMissed).length;
  process.stdout.write(table(rows));
}
process.stdout.write(missed > 0 ? `\n${String(missed)} outside of the budget\n` : '\nall within the budget\n');

function isMissed(/** @type {Row} */ { measured, budget, least }) {
  return (budget !== undefined && measured > budget) || (least !== undefined && measured < least);
}

function table(/** @type {Row[]} */ rows) {
  const lines = [
    ['', 'measured', 'budget', ''],
    ...rows.map((row) => {
      const figure = (/** @type {number} */ value) =>
        `${value.toLocaleString('en', { maximumFractionDigits: row.digits ?? 0 })} ${row.unit}`;
      const bounds = [
        ...(row.budget === undefined ? [] : [`≤ ${figure(row.budget)}`]),
        ...(row.least === undefined ? [] : [`≥ ${figure(row.least)}`]),
      ];
      return [row.what, figure(row.measured), bounds.join(' '), isMissed(row) ? 'MISSED' : ''];
    }),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map(([what = '', measured = '', budget = '', mark = '']) =>
      `  ${what.padEnd(widths[0] ?? 0)}  ${measured.padStart(widths[1] ?? 0)}  ${budget.padStart(widths[2] ?? 0)}  ${mark}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
