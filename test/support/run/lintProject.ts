import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = process.cwd();
const CONFIGURATION = 'oxlint.config.js';

/** oxlint's report. */
interface Diagnostics {
  diagnostics: { filename: string; code?: string; message: string; labels: { span: { line: number } }[] }[];
}

/**
 * Writes the given files to a temporary project and lints its sources and tests with our configuration. Returns "file:line rule: message"
 * for each complaint of the given rules, and for each file that can't be parsed.
 */
export async function lintProject(files: Iterable<[file: string, lines: string[]]>, rules: RegExp): Promise<string[]> {
  const project = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-lint-')));
  try {
    const compilerOptions = { rootDir: '.' };
    const tsconfig = JSON.stringify({ extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, include: ['src', 'test', 'i18n'] });
    for (const [file, lines] of [...files, ['tsconfig.json', [tsconfig]] as const]) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), lines.join('\n'));
    }
    // oxlint resolves patterns and plugins of its configuration relative to the folder that contains it.
    copyFileSync(path.join(ROOT, CONFIGURATION), path.join(project, CONFIGURATION));
    for (const folder of ['node_modules', 'scripts']) symlinkSync(path.join(ROOT, folder), path.join(project, folder));
    const { diagnostics } = await report(project);
    return diagnostics
      .map(({ filename, code = 'unparsed', message, labels: [label] }) => ({ filename, code, message, line: label?.span.line ?? 1 }))
      .filter(({ code }) => code === 'unparsed' || rules.test(code))
      .map(({ filename, code, message, line }) => `${filename}:${String(line)} ${code}: ${message}`);
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** The linter's report. A non-zero exit only means complaints; no report means it couldn't run. */
function report(project: string): Promise<Diagnostics> {
  const args = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), 'src', 'test', '--config', CONFIGURATION, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: project, maxBuffer: 100_000_000 }, (_error, output, trouble) => {
      if (output.startsWith('{')) resolve(JSON.parse(output) as Diagnostics);
      else reject(new Error(output + trouble));
    });
  });
}
