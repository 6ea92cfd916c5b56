/**
 * The licence notices of everything shipped or installed with Portico, as one text, because the licences require it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ name: string, version: string, licence: string, texts: string[] }} Notice */

/** File names under which packages state their terms. */
const LEGAL = /^(?:licen[cs]e|copying|notice|ofl)/i;

/** Font packages, listed by the name of the typeface. */
const TYPEFACES = /^@(?:fontsource|expo-google-fonts)\//;

/** The package folder a bundled module comes from; undefined for our own modules. */
export function packageOf(/** @type {string} */ moduleId) {
  return /^[\0]?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))?.[1];
}

/** The folders of all packages that installing Portico pulls from npm. */
export function installedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return (
    Object.entries(packages)
      .filter(([folder, { dev, devOptional }]) => folder !== '' && dev !== true && devOptional !== true)
      .map(([folder]) => path.join(ROOT, folder))
      // Platform-specific packages are installed for this machine only; all are built from the same source.
      .filter((folder) => existsSync(folder))
  );
}

/**
 * @param {Iterable<string>} inConsole folders of the packages bundled into the console
 * @param {Iterable<string>} beside folders of the packages npm installs next to the server
 */
export function noticesOf(inConsole, beside) {
  const shipped = noticesIn(inConsole);
  const faces = shipped.filter(({ name }) => TYPEFACES.test(name));
  const programs = shipped.filter((notice) => !faces.includes(notice));
  return [
    'Portico contains, and is installed with, the work of others. These are their notices.',
    section('Typefaces', faces),
    section('In the console', programs),
    section('Beside the server, installed by npm', noticesIn(beside)),
  ].join('\n\n');
}

/** The name of a font package's typeface, like "Playfair Display SC". */
function faceOf(/** @type {string} */ name) {
  const words = name.replace(TYPEFACES, '').split('-');
  return words
    .map((word) => (['sc', 'eb'].includes(word) ? word.toUpperCase() : word.replace(/^./, (letter) => letter.toUpperCase())))
    .join(' ');
}

function section(/** @type {string} */ title, /** @type {Notice[]} */ notices) {
  const entries = notices.map(({ name, version, licence, texts }) => {
    const heading = `${TYPEFACES.test(name) ? `${faceOf(name)}: ` : ''}${name} ${version} (${licence})`;
    return [heading, '-'.repeat(heading.length), ...texts].join('\n');
  });
  return [`${title}\n${'='.repeat(title.length)}`, ...entries].join('\n\n');
}

/** @returns {Notice[]} */
function noticesIn(/** @type {Iterable<string>} */ folders) {
  return [...new Set(folders)].map(noticeOf).sort(byNameAndVersion);
}

/** Several versions of a package may be listed, and the folders come in the order in which the build met them. */
function byNameAndVersion(/** @type {Notice} */ a, /** @type {Notice} */ b) {
  const [one, other] = [a, b].map(({ name, version }) => `${name} ${version}`);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** @returns {Notice} */
function noticeOf(/** @type {string} */ folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => LEGAL.test(file) && !/\.(?:[cm]?js|json)$/.test(file))
    .sort();
  const own = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '').trim());
  // Some packages have no such file: name the author and the source instead.
  const source = typeof repository === 'string' ? repository : repository?.url;
  const by = typeof author === 'string' ? author : author?.name;
  const texts = own.length > 0 ? own : [[by && `By ${by}.`, source && `From ${source}.`].filter(Boolean).join('\n')];
  // Some packages name their licence only in that file.
  const licence = license ?? /^(?:the )?(\w+) licen[cs]e/i.exec(own[0] ?? '')?.[1];
  if (typeof licence !== 'string') throw new Error(`the licence of ${name} is not known`);
  return { name, version, licence, texts };
}
