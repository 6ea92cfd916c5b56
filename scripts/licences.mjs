/**
 * The notices of everything that Portico is shipped with or installed with, as one text: the licences ask for that.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {{ name: string, version: string, licence: string, texts: string[] }} Notice */

/** A package's own files that say under which terms it comes. */
const LEGAL = /^(?:licen[cs]e|copying|notice|ofl)/i;

/** Fonts are packages too; what people know them by is the name of the typeface. */
const TYPEFACES = /^@(?:fontsource|expo-google-fonts)\//;

/** The folder of the package that a module of a bundle is from; undefined for one of ours. */
export function packageOf(/** @type {string} */ moduleId) {
  return /^[\0]?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))?.[1];
}

/** The folders of all packages that an installation of Portico gets from npm. */
export function installedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return (
    Object.entries(packages)
      .filter(([folder, { dev, devOptional }]) => folder !== '' && dev !== true && devOptional !== true)
      .map(([folder]) => path.join(ROOT, folder))
      // Of a package for every kind of machine only the one for this machine is here; all are built of the same source.
      .filter((folder) => existsSync(folder))
  );
}

/**
 * @param {Iterable<string>} inConsole folders of the packages that are in the console's files
 * @param {Iterable<string>} beside folders of those that npm installs beside the server
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

/** The typeface that a package of fonts holds: "Playfair Display SC". */
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
  return [...new Set(folders)].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @returns {Notice} */
function noticeOf(/** @type {string} */ folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => LEGAL.test(file) && !/\.(?:[cm]?js|json)$/.test(file))
    .sort();
  const own = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r', '').trim());
  // Some packages bring no such file: then who made it, and where it is from.
  const source = typeof repository === 'string' ? repository : repository?.url;
  const by = typeof author === 'string' ? author : author?.name;
  const texts = own.length > 0 ? own : [[by && `By ${by}.`, source && `From ${source}.`].filter(Boolean).join('\n')];
  // Some name their licence in its own file alone.
  const licence = license ?? /^(?:the )?(\w+) licen[cs]e/i.exec(own[0] ?? '')?.[1];
  if (typeof licence !== 'string') throw new Error(`the licence of ${name} is not known`);
  return { name, version, licence, texts };
}
