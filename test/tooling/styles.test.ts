/** Styles are next to the component that uses them. Finds classes that nobody uses or that don't exist. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '');

/** The classes that a component uses from an imported module, without global ones and without what stands in braces. */
function classesOf(file: string): string[] {
  const selectors = withoutComments(read(file))
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/[^{};]*;/g, '');
  return [...new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name))];
}

const files = ['app', 'features', 'shared'].flatMap((room) =>
  readdirSync(path.join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' }).map((name) => path.join('src', room, name)),
);
const modules = files.filter((file) => file.endsWith('.module.css'));
const components = files.filter((file) => file.endsWith('.tsx'));

const used = new Map<string, Set<string>>(modules.map((file) => [file, new Set()]));
for (const component of components) {
  const source = read(component);
  for (const [, name = '', from = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const file = path.join(path.dirname(component), from);
    for (const [, one = ''] of source.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))) used.get(file)?.add(one);
  }
}

test.each(modules)('components use the classes of %s, and no others', (file) => {
  expect([...(used.get(file) ?? [])].toSorted()).toEqual(classesOf(file).toSorted());
});

test('the style sheet of the page knows few classes of ours', () => {
  const own = [...withoutComments(read('src/app/app.css')).matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
  expect([...new Set(own)].filter((name) => !/^(?:ant-|anticon)/.test(name ?? '')).toSorted()).toEqual([
    'clipped',
    'form-columns',
    'more',
    'not-on-paper',
    'only-heard',
    'only-on-paper',
    'soft',
  ]);
});
