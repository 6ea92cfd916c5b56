/** Finds citations that lead nowhere: paths, links, anchors, requirement ids and test names in documents and code. */
import path from 'node:path';
import { anchors } from '../../../scripts/site/anchors.mjs';

/** Repository files by path, relative to the root and with forward slashes. Binary files may have an empty text. */
export type Files = ReadonlyMap<string, string>;

const REQUIREMENTS = 'docs/requirements.md';

/** Folders whose paths are checked when a document names them; files in other folders (`dist/`, `data/`) may or may not exist. */
const PATH = /^(?:\.ci|\.github|docs|i18n|public|scripts|src|test)\/[^\s]*$/;

const isDocument = (file: string) => file.endsWith('.md');

/** Complaints, each beginning with "file:line". */
export function brokenCitations(files: Files): string[] {
  const documents = [...files].filter(([file]) => isDocument(file));
  const ids = requirementIds(files);
  return [
    ...ids.complaints,
    ...wrongCounts(files.get(REQUIREMENTS) ?? '', ids.known),
    ...documents.flatMap(([file, text]) => [...brokenPaths(file, text, files), ...brokenLinks(file, text, files)]),
    ...[...files].flatMap(([file, text]) => brokenIds(file, text, ids.known)),
    ...[...files].filter(([file]) => !isDocument(file)).flatMap(([file, text]) => brokenDocumentCitations(file, text, files)),
  ];
}

/** A document's inline code, each with the text up to the next one. Fenced blocks are left out, because they are examples. */
function codeSpans(text: string): { line: number; code: string; rest: string }[] {
  return outsideFences(text).flatMap(({ line, content }) =>
    [...content.matchAll(/`([^`]+)`([^`]*)/g)].map(([, code = '', rest = '']) => ({ line, code, rest })),
  );
}

function outsideFences(text: string): { line: number; content: string }[] {
  let isFenced = false;
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*```/.test(content)) {
      isFenced = !isFenced;
      return [];
    }
    return isFenced ? [] : [{ line: index + 1, content }];
  });
}

/** Paths that don't exist, and “quoted” parts of test names that the test before them doesn't contain. */
function brokenPaths(file: string, text: string, files: Files): string[] {
  return codeSpans(text)
    .filter(({ code }) => PATH.test(code))
    .flatMap(({ line, code, rest }) => {
      if (!exists(code, files)) return [`${file}:${line} there is no ${code}`];
      const quoted = code.startsWith('test/') ? [...rest.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name) : [];
      const content = (files.get(code) ?? '').replaceAll("\\'", "'");
      return quoted
        .filter((name) => !content.includes(name.replaceAll('\\|', '|')))
        .map((name) => `${file}:${line} ${code} has no “${name}”`);
    });
}

/** Whether a file or folder exists, or anything that matches a pattern: `<noun>` and `*` stand for one name, `{a,b}` for each of them. */
function exists(pattern: string, files: Files): boolean {
  return braces(pattern).every((one) => {
    const source = one
      .replace(/\/$/, '')
      .replace(/[.+^$()|[\]\\?]/g, '\\$&')
      .replace(/<[^>]*>|\*/g, '[^/]*');
    const isThere = new RegExp(`^${source}(?:/|$)`);
    return [...files.keys()].some((file) => isThere.test(file));
  });
}

function braces(pattern: string): string[] {
  const [, before = '', inside = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return inside === '' ? [pattern] : inside.split(',').flatMap((choice) => braces(`${before}${choice.trim()}${after}`));
}

/** Links within the repository whose file or heading is missing. */
function brokenLinks(file: string, text: string, files: Files): string[] {
  return outsideFences(text).flatMap(({ line, content }) =>
    [...content.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/i.test(target))
      .flatMap((target) => {
        const [to = '', anchor] = target.split('#');
        const linked = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
        return leadsNowhere(linked, anchor, files) ? [`${file}:${line} the link ${target} leads nowhere`] : [];
      }),
  );
}

function leadsNowhere(linked: string, anchor: string | undefined, files: Files): boolean {
  if (!exists(linked, files)) return true;
  return anchor !== undefined && !anchorsOf(files.get(linked) ?? '').has(anchor);
}

function anchorsOf(text: string): Set<string> {
  const anchorOf = anchors();
  const headings = outsideFences(text).flatMap(({ content }) => /^#{1,6}\s+(.*?)\s*$/.exec(content)?.[1] ?? []);
  return new Set(headings.map(anchorOf));
}

/** Ids of the requirements' rows, with a complaint for each duplicate. */
function requirementIds(files: Files): { known: ReadonlySet<string>; complaints: string[] } {
  const known = new Set<string>();
  const complaints: string[] = [];
  for (const { line, content } of outsideFences(files.get(REQUIREMENTS) ?? '')) {
    const [, id] = /^\|\s*([A-Z][A-Z0-9]*-\d+)\s*\|/.exec(content) ?? [];
    if (id === undefined) continue;
    if (known.has(id)) complaints.push(`${REQUIREMENTS}:${line} ${id} is there twice`);
    known.add(id);
  }
  return { known, complaints };
}

/** Areas in the table at the top of the requirements that state a wrong number of rows, and areas that are missing there. */
function wrongCounts(text: string, known: ReadonlySet<string>): string[] {
  const areas = [...known].map(areaOf);
  const listed = outsideFences(text).flatMap(({ line, content }) => {
    const [, area, count] = /^\|\s*\[[^\]]*\]\(#[^)]*\)\s*\|\s*([A-Z][A-Z0-9]*)\s*\|\s*(\d+)\s*\|/.exec(content) ?? [];
    return area === undefined ? [] : [{ line, area, count: Number(count) }];
  });
  const missing = [...new Set(areas)].filter((area) => !listed.some((each) => each.area === area));
  return [
    ...listed
      .map((each) => ({ ...each, rows: areas.filter((area) => area === each.area).length }))
      .filter(({ count, rows }) => count !== rows)
      .map(({ line, area, count, rows }) => `${REQUIREMENTS}:${line} ${area} has ${rows} rows, not ${count}`),
    ...missing.map((area) => `${REQUIREMENTS}:1 ${area} is not among the areas`),
  ];
}

const areaOf = (id: string) => id.replace(/-\d+$/, '');

/** Citations like VCH-12 whose area exists but whose number doesn't. */
function brokenIds(file: string, text: string, known: ReadonlySet<string>): string[] {
  const areas = [...new Set([...known].map(areaOf))];
  if (areas.length === 0) return [];
  const citation = new RegExp(`\\b(?:${areas.join('|')})-\\d{2,3}\\b`, 'g');
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(citation)].filter(([id]) => !known.has(id)).map(([id]) => `${file}:${index + 1} there is no requirement ${id}`),
    );
}

/** Citations of documents in code, like docs/wire.md#idempotency, whose file or heading is missing. */
function brokenDocumentCitations(file: string, text: string, files: Files): string[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(/\bdocs\/[\w./-]+\.md(?:#([\w-]+))?/g)]
        .filter(([citation, anchor]) => leadsNowhere(citation.split('#')[0] ?? '', anchor, files))
        .map(([citation]) => `${file}:${index + 1} ${citation} leads nowhere`),
    );
}
