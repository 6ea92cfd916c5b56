/**
 * `npm run migration -- NAME`: starts a migration with the changes to the tables since the last commit that added one. Writes its SQL and
 * its entry in the journal. Read the SQL, and add what a comparison of tables can't know: values for existing rows, functions, triggers.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CACHE, ROOT } from './paths.mjs';

const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)('drizzle-kit/api');

const DATABASE = 'src/server/database';
const MIGRATIONS = `${DATABASE}/migrations`;
const TABLES = ['schema', 'searchExpressions'];
const JOURNAL = path.join(ROOT, MIGRATIONS, 'meta/_journal.json');

const name = process.argv[2] ?? '';
if (!/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('Say what the migration does: npm run migration -- voucher_notes\n');
  process.exit(1);
}

const journal = JSON.parse(await readFile(JOURNAL, 'utf8'));
const last = journal.entries.at(-1);
const statements = await generateMigration(await tablesAt(commitOf(last.tag)), await tablesAt());
const idx = last.idx + 1;
// Counted from the last file, not from `idx`: some numbers were never used.
const tag = `${String(Number.parseInt(last.tag, 10) + 1).padStart(4, '0')}_${name}`;
const file = path.join(ROOT, MIGRATIONS, `${tag}.sql`);
await writeFile(file, statements.length === 0 ? '-- The tables stay as they are.\n' : `${statements.join('--> statement-breakpoint\n')}\n`);
journal.entries.push({ idx, version: '7', when: Math.max(Date.now(), last.when + 1), tag, breakpoints: true });
await writeFile(JOURNAL, JSON.stringify(journal, undefined, 2));
process.stdout.write(`${path.relative(ROOT, file)}: ${String(statements.length)} statements\n`);

/** The commit that added a migration, and so has the tables as of then; HEAD if the migration isn't committed. */
function commitOf(/** @type {string} */ tag) {
  const added = execFileSync('git', ['log', '-1', '--format=%H', '--diff-filter=AR', '--', `${MIGRATIONS}/${tag}.sql`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return added.trim() || 'HEAD';
}

/** The tables that the working copy's sources define, or those of a commit, as drizzle-kit compares them. */
async function tablesAt(/** @type {string | undefined} */ commit) {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'tables-'));
  try {
    if (commit !== undefined) {
      const sources = execFileSync('git', ['archive', commit, 'src/contract', 'src/server'], { cwd: ROOT, maxBuffer: 2 ** 28 });
      execFileSync('tar', ['-x', '-C', folder], { input: sources });
    }
    const from = path.join(commit === undefined ? ROOT : folder, DATABASE);
    const outfile = path.join(folder, 'tables.mjs');
    const contents = TABLES.map((file) => `export * from './${file}';`).join('\n');
    await build({
      stdin: { contents, resolveDir: from },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    return generateDrizzleJson(await import(pathToFileURL(outfile).href));
  } finally {
    await rm(folder, { recursive: true });
  }
}
