/** Compares docs/operations.md with the code: settings, commands and options, the proxy's limits, and the metrics in its alerts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../scripts/paths.mjs';
import { withSettings } from '../../scripts/settings.mjs';
import { porticoProgram } from '../../src/server/cli/program';
import { FAULTS, findFaults, type FaultName } from '../../src/server/doctor/faults';
import { documentedSettings } from '../../src/server/settings';
import { SEEDS } from '../support/server/faultSeeds';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const sourcesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file))
    .map((file) => read(path.join(folder, file)))
    .join('\n');

const page = read('docs/operations.md');
const server = sourcesIn('src/server');

/** The distinct matches of a pattern's first group. */
const found = (pattern: RegExp, text: string) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

/** The block from the line that begins with `start` to the first line that is `end`. */
function block(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  return from < 0 ? '' : text.slice(from, text.indexOf(`\n${end}`, from));
}

test('the table of settings is the one that npm run settings writes', () => {
  const settings = documentedSettings();
  expect(settings.length).toBeGreaterThan(30);
  expect(withSettings(page, settings)).toBe(page);
  expect(withSettings(page, settings.slice(1))).not.toBe(page);
});

/** Variables that npm and the console's bundler set. */
const NOT_OURS = ['npm_lifecycle_event', 'NODE_ENV'];

test('every other variable that the server reads is on the page', () => {
  const names = found(/process\.env\.(\w+)/g, server).filter((name) => !NOT_OURS.includes(name));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !page.includes(name))).toEqual([]);
});

test('every command and option of `portico` is in the tables of commands', () => {
  const table = block(page, '### Commands', '## ');
  const { commands, options } = porticoProgram();
  const names = commands.map((command) => command.name());
  const flags = [...options, ...commands.flatMap((command) => command.options)].map(({ long }) => long ?? '');
  expect(names.length).toBeGreaterThan(8);
  expect(flags.length).toBeGreaterThan(8);
  expect(names.filter((name) => !new RegExp(`npx portico ${name}\\b`).test(table))).toEqual([]);
  expect(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(table))).toEqual([]);
});

/** What `portico doctor` says of a fault, as a row of the table. */
function faultRow(fault: FaultName): string {
  const [finding] = findFaults(SEEDS[fault]);
  const [wrong = '', mend = ''] = [finding?.wrong, finding?.mend].map((text) => text?.replaceAll('\n', ' ').replaceAll('|', '\\|'));
  return `| \`${fault}\` | ${wrong} | ${mend} |`;
}

test('the page of the doctor has every fault with an example of what it says and how to mend it', () => {
  const rows = read('docs/doctor.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toEqual((Object.keys(FAULTS) as FaultName[]).map(faultRow));
});

test('every script of package.json that people run is in the table of commands', () => {
  const table = block(page, '### Commands', '## ');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const names = Object.keys(scripts).filter((name) => name !== 'prepack');
  expect(names.filter((name) => !new RegExp(`\`(?:npm (?:run )?)?${name}\\b`).test(table))).toEqual([]);
});

test("the example's proxy accepts the largest body that the server accepts", () => {
  const constants = new Map(
    [...`${server}\n${sourcesIn('src/contract')}`.matchAll(/const (\w+) = ([\d_]+(?: \* [\d_]+)*);/g)].map(([, name = '', value = '']) => [
      name,
      value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
    ]),
  );
  const limits = found(/bodyLimit: (\w+)/g, server).map((name) => constants.get(name));
  expect(limits.length).toBeGreaterThan(1);
  expect(limits).not.toContain(undefined);
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(page)?.[1]);
  expect(megabytes * 1_048_576).toBeGreaterThanOrEqual(Math.max(...limits.map(Number)));
});

test("the example's proxy logs no query strings", () => {
  const example = block(page, '```nginx', '```');
  const format = /log_format portico '(.*)';/.exec(example)?.[1] ?? '';
  expect(format).toContain('$uri');
  expect(format).not.toMatch(/\$(?:request(?!_method|_time)\w*|args|query_string|http_referer)\b/);
  expect(found(/access_log (.*);/g, example)).toEqual(['off', '/var/log/nginx/portico.log portico']);
});

test('alerts use existing metrics of the server', () => {
  const metrics = found(/name: '(portico_\w+)'/g, read('src/server/metrics.ts'));
  const documented = found(/\b(portico_\w+?)(?:_count|_bucket|_sum)?\b/g, page);
  expect(documented.length).toBeGreaterThan(3);
  expect(documented.filter((name) => !metrics.includes(name))).toEqual([]);
});

test('services may write into the folders that the installation creates', () => {
  const folders = found(/^ReadWritePaths=(\S+)$/gm, page);
  expect(folders).toEqual([/^PORTICO_BACKUPS=(\S+)$/m.exec(page)?.[1]]);
  expect(found(/install -d -o portico -g portico -m 0700 (\S+)/g, page)).toEqual(folders);
});

test('folders and files that are mounted into containers are labelled for them, or SELinux forbids to read them', () => {
  const files = ['compose.yaml', 'compose.postgres.yaml', 'compose.freeradius.yaml'];
  const mounts = files.flatMap((file) => read(path.join('packaging/container', file)).match(/^ +- \.{0,2}\/\S+:\/\S+$/gm) ?? []);
  expect(mounts.length).toBeGreaterThan(2);
  expect(mounts.filter((mount) => !/:(?:ro,)?[zZ]$/.test(mount))).toEqual([]);
});

test('each container starts again with the machine, by Docker and by Podman', () => {
  const files = readdirSync(path.join(ROOT, 'packaging/container')).filter((file) => file.startsWith('compose'));
  expect(files).toHaveLength(3);
  for (const file of files) {
    const text = read(path.join('packaging/container', file));
    // Docker starts none that has "on-failure", Podman's unit none that has "unless-stopped".
    expect([file, text.match(/^ {4}restart: always$/gm)?.length]).toEqual([file, text.match(/^ {4}image: /gm)?.length]);
  }
});
