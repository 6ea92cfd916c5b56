/**
 * The documentation site: static pages from docs and the pages outside it. Nothing in them is inline, because of the server's
 * Content-Security-Policy, and the search needs no server.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { brotli } from '../brotli.mjs';
import { ROOT } from '../paths.mjs';
import { between, readPages, rendered } from './pages.mjs';

const TEXTS = {
  en: {
    ...{ home: 'Documentation', search: 'Search the documentation', contents: 'Contents', skip: 'Skip to the text' },
    ...{ none: 'Nothing found.', some: 'Found:' },
  },
  it: {
    ...{ home: 'Documentazione', search: 'Cerca nella documentazione', contents: 'Indice', skip: 'Vai al testo' },
    ...{ none: 'Nessun risultato.', some: 'Trovati:' },
  },
};

/** Sections of reference tables, of which the search finds only the headings. */
const HEADINGS_ONLY = /^requirements\b/;

/** The page on which the browser lists the server's API calls. */
const CALLS = {
  at: 'api.html',
  script: 'api.js',
  body: '<p><label>Filter: <input id="filter" type="search" autocomplete="off"></label></p>\n<div id="calls"></div>\n',
};

/** @typedef {import('./pages.mjs').Page} Page */
/** @typedef {import('./pages.mjs').Section} Section */

/**
 * Writes the site to a folder.
 *
 * @param {string} folder
 */
export async function buildSite(folder) {
  const { pages, sections, pictures } = readPages();
  await rm(folder, { recursive: true, force: true });
  const sizes = new Map();
  for (const name of pictures) {
    const { width, height } = await sharp(path.join(ROOT, name)).metadata();
    sizes.set(name, { width, height });
    const to = path.join(folder, name.replace(/^docs\//, ''));
    await mkdir(path.dirname(to), { recursive: true });
    await cp(path.join(ROOT, name), to);
  }
  for (const token of pages.flatMap(({ tokens }) => tokens.flatMap(({ children }) => children ?? []))) {
    const size = sizes.get(token.meta?.picture);
    if (!size) continue;
    token.attrSet('width', String(size.width));
    token.attrSet('height', String(size.height));
    token.attrSet('loading', 'lazy');
  }
  const files = new Map(pages.map((page) => [page.at, htmlOf(page, sections, pages)]));
  for (const lang of /** @type {const} */ (['en', 'it']))
    files.set(`texts-${lang}.js`, `window.PORTICO_TEXTS=${JSON.stringify(pages.filter((page) => page.lang === lang).flatMap(partsOf))};`);
  const scripts = await build({
    entryPoints: ['search', 'api', 'site'].map((name) => path.join(ROOT, 'scripts/site', `${name}.${name === 'site' ? 'css' : 'mjs'}`)),
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', write: false, outdir: folder },
  });
  for (const { path: file, text } of scripts.outputFiles) files.set(path.basename(file), text);
  await Promise.all([...files].map(([at, text]) => writeWith(path.join(folder, at), text)));
}

/** Writes a file, and a compressed copy, which the server serves. */
async function writeWith(/** @type {string} */ file, /** @type {string} */ text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.br`, await brotli(Buffer.from(text)));
}

/**
 * @param {Page} page
 * @param {Section[]} sections
 * @param {Page[]} pages
 */
function htmlOf({ at, lang, title, tokens }, sections, pages) {
  const body = rendered(tokens);
  if (at !== CALLS.at) return framed({ at, lang, title, body }, sections, pages);
  return framed({ at, lang, title, body: `${body}${CALLS.body}`, script: CALLS.script }, sections, pages);
}

/**
 * @param {{ at: string, lang: 'en' | 'it', title: string, body: string, script?: string }} page
 * @param {Section[]} sections
 * @param {Page[]} pages
 */
function framed({ at, lang, title, body, script }, sections, pages) {
  const up = '../'.repeat(at.split('/').length - 1);
  const texts = TEXTS[lang];
  const own = sections.find((section) => section.pages.some((one) => one.at === at || isChapterOf(at, one.at)));
  const menu = sections
    .filter((section) => section === own || own === undefined || section.lang === lang)
    .map((section) => {
      const items = section === own || own === undefined ? section.pages : [];
      const links = items.map((one) => itemOf(one, at, isChapterOf(at, one.at) || one.at === at ? chaptersOf(one.at, pages) : []));
      const [first] = section.pages;
      const name =
        items.length === 0 && first ? `<a href="${between(at, first.at)}">${escaped(section.title)}</a>` : escaped(section.title);
      return `<h2${langOf(section.lang, lang)}>${name}</h2>${links.length > 0 ? `<ul${langOf(section.lang, lang)}>${links.join('')}</ul>` : ''}`;
    })
    .join('');
  return `<!doctype html>
<html lang="${lang}" data-lang="${lang}" data-up="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Portico</title>
<link rel="icon" type="image/svg+xml" href="${up}../mark.svg">
<link rel="stylesheet" href="${up}site.css">
<script defer src="${up}search.js"></script>${script === undefined ? '' : `\n<script defer src="${up}${script}"></script>`}
</head>
<body>
<a class="skip" href="#text">${texts.skip}</a>
<header>
<a href="${up}index.html"><img src="${up}../mark.svg" alt="" width="24" height="24">Portico · ${texts.home}</a>
<a class="to-contents" href="#contents">${texts.contents}</a>
<form role="search"><input type="search" disabled autocomplete="off" aria-label="${texts.search}" placeholder="${texts.search}"><div id="found" data-words='${JSON.stringify({ none: texts.none, some: texts.some })}'></div></form>
</header>
<div class="page">
<main id="text" tabindex="-1">
${body}</main>
<nav id="contents" aria-label="${texts.contents}">${menu}</nav>
</div>
</body>
</html>
`;
}

/**
 * @param {{ title: string, at: string }} item
 * @param {string} at
 * @param {Page[]} chapters
 * @returns {string}
 */
function itemOf(item, at, chapters) {
  const below = chapters.map((one) => itemOf(one, at, [])).join('');
  const current = item.at === at ? ' aria-current="page"' : '';
  return `<li><a href="${between(at, item.at)}"${current}>${escaped(item.title)}</a>${below === '' ? '' : `<ul>${below}</ul>`}</li>`;
}

const isChapterOf = (/** @type {string} */ at, /** @type {string} */ whole) =>
  at.startsWith(`${whole.replace(/\.html$/, '')}/`) && !whole.endsWith('index.html');

const chaptersOf = (/** @type {string} */ whole, /** @type {Page[]} */ pages) => pages.filter(({ at }) => isChapterOf(at, whole));

const langOf = (/** @type {string} */ own, /** @type {string} */ outer) => (own === outer ? '' : ` lang="${own}"`);

/**
 * What the search finds in a page: its parts, by heading.
 *
 * @param {Page} page
 */
function partsOf(page) {
  /** @type {{ at: string, page: string, title: string, text: string }[]} */
  const parts = [];
  page.tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = page.tokens[index + 1]?.content.replaceAll('`', '') ?? '';
      const at = parts.length === 0 ? page.at : `${page.at}#${String(token.attrGet('id'))}`;
      parts.push({ at, page: page.title, title, text: '' });
      return;
    }
    const part = parts.at(-1);
    if (!part || HEADINGS_ONLY.test(page.at)) return;
    if (token.type === 'inline' && page.tokens[index - 1]?.type !== 'heading_open') {
      const text = (token.children ?? []).map(({ type, content }) => (type === 'image' ? '' : content)).join(' ');
      part.text += ` ${text}`;
    }
    if (token.type === 'fence') part.text += ` ${token.content}`;
  });
  return parts.map((part) => ({ ...part, text: part.text.replace(/\s+/g, ' ').trim() }));
}

const escaped = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
