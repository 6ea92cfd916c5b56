import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = process.cwd();

interface Message {
  /** Null for a file that can't be parsed. */
  ruleId: string | null;
  line: number;
  message: string;
}

type Complaint = Message & { file: string };

/** ESLint's report. */
type Results = { filePath: string; messages: Message[] }[];

/** oxlint's report. */
interface Diagnostics {
  diagnostics: { filename: string; code?: string; message: string; labels: { span: { line: number } }[] }[];
}

/**
 * Writes the given files to a temporary project and lints it with our configurations, using the commands of `npm run lint`. Returns
 * "file:line rule: message" for each complaint of the given rules.
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
    // oxlint resolves the patterns of its configuration relative to the folder that contains it.
    copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(project, '.oxlintrc.json'));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
    const ofEslint = run('eslint/bin/eslint.js', ['src', '--config', path.join(ROOT, 'eslint.config.js'), '--format', 'json'], project);
    const ofOxlint = run('oxlint/bin/oxlint', ['src', '--type-aware', '--format', 'json'], project);
    const slow = (await ofEslint) as Results;
    const fast = (await ofOxlint) as Diagnostics;
    const complaints: Complaint[] = [
      ...slow.flatMap(({ filePath, messages }) => messages.map((message) => ({ file: path.relative(project, filePath), ...message }))),
      // oxlint reports no code for a file that it can't parse because a name is declared twice, which ESLint can parse.
      ...fast.diagnostics.flatMap(({ filename, code, message, labels: [label] }) =>
        code === undefined ? [] : [{ file: filename, ruleId: code, line: label?.span.line ?? 1, message }],
      ),
    ];
    return complaints
      .filter(({ ruleId }) => ruleId === null || rules.test(ruleId))
      .map(({ file, line, ruleId, message }) => `${file}:${line} ${String(ruleId)}: ${message}`);
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** Returns a linter's report. A non-zero exit only means complaints; no report means it couldn't run. */
function run(program: string, args: string[], cwd: string): Promise<unknown> {
  const all = [path.join(ROOT, 'node_modules', program), ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { cwd, maxBuffer: 100_000_000 }, (_error, report, trouble) => {
      if (/^[[{]/.test(report)) resolve(JSON.parse(report));
      else reject(new Error(report + trouble));
    });
  });
}
