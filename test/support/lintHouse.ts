import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = process.cwd();

interface Result {
  filePath: string;
  messages: { ruleId: string | null; line: number; message: string }[];
}

/**
 * Writes the given files to a temporary project and lints it with our configuration, using the command of `npm run lint`. Returns
 * "file:line rule: message" for each complaint of the given rules.
 */
export async function lintHouse(files: Iterable<[file: string, lines: string[]]>, rules: RegExp): Promise<string[]> {
  const house = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-house-')));
  try {
    const tsconfig = JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), include: ['src', 'test', 'i18n'] });
    for (const [file, lines] of [...files, ['tsconfig.json', [tsconfig]] as const]) {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), lines.join('\n'));
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
    const results = JSON.parse(await eslint(house)) as Result[];
    return results.flatMap(({ filePath, messages }) =>
      messages
        // Parse errors have no rule id.
        .filter(({ ruleId }) => ruleId === null || rules.test(ruleId))
        .map(({ ruleId, line, message }) => `${path.relative(house, filePath)}:${line} ${String(ruleId)}: ${message}`),
    );
  } finally {
    rmSync(house, { recursive: true });
  }
}

/** Returns ESLint's report. A non-zero exit only means complaints; no report means it couldn't run. */
function eslint(cwd: string): Promise<string> {
  const program = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
  const args = [program, 'src', '--config', path.join(ROOT, 'eslint.config.js'), '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 100_000_000 }, (_error, report, trouble) => {
      if (report.startsWith('[')) resolve(report);
      else reject(new Error(trouble));
    });
  });
}
