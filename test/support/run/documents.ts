/** What tests read of the documents: their commands and examples. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../scripts/paths.mjs';

export interface Block {
  /** The language after its fence; empty if none is given. */
  language: string;
  text: string;
}

/** A document's blocks of code; with `heading` (`## PostgreSQL`), those from there to the next heading of the same level. */
export function codeBlocks(file: string, heading?: string): Block[] {
  const page = readFileSync(path.join(ROOT, file), 'utf8');
  return [...sectionOf(page, heading).matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }));
}

/** The first block of a document that begins so, in this language, under this heading; fails if there is none. */
export function codeBlock(file: string, { under, start = '', language }: { under?: string; start?: string; language?: string }): string {
  const found = codeBlocks(file, under).find((block) => block.text.startsWith(start) && (language ?? block.language) === block.language);
  if (!found) throw new Error(`${file} has no such block: ${JSON.stringify({ under, start, language })}`);
  return found.text;
}

function sectionOf(page: string, heading: string | undefined): string {
  if (heading === undefined) return page;
  const start = page.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`There is no heading “${heading}”`);
  const level = heading.slice(0, heading.indexOf(' '));
  const end = page.indexOf(`\n${level} `, start + 1);
  return page.slice(start, end === -1 ? undefined : end);
}
