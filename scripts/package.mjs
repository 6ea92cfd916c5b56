/**
 * `npm run package -- FOLDER`: builds, and writes the files of a release into FOLDER: the npm package with the tested versions of its
 * dependencies in it, the Debian package with its own Node (where dpkg-deb is installed), the bill of materials (CycloneDX), and the
 * checksums of all. File times are the commit's and permissions are fixed, so that the result doesn't depend on who builds it and when.
 * `--without-debian` leaves out the Debian package, which takes most of the time.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from './ensure-built.mjs';
import { ROOT, SITE } from './paths.mjs';
import { buildSite } from './site/site.mjs';

/** Version of Node in the Debian package. */
const NODE_VERSION = '24.21.0';

/** Debian's names of the architectures for which npm has a Node. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Dependencies with native binaries, which npm fetches for the machine on which Portico is installed, in the version in package.json. */
const NATIVE = ['sharp', '@node-rs/argon2'];

/** Documentation for operators, included in the packages. */
const PAGES = [
  'operations',
  'doctor',
  'first-evening',
  'moving',
  'limits',
  'settings',
  'privacy',
  'accessibility',
  'comparison',
  'benchmarks',
  'scaling',
].map((name) => `docs/${name}.md`);

const WITHOUT_DEBIAN = '--without-debian';
const [given] = process.argv.slice(2).filter((arg) => arg !== WITHOUT_DEBIAN);
if (given === undefined) {
  process.stderr.write('Name the folder: npm run package -- FOLDER\n');
  process.exit(1);
}
const target = path.resolve(given);
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const { version } = manifest;
/** Time of the commit in seconds since 1970, used for all files; SOURCE_DATE_EPOCH where there is no git. */
const epoch = process.env.SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();

await ensureBuilt();
// A changed page alone doesn't trigger a build (ensure-built.mjs), so build the pages in any case.
await buildSite(SITE);
mkdirSync(target, { recursive: true });
const work = mkdtempSync(path.join(tmpdir(), 'portico-package-'));
try {
  const stage = stageOf(path.join(work, 'package'));
  const artefacts = [npmPackage(stage), billOfMaterials()];
  const debian = process.argv.includes(WITHOUT_DEBIAN) ? null : debianPackage(stage, path.join(work, 'debian'));
  if (debian !== null) artefacts.push(debian);
  const sums = artefacts.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(path.join(target, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(path.join(target, 'SHA256SUMS'), sums.join(''));
  for (const file of artefacts) {
    const { size } = statSync(path.join(target, file));
    process.stdout.write(`${path.join(target, file)}: ${(size / 1e6).toFixed(1)} MB\n`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The content of the npm package. */
function stageOf(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true, filter: (file) => path.basename(file) !== '.built' });
  // The image is built in the unpacked package, too.
  cpSync(path.join(ROOT, 'packaging/container'), path.join(folder, 'packaging/container'), { recursive: true });
  // The project's README is about a clone.
  cpSync(path.join(ROOT, 'packaging/npm/README.md'), path.join(folder, 'README.md'));
  for (const file of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', ...PAGES].filter((name) => existsSync(path.join(ROOT, name))))
    cpSync(path.join(ROOT, file), path.join(folder, file));
  const { name, description, keywords, license, type, bin, engines, dependencies, overrides } = manifest;
  // Overrides of packages that aren't installed would only confuse npm.
  const names = new Set(installed().map(([location]) => location.replace(/^.*node_modules\//, '')));
  const applicable = Object.fromEntries(Object.entries(overrides).filter(([of]) => names.has(of)));
  const published = {
    ...{ name, version, description, keywords, license, type, bin, files: ['dist', 'docs', 'packaging', 'CHANGELOG.md', 'SECURITY.md'] },
    ...{ engines, dependencies },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...published, overrides: applicable }, undefined, 2)}\n`);
  const root = { name, version, license, dependencies, bin, engines };
  const packages = { '': root, ...Object.fromEntries(installed()) };
  const shrinkwrap = { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages };
  writeFileSync(path.join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, undefined, 2)}\n`);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['ci', '--omit=dev', ...quiet], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  slim(folder);
  rmSync(path.join(folder, 'npm-shrinkwrap.json'));
  const bundleDependencies = Object.keys(dependencies).filter((of) => !NATIVE.includes(of));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...published, bundleDependencies }, undefined, 2)}\n`);
  settle(folder);
  return folder;
}

/** Entries of the lock file that an installation gets, by path. Those for other systems are optional. */
function installed() {
  return Object.entries(lock.packages).flatMap(([location, { dev, devOptional, ...entry }]) =>
    location === '' || dev === true ? [] : [[location, devOptional === true ? { ...entry, optional: true } : entry]],
  );
}

function npmPackage(/** @type {string} */ stage) {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: stage, encoding: 'utf8' }));
  process.stdout.write(
    `${String(packed.entryCount)} files, ${(packed.unpackedSize / 1e6).toFixed(1)} MB unpacked, ${String(installed().length)} packages beside\n`,
  );
  return packed.filename;
}

/** The bill of materials (CycloneDX 1.5): packages that npm installs next to the server, and those bundled into the console. */
function billOfMaterials() {
  const beside = installed().map(([location, entry]) => componentOf(location, entry, 'required'));
  const notices = readFileSync(path.join(ROOT, 'dist/client/licences.txt'), 'utf8');
  const shipped = notices.slice(0, notices.indexOf('\nBeside the server'));
  const inConsole = [...shipped.matchAll(/^(?:[^\n]*: )?((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \((.*)\)\n-+$/gm)].flatMap(
    ([, name = '', of = '', license = '']) => {
      const found = Object.entries(lock.packages).find(
        ([location, entry]) => location.endsWith(`node_modules/${name}`) && entry.version === of,
      );
      // Some packages don't declare their licence where npm reads it.
      return found ? [componentOf(found[0], { license, ...found[1] }, 'required')] : [];
    },
  );
  const components = [...new Map([...beside, ...inConsole].map((one) => [one.purl, one])).values()].sort((a, b) =>
    a.purl < b.purl ? -1 : 1,
  );
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(Number(epoch) * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/portico@${version}`,
        name: manifest.name,
        version,
        purl: `pkg:npm/portico@${version}`,
      },
    },
    components,
  };
  const file = `portico-${version}.cdx.json`;
  writeFileSync(path.join(target, file), `${JSON.stringify(bill, undefined, 2)}\n`);
  process.stdout.write(`${String(components.length)} components in the bill of materials\n`);
  return file;
}

/**
 * @param {string} location
 * @param {{ version: string, license?: string, integrity?: string, optional?: boolean }} entry
 * @param {'required' | 'optional'} scope
 */
function componentOf(location, entry, scope) {
  const name = location.replace(/^.*node_modules\//, '');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
  const [, sum] = /^sha512-(\S+)$/.exec(entry.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: entry.version,
    scope: entry.optional === true ? 'optional' : scope,
    ...(sum !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
    ...(entry.license !== undefined && { licenses: [{ expression: entry.license }] }),
    purl,
  };
}

/** Builds the Debian package; null on a machine that can't. */
function debianPackage(/** @type {string} */ stage, /** @type {string} */ root) {
  const architecture = ARCHITECTURES[/** @type {keyof typeof ARCHITECTURES} */ (process.arch)];
  if (process.platform !== 'linux' || architecture === undefined || !existsSync('/usr/bin/dpkg-deb')) {
    process.stdout.write('No Debian package: it is made on Debian, for amd64 and arm64.\n');
    return null;
  }
  const own = path.join(root, 'usr/lib/portico');
  mkdirSync(own, { recursive: true });
  cpSync(stage, own, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const node = `node-linux-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', path.join(root, 'node'), '--no-save', ...quiet, `${node}@${NODE_VERSION}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(path.join(own, 'bin'));
  cpSync(path.join(root, 'node/node_modules', node, 'bin/node'), path.join(own, 'bin/node'));
  const doc = path.join(root, 'usr/share/doc/portico');
  mkdirSync(doc, { recursive: true });
  for (const page of readdirSync(path.join(own, 'docs'))) cpSync(path.join(own, 'docs', page), path.join(doc, page));
  const nodeLicence = readFileSync(path.join(root, 'node/node_modules', node, 'LICENSE'), 'utf8');
  rmSync(path.join(root, 'node'), { recursive: true });
  for (const name of [
    'node_modules/.package-lock.json',
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'LICENSE',
    'docs',
    'packaging',
    'npm-shrinkwrap.json',
  ])
    rmSync(path.join(own, name), { recursive: true, force: true });

  const from = path.join(ROOT, 'packaging/debian');
  const put = (/** @type {string} */ name, /** @type {string} */ destination, mode = 0o644) => {
    mkdirSync(path.dirname(path.join(root, destination)), { recursive: true });
    cpSync(path.join(from, name), path.join(root, destination));
    chmodSync(path.join(root, destination), mode);
  };
  put('portico', 'usr/bin/portico', 0o755);
  put('portico.service', 'lib/systemd/system/portico.service');
  put('portico.env', 'usr/share/portico/portico.env');
  put('lintian-overrides', 'usr/share/lintian/overrides/portico');
  for (const script of ['postinst', 'prerm', 'postrm']) put(script, `DEBIAN/${script}`, 0o755);
  writeFileSync(path.join(doc, 'copyright'), copyright(nodeLicence));
  const date = new Date(Number(epoch) * 1000).toUTCString().replace('GMT', '+0000');
  const change = `portico (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- Portico <portico@localhost.localdomain>  ${date}\n`;
  writeFileSync(path.join(doc, 'changelog.gz'), gzipSync(change, { level: 9 }));
  const manual = path.join(root, 'usr/share/man/man1/portico.1.gz');
  mkdirSync(path.dirname(manual), { recursive: true });
  writeFileSync(manual, gzipSync(manualPage(own), { level: 9 }));

  const size = Math.ceil(sizeOf(root) / 1024);
  const control = readFileSync(path.join(from, 'control'), 'utf8');
  const filled = control.replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture).replace('@SIZE@', String(size));
  writeFileSync(path.join(root, 'DEBIAN/control'), filled);
  writeFileSync(path.join(root, 'DEBIAN/md5sums'), sumsIn(root));
  settle(root);
  const file = `portico_${version}_${architecture}.deb`;
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch };
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, path.join(target, file)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

/** Deletes files of packages that no installation needs: tests, types, source maps, pages and scripts. Licences stay. */
function slim(/** @type {string} */ folder) {
  const packages = path.join(folder, 'node_modules');
  for (const name of readdirSync(packages, { recursive: true, encoding: 'utf8' })) {
    const base = path.basename(name);
    const file = path.join(packages, name);
    if (!existsSync(file)) continue;
    const isExtra = ['.github', '.husky', 'test', 'tests', 'benchmarks', 'integration', 'docs', 'example', 'examples'].includes(base);
    const isUnread =
      /\.(?:map|d\.[cm]?ts|html?|sh|tsbuildinfo)$|^(?!licen[cs]e|notice|copying).*\.(?:md|markdown)$|^\.(?!package-lock)/i.test(base);
    // A `.bin` folder holds links, which in the Debian package would point to the folder where it was built.
    if (base === '.bin' || (isExtra && isOfPackage(name)) || (isUnread && statSync(file).isFile())) rmSync(file, { recursive: true });
  }
}

/** Whether a path is in the top folder of a package, where a folder called `test` or `docs` isn't code that the package loads. */
function isOfPackage(/** @type {string} */ name) {
  return /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/[^/]+$/.test(name);
}

function sizeOf(/** @type {string} */ folder) {
  return files(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** @returns {string[]} */
function files(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const entryPath = path.join(folder, entry.name);
      if (entry.isDirectory()) return files(entryPath);
      return entry.isFile() ? [entryPath] : [];
    });
}

function sumsIn(/** @type {string} */ root) {
  const listed = files(root).filter((file) => !file.startsWith(path.join(root, 'DEBIAN')));
  return listed.map((file) => `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${path.relative(root, file)}\n`).join('');
}

/** Sets permissions and times so that they don't depend on the machine: npm packs those that the files have. */
function settle(/** @type {string} */ folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) settle(entryPath);
    const isProgram =
      (statSync(entryPath).mode & 0o100) !== 0 &&
      (entryPath.includes('/DEBIAN/') || /\/(?:usr\/bin\/portico|bin\/node|cli\.js)$/.test(entryPath));
    chmodSync(entryPath, entry.isDirectory() || isProgram ? 0o755 : 0o644);
    utimesSync(entryPath, Number(epoch), Number(epoch));
  }
  chmodSync(folder, 0o755);
  utimesSync(folder, Number(epoch), Number(epoch));
}

function copyright(/** @type {string} */ nodeLicence) {
  const asField = (/** @type {string} */ text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
      .join('\n');
  const own = readFileSync(path.join(ROOT, 'LICENSE'), 'utf8');
  const beside = readFileSync(path.join(ROOT, 'dist/client/licences.txt'), 'utf8');
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Portico

Files: *
Copyright: ${/Copyright (?:\(c\) )?(.*)/i.exec(own)?.[1] ?? 'the authors of Portico'}
License: Expat
${asField(own)}

Files: usr/lib/portico/bin/node
Copyright: Node.js contributors
License: Node
${asField(nodeLicence)}

Files: usr/lib/portico/node_modules/* usr/lib/portico/dist/client/*
Copyright: their authors, as named below
License: notices
${asField(beside)}
`;
}

/** The manual page, made from the command's own help. */
function manualPage(/** @type {string} */ own) {
  const help = execFileSync(process.execPath, [path.join(own, 'dist/server/cli.js'), '--help'], { encoding: 'utf8' });
  const text = help
    .replaceAll('\\', '\\\\')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
  return `.TH PORTICO 1 "" "Portico ${version}" ""
.SH NAME
portico \\- guest WiFi hotspots, their console and its server
.SH SYNOPSIS
.B portico
.I command
.SH DESCRIPTION
.nf
${text}.fi
.SH FILES
.TP
.I /etc/portico/portico.env
the settings of the service and of this command
.SH SEE ALSO
.I /usr/share/doc/portico/operations.md
`;
}
