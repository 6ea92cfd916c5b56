/** The documentation site: made from docs, complete, and correct about the program. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { porticoProgram } from '../../src/server/cli/program';
import { codeBlock, codeBlocks } from '../support/run/documents';

let folder = '';
let pages: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-site-'));
  const build = `import { buildSite } from './scripts/site/site.mjs'; await buildSite(${JSON.stringify(folder)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], { cwd: process.cwd() });
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** Links that lead outside of the site, to files next to the console. */
const BESIDE = ['../mark.svg'];

test('every link, script, style and picture of the site is there, and so is each anchor', () => {
  expect(pages.length).toBeGreaterThan(100);
  const anchors = new Map(pages.map((page) => [page, new Set([...read(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, target = '']) => target.replaceAll('&amp;', '&'))
      .filter((target) => !/^(?:https?|mailto):/.test(target))
      .flatMap((target) => {
        const [to = '', anchor] = target.split('#');
        const file = to === '' ? page : path.posix.join(path.posix.dirname(page), decodeURI(to));
        if (BESIDE.includes(file)) return [];
        const isThere = existsSync(path.join(folder, file)) && statSync(path.join(folder, file)).isFile();
        return isThere && (anchor === undefined || anchors.get(file)?.has(decodeURIComponent(anchor)) === true)
          ? []
          : [`${page}: ${target}`];
      }),
  );
  expect(broken).toEqual([]);
});

test('nothing in a page is inline, as the policy of the server demands', () => {
  const inline = pages.filter((page) => /<script(?![^>]* src=)|<style|\son\w+="|javascript:/.test(read(page)));
  expect(inline).toEqual([]);
});

test('a page needs at most 100 KB before its text shows, and 30 KB without the longest', () => {
  const size = (name: string) => statSync(path.join(folder, `${name}.br`)).size;
  const needed = pages.map((page) => ({ page, bytes: size(page) + size('site.css') + size('search.js') }));
  expect(needed.filter(({ bytes }) => bytes > 100_000)).toEqual([]);
  expect(needed.filter(({ bytes }) => bytes > 30_000).length).toBeLessThan(3);
});

test('each page names its language, its title and its main part, and pictures say what they show', () => {
  const wrong = pages.filter((page) => {
    const html = read(page);
    const [, lang] = /<html lang="(\w+)"/.exec(html) ?? [];
    const hasNames = [...html.matchAll(/<img [^>]*>/g)].every(([image]) => /alt="[^"]+"/.test(image) || image.includes('mark.svg'));
    const isItalian = page.startsWith('staff/it/');
    return (
      lang !== (isItalian ? 'it' : 'en') || !/<title>[^<]+ · Portico<\/title>/.test(html) || html.split('<h1').length !== 2 || !hasNames
    );
  });
  expect(wrong).toEqual([]);
});

/** Commands in the fenced blocks and inline code of the documents for operators, integrators and developers. */
function commandsOf(program: RegExp): { source: string; words: string[] }[] {
  const sources = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return [...sources.map((name) => `docs/${name}`), 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'].flatMap((source) => {
    const text = readFileSync(source, 'utf8');
    const blocks = codeBlocks(source).flatMap((block) => block.text.split('\n'));
    const spans = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
    return [...blocks, ...spans].flatMap((line) => {
      const found = program.exec(line);
      return found
        ? [
            {
              source,
              words: line
                .slice(found.index + found[0].length)
                .replace(/\s#.*/, '')
                .trim()
                .split(/\s+/),
            },
          ]
        : [];
    });
  });
}

test('every portico command in the documentation exists, with the options that it is given', () => {
  const program = porticoProgram();
  const everywhere = ['--port', '--help', '-h', '--version', '-V'];
  const known = new Map(
    program.commands.map((command) => [command.name(), command.options.flatMap(({ long, short }) => [long, short].filter(Boolean))]),
  );
  const given = commandsOf(/(?:^|sudo |npx |exec (?:portico )?|\.bin\/|&& )portico (?!portico)(?=[a-z-])/);
  expect(given.length).toBeGreaterThan(30);
  const wrong = given.filter(({ words: [name = '', ...rest] }) => {
    if (name.startsWith('-')) return !everywhere.includes(name);
    const options = known.get(name);
    return !options || rest.some((word) => word.startsWith('--') && ![...options, ...everywhere].includes(word.replace(/[=,].*/, '')));
  });
  expect(wrong.map(({ source, words }) => `${source}: portico ${words.join(' ')}`)).toEqual([]);
});

test('every script of npm in the documentation is in package.json', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const given = commandsOf(/(?:^|\s)npm run /).map(({ source, words: [name = ''] }) => ({ source, name }));
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter(({ name }) => !(name in scripts)).map(({ source, name }) => `${source}: npm run ${name}`)).toEqual([]);
});

test('the example that checks the signature of a webhook knows a genuine one from others', () => {
  const example = codeBlock('docs/integrating.md', { start: 'import { createHmac' });
  // As webhooks.ts signs.
  const signature = `sha256=${createHmac('sha256', 'key').update('body').digest('hex')}`;
  const given = [signature, signature.toUpperCase(), `${signature}0`, ''];
  const script = `${example}\nconsole.log(JSON.stringify(process.argv.slice(1).map((one) => isGenuine('body', one, 'key'))), isGenuine('body', undefined, 'key'));`;
  const args = ['--input-type=module', '--eval', script, ...given];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('[true,false,false,false] false\n');
});

const messages = (language: string) =>
  Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8'))));

test.each(['en', 'it'])('words in bold on the pages for staff stand on a screen (%s)', (language) => {
  const pageTexts = messages(language);
  const bold = readdirSync(`docs/staff/${language}`).flatMap((name) =>
    [...readFileSync(`docs/staff/${language}/${name}`, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => ({ name, words })),
  );
  expect(bold.length).toBeGreaterThan(50);
  const unknown = bold.filter(
    ({ words }) => !pageTexts.some((message) => message === words || message.startsWith(`${words}…`) || message.startsWith(`${words}. `)),
  );
  expect(unknown).toEqual([]);
});

test('pages for staff are the same in English and Italian', () => {
  expect(readdirSync('docs/staff/it')).toEqual(readdirSync('docs/staff/en'));
});

test('no two pictures are the same', () => {
  const pictures = readdirSync('docs/pictures').filter((name) => name.endsWith('.webp'));
  const contents = pictures.map((name) => readFileSync(`docs/pictures/${name}`, 'base64'));
  expect(pictures.filter((_, nth) => contents.indexOf(contents[nth] ?? '') !== nth)).toEqual([]);
});

test('the pictures show no text that the screens have no longer: otherwise npm run pictures -- --guide', () => {
  const texts = z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync('docs/pictures/texts.json', 'utf8')));
  const pictures = readdirSync('docs/pictures').filter((name) => name.endsWith('.webp'));
  expect(
    Object.keys(texts)
      .map((name) => `${name}.webp`)
      .sort(),
  ).toEqual(pictures.sort());
  const old = Object.entries(texts).flatMap(([picture, shown]) => {
    const pageTexts = new Set(messages(picture.split('.')[1] ?? ''));
    expect(shown.length).toBeGreaterThan(3);
    return shown.filter((text) => !pageTexts.has(text)).map((text) => `${picture}: ${text}`);
  });
  expect(old).toEqual([]);
});
