/** `npm run settings`: writes the table of settings in docs/operations.md from their declarations in src/server/settings.ts. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CACHE, ROOT } from './paths.mjs';

/**
 * Replaces the table of settings in a page.
 *
 * @param {string} page
 * @param {{ name: string, unset: string, text: string }[]} settings
 */
export function withSettings(page, settings) {
  const rows = settings.map(({ name, unset, text }) => `| \`${name}\` | ${unset} | ${text} |`);
  return page.replace(
    /(\n\| Variable \| Default \|[^\n]*\n)(?:\|[^\n]*\n)+/,
    (_, head) => `${head}| --- | --- | --- |\n${rows.join('\n')}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outfile = path.join(CACHE, `settings-${String(process.pid)}.mjs`);
  await build({ entryPoints: [path.join(ROOT, 'src/server/settings.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
  const { documentedSettings } = await import(pathToFileURL(outfile).href);
  const file = path.join(ROOT, 'docs/operations.md');
  await writeFile(file, withSettings(await readFile(file, 'utf8'), documentedSettings()));
}
