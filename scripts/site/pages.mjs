/** The pages of the documentation site: which Markdown file becomes which page, and where links between them lead. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { ROOT } from '../paths.mjs';
import { anchors } from './anchors.mjs';

/** The start page. Its lists, and the list of decisions, are the table of contents: every page must be in one of them. */
const HOME = 'docs/README.md';
const DECISIONS = 'docs/decisions/README.md';

/** Pages outside the folder of the documentation. */
const BESIDE = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** Pages too long to read in one go: each chapter becomes a page of its own. */
const SPLIT = ['docs/operations.md', 'docs/requirements.md', 'docs/wire.md'];

/** Left out of the site: pictures of every screen, two megabytes, which only developers need. */
const LEFT_OUT = ['docs/screens.md'];

const markdown = new MarkdownIt({ html: false, linkify: false });

/** @typedef {ReturnType<typeof markdown.parse>} Tokens */
/** @typedef {{ at: string, source: string, title: string, lang: 'en' | 'it', tokens: Tokens }} Page */
/** @typedef {{ title: string, lang: 'en' | 'it', pages: { title: string, at: string }[] }} Section */

/**
 * All pages, with anchors in their headings and links as in the site, and the table of contents. Throws an error that lists every link
 * without a target, missing picture, and page that is in no list.
 *
 * @returns {{ pages: Page[], sections: Section[], pictures: string[] }}
 */
export function readPages() {
  const inFolder = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join('docs', name));
  const sources = [...inFolder.filter((name) => name.endsWith('.md')), ...BESIDE].filter((name) => !LEFT_OUT.includes(name)).sort();
  /** @type {Map<string, Map<string, string>>} For each source, the page of each anchor; '' is the page itself. */
  const addresses = new Map();
  const pages = sources.flatMap((source) => pagesOf(source, addresses));

  /** @type {string[]} */
  const faults = [];
  const pictures = new Set();
  for (const page of pages) {
    for (const token of page.tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
      if (token.type === 'link_open') leadOn(page, token, addresses, faults);
      if (token.type === 'image') {
        const name = path.posix.join(path.posix.dirname(page.source), String(token.attrGet('src')));
        if (!existsSync(path.join(ROOT, name))) faults.push(`${page.source}: there is no picture ${name}`);
        pictures.add(name);
        token.attrSet('src', between(page.at, name.replace(/^docs\//, '')));
        token.meta = { picture: name };
      }
    }
  }
  const sections = contentsOf(pages);
  const listed = new Set(sections.flatMap((section) => section.pages.map(({ at }) => at)));
  const decisions = pages.find(({ source }) => source === DECISIONS);
  for (const { href } of linksIn(decisions?.tokens ?? [])) if (decisions) listed.add(resolved(decisions.at, href));
  for (const { at, source } of pages) {
    const isPart = SPLIT.includes(source);
    if (!isPart && source !== HOME && !listed.has(at)) faults.push(`${source} is in no list of ${HOME}`);
  }
  if (faults.length > 0) throw new Error(`the documentation has faults:\n${faults.join('\n')}`);
  return { pages, sections, pictures: [...pictures] };
}

/** Path of a source's page in the site. */
function addressOf(/** @type {string} */ source) {
  const name = BESIDE.includes(source) ? source.toLowerCase() : source.replace(/^docs\//, '');
  return name.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/**
 * @param {string} source
 * @param {Map<string, Map<string, string>>} addresses
 * @returns {Page[]}
 */
function pagesOf(source, addresses) {
  const tokens = markdown.parse(readFileSync(path.join(ROOT, source), 'utf8'), {});
  const lang = source.startsWith('docs/staff/it/') ? 'it' : 'en';
  const own = addressOf(source);
  const known = new Map([['', own]]);
  addresses.set(source, known);
  const anchorOf = anchors();
  /** @type {Page[]} */
  const pages = [];
  tokens.forEach((token, index) => {
    const isHeading = token.type === 'heading_open';
    const text = isHeading ? (tokens[index + 1]?.content ?? '') : '';
    if (isHeading) {
      const anchor = anchorOf(text);
      token.attrSet('id', anchor);
      const begins = pages.length === 0 || (token.tag === 'h2' && SPLIT.includes(source));
      if (begins) {
        const at = pages.length === 0 ? own : own.replace('.html', `/${anchor}.html`);
        pages.push({ at, source, title: text.replaceAll('`', ''), lang, tokens: [] });
      }
      known.set(anchor, pages.at(-1)?.at ?? own);
    }
    const page = pages.at(-1);
    if (page === undefined) throw new Error(`${source} begins without a heading`);
    // Chapters that are pages of their own have their own title.
    if (/^heading_/.test(token.type) && page.at !== own) token.tag = `h${String(Number(token.tag.slice(1)) - 1)}`;
    page.tokens.push(token);
  });
  const [first, ...chapters] = pages;
  if (first && chapters.length > 0) {
    const list = chapters.map(({ title, at }) => `- [${title}](<${at}>)`).join('\n');
    const more = markdown.parse(list, {});
    for (const token of more.flatMap(({ children }) => children ?? [])) if (token.type === 'link_open') token.meta = { chapter: true };
    first.tokens.push(...more);
  }
  return pages;
}

/**
 * @param {Page} page
 * @param {Tokens[number]} link
 * @param {Map<string, Map<string, string>>} addresses
 * @param {string[]} faults
 */
function leadOn(page, link, addresses, faults) {
  const href = String(link.attrGet('href'));
  if (/^[a-z]+:/i.test(href)) return;
  if (link.meta?.chapter === true) {
    link.attrSet('href', between(page.at, href));
    return;
  }
  const [to = '', anchor = ''] = href.split('#');
  const source = to === '' ? page.source : path.posix.join(path.posix.dirname(page.source), to);
  const at = addresses.get(source)?.get(anchor);
  if (at !== undefined) {
    const there = between(page.at, at);
    // The heading of such a chapter is the top of its page.
    link.attrSet('href', anchor === '' ? there : `${at === page.at ? '' : there}#${anchor}`);
  } else if (!addresses.has(source) && existsSync(path.join(ROOT, source)) && anchor === '') {
    // A file of the repository that isn't in the site.
    link.attrs = [['title', source]];
    link.tag = 'span';
    link.meta = { file: true };
  } else {
    faults.push(`${page.source}: the link ${href} leads nowhere`);
  }
}

/** A relative link from one page of the site to another. */
export function between(/** @type {string} */ from, /** @type {string} */ to) {
  return path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);
}

const resolved = (/** @type {string} */ from, /** @type {string} */ href) =>
  path.posix.join(path.posix.dirname(from), href.replace(/#.*/, ''));

/** The links in tokens, with their texts. */
function linksIn(/** @type {Tokens} */ tokens) {
  return tokens.flatMap(({ children }) =>
    (children ?? []).flatMap((token, index) =>
      token.type === 'link_open' ? [{ href: String(token.attrGet('href')), text: children?.[index + 1]?.content ?? '' }] : [],
    ),
  );
}

/**
 * The table of contents, from the lists of the start page and the headings above them.
 *
 * @param {Page[]} pages
 * @returns {Section[]}
 */
function contentsOf(pages) {
  const home = pages.find(({ source }) => source === HOME);
  if (!home) throw new Error(`there is no ${HOME}`);
  /** @type {Section[]} */
  const sections = [];
  home.tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag === 'h2')
      sections.push({ title: home.tokens[index + 1]?.content ?? '', lang: 'en', pages: [] });
    const section = sections.at(-1);
    if (section && token.type === 'inline')
      section.pages.push(
        ...linksIn([token])
          .filter(({ href }) => !/^[a-z]+:/i.test(href))
          .map(({ href, text }) => ({ title: text, at: resolved(home.at, href) })),
      );
  });
  for (const section of sections) if (section.pages.some(({ at }) => at.startsWith('staff/it/'))) section.lang = 'it';
  return sections.filter((section) => section.pages.length > 0);
}

/**
 * HTML of tokens, without an enclosing tag.
 *
 * @param {Tokens} tokens
 */
export function rendered(tokens) {
  return markdown.renderer.render(tokens, markdown.options, {});
}

markdown.renderer.rules.link_close = (tokens, index, options, _env, self) => {
  // Find the link that this one closes.
  for (let at = index - 1; at >= 0; at -= 1) {
    if (tokens[at]?.type === 'link_open') return tokens[at]?.meta?.file === true ? '</span>' : self.renderToken(tokens, index, options);
  }
  return self.renderToken(tokens, index, options);
};
// The arrow keys scroll what is wider than the page.
markdown.renderer.rules.fence = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => '</table></div>';
