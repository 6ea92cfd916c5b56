/** The package as operators get it: installed without development dependencies in an empty folder, and run by npx. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConsole, signIn } from '../support/browser/browser';

const run = promisify(execFile);
const ROOT = process.cwd();

/** npm settings to keep, which say where packages come from. All others are dropped, as npm itself may be running this test. */
const PASSED_ON = /^npm_config_(?:registry|userconfig|globalconfig|cache|cafile|https?_proxy|noproxy)$/i;
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => PASSED_ON.test(name) || !/^(?:npm_|NODE_|JEST_|PORTICO_|DATABASE_URL$|HOST$|PORT$)/i.test(name),
  ),
);

let folder = '';
let installed = '';
let packed: string[] = [];
/** What npm said while it installed. */
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-installed-'));
  await run(process.execPath, ['scripts/package.mjs', folder, '--without-debian'], { cwd: ROOT, env });
  const [filename = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const { stdout } = await run('tar', ['tzf', path.join(folder, filename)], { maxBuffer: 2 ** 24 });
  packed = stdout.split('\n').map((line) => line.replace(/^package\//, ''));
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  const wish = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
  output = (await run('npm', ['install', ...wish, path.join(folder, filename)], { cwd: folder, env })).stderr;
  installed = path.join(folder, 'node_modules/portico');
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packages {
  packages: Record<string, { version?: string }>;
}

const nameOf = (location: string) => location.replace(/^.*node_modules\//, '');

test('the package contains the console, the server, its migrations and SQL functions, and the licences, and no build tools', () => {
  expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/client/index.html', 'dist/client/licences.txt']));
  expect(packed).toEqual(
    expect.arrayContaining(['dist/server/cli.js', 'dist/server/migrations/meta/_journal.json', 'dist/server/functions/access_facts.sql']),
  );
  expect(packed).toEqual(expect.arrayContaining(['packaging/container/Containerfile', 'packaging/container/compose.yaml']));
  expect(packed.filter((file) => /^(?:src|test|scripts)\/|^dist\/.*snapshot|\.map$|\.built/.test(file))).toEqual([]);
});

test('the page that npm shows says how to try and use the package, in commands that it has', () => {
  const page = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const commands = [...page.matchAll(/(?:npx |\.bin\/)portico (\w+)/g)].map(([, name]) => name);
  expect(commands).toEqual(expect.arrayContaining(['demo', 'setup', 'serve', 'doctor']));
  const files = [...page.matchAll(/`((?:docs|dist)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(path.join(installed, file)))).toEqual([]);
  expect(page).not.toMatch(/npm ci|npm run|npm test/);
  const { keywords } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { keywords: string[] };
  expect(keywords).toContain('captive-portal');
});

test('npm installs it without a warning, and with the packages that were tested', () => {
  expect(output).not.toMatch(/warn|EBADENGINE/i);
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Packages;
  const found = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Packages;
  const tested = new Set(Object.entries(lock.packages).map(([location, { version }]) => `${nameOf(location)} ${String(version)}`));
  const others = Object.entries(found.packages).filter(
    ([location]) => location.includes('node_modules/') && nameOf(location) !== 'portico',
  );
  expect(others.length).toBeGreaterThan(100);
  expect(others.map(([location, { version }]) => `${nameOf(location)} ${String(version)}`).filter((one) => !tested.has(one))).toEqual([]);
});

test('the bill of materials names each package that is installed, by its version, with a licence', () => {
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.cdx.json'));
  const bill = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as {
    components: { purl: string; licenses?: { expression: string }[] }[];
  };
  const purls = bill.components.map(({ purl }) => purl);
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Packages;
  const installedOnes = Object.entries(packages).filter(
    ([location]) => location.includes('node_modules/') && nameOf(location) !== 'portico',
  );
  const missing = installedOnes.filter(
    ([location, { version }]) => !purls.includes(`pkg:npm/${nameOf(location).replace('@', '%40')}@${String(version)}`),
  );
  expect(missing.map(([location]) => location)).toEqual([]);
  expect(purls.some((purl) => purl.startsWith('pkg:npm/antd@'))).toBe(true);
  expect(bill.components.filter(({ licenses }) => licenses === undefined).map(({ purl }) => purl)).toEqual([]);
  const licences = new Set(bill.components.flatMap(({ licenses = [] }) => licenses.map(({ expression }) => expression)));
  // Licences under which Portico couldn't be given away.
  expect([...licences].filter((one) => /\bAGPL|(?<!L)GPL-|SSPL|BUSL|UNLICENSED|NC\b/.test(one))).toEqual([]);
});

test('an installation has the packages of the server and none of the console', () => {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Packages;
  const names = Object.keys(packages).map(nameOf);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', '@electric-sql/pglite']));
  expect(names.filter((name) => /^(?:react|antd|@antv|@ant-design|@tiptap|@fontsource|@expo-google-fonts|jspdf)/.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(200);
});

test('the notices name each package and typeface in the package', () => {
  const notices = readFileSync(path.join(installed, 'dist/client/licences.txt'), 'utf8');
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const imported = sources.flatMap((file) => {
    const code = readFileSync(path.join(ROOT, 'src', file), 'utf8');
    const from = /^(?:import (?!type)(?:[^'\n]* from )?|\} from )'((?:@[a-z][^/'\n]*\/)?[a-z][^/':\n]*)(?:\/[^'\n]*)?';$/gm;
    return [...code.matchAll(from)].map(([, name]) => name);
  });
  const packages = [...new Set(imported)];
  expect(packages).toEqual(expect.arrayContaining(['react', 'antd', '@fontsource/lato', 'fastify']));
  expect(packages.filter((name) => !notices.includes(`${name} `))).toEqual([]);
  for (const typeface of ['Dosis', 'EB Garamond', 'Fira Sans Extra Condensed', 'Hind', 'Lato', 'Playfair Display SC', 'Roboto Mono'])
    expect(notices).toContain(`${typeface}: @`);
});

test('npx portico serve lets a person sign in and read the licences, and ends with npx', async () => {
  const settings = { PORT: '0', PORTICO_DATA: path.join(folder, 'data'), LOG_LEVEL: 'info' };
  const npx = spawn('npx', ['--no-install', 'portico', 'serve'], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [npx.stdout, npx.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(npx, 'exit');
  try {
    await until(
      () => /^Portico is listening on http/m.test(written) && written.includes('one-time password'),
      () => written,
    );
    const [, server = ''] = /^Portico is listening on (http:\S+)$/m.exec(written) ?? [];
    const [, username = '', password = ''] = /as (\w+) with the one-time password (\w+)/.exec(written) ?? [];
    const { page } = await openConsole({ server });
    await signIn(page, username, 'en', password);
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('a long day at the sea');
    await page.getByLabel('Confirm password').fill('a long day at the sea');
    await page.getByRole('button', { name: 'Use this password' }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: /^About/ }).click();
    const link = page.getByRole('link', { name: 'Third-party licences' });
    const [licences] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await licences.getByText('In the console').waitFor();

    const lock = path.join(settings.PORTICO_DATA, 'portico.lock');
    expect(existsSync(lock)).toBe(true);
    npx.kill('SIGTERM');
    await ended;
    await until(
      () => !existsSync(lock),
      () => `it still has its folder:\n${written}`,
    );
    await expect(fetch(`${server}/health/live`)).rejects.toThrow();
  } finally {
    npx.kill('SIGTERM');
    const remainingPid = /"pid":(\d+)/.exec(written)?.[1];
    if (remainingPid !== undefined && isRunning(Number(remainingPid))) process.kill(Number(remainingPid), 'SIGKILL');
  }
}, 120_000);

async function until(isSo: () => boolean, explain: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(explain());
    await pause(50);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('an installation without its compiled packages says what is missing and how to get it', async () => {
  const without = mkdtempSync(path.join(tmpdir(), 'portico-uncompiled-'));
  try {
    // As npm with omit=optional leaves it.
    cpSync(path.join(folder, 'node_modules'), path.join(without, 'node_modules'), { recursive: true });
    for (const scope of ['@node-rs', '@img']) {
      const scopeFolder = path.join(without, 'node_modules', scope);
      for (const name of readdirSync(scopeFolder).filter((one) => one.includes(process.platform)))
        rmSync(path.join(scopeFolder, name), { recursive: true });
    }
    const ended = run(process.execPath, [path.join(without, 'node_modules/portico/dist/server/cli.js'), 'check'], { cwd: without, env });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The package @node-rs\/argon2, which is compiled .* npm install --include=optional\. .*\n$/,
      ) as unknown,
    });
  } finally {
    rmSync(without, { recursive: true });
  }
}, 60_000);
