import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import antdEnglish from 'antd/locale/en_US';
import antdItalian from 'antd/locale/it_IT';
import type { Page } from 'playwright-core';
import { MESSAGES } from '../support/browser/browser';

type Language = keyof typeof MESSAGES;

/** Default labels of antd and its icons. */
const UNTRANSLATED = ['Close', 'Clear', 'close', 'clear', 'search', 'reload', 'plus', 'ellipsis', 'user', 'loading'];

/** Texts on the page, visible or for screen readers, that are a message of the other language or part of one. */
export async function wordsOfOtherLanguage(page: Page, language: Language): Promise<string[]> {
  FOREIGN[language] ??= piecesForeignTo(language);
  const foreign = FOREIGN[language];
  return (await textsOf(page)).filter((text) => foreign.has(text) || foreign.has(text.replaceAll(/\d[\d.,]*/g, '#')));
}

const FOREIGN: Partial<Record<Language, Set<string>>> = {};

function piecesForeignTo(language: Language): Set<string> {
  const own = new Set(piecesOf(language));
  const others = piecesOf(language === 'en' ? 'it' : 'en').filter((piece) => !own.has(piece));
  return new Set(language === 'it' ? [...others, ...UNTRANSLATED] : others);
}

/** The literal parts of a language's messages, and each whole message with `#` for its number. */
function piecesOf(language: Language): string[] {
  const ours = Object.values(MESSAGES[language]).flatMap((message) => variantsOf(parse(message)));
  const antds = textsIn(language === 'en' ? antdEnglish : antdItalian);
  return [...ours, ...antds].map((piece) => piece.trim()).filter((piece) => /\p{L}{2}/u.test(piece));
}

function variantsOf(elements: MessageFormatElement[]): string[] {
  const branches = elements.flatMap((element) =>
    element.type === TYPE.plural || element.type === TYPE.select
      ? Object.values(element.options).flatMap(({ value }) => variantsOf(value))
      : [],
  );
  const literals = elements.flatMap((element) => (element.type === TYPE.literal ? [element.value] : []));
  const whole = elements.map((element) => (element.type === TYPE.literal ? element.value : '#')).join('');
  return [...branches, ...literals, whole];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      // Language names are never translated, disclaimers are written by staff, and vouchers are printed in the hotspot's languages.
      if (
        parentElement?.checkVisibility({ visibilityProperty: true }) &&
        !parentElement.closest('option, style, script, .portal-text, .written, svg[class*="drawing"], svg[class*="firstTicket"]')
      )
        texts.push(textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden="true"]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim());
  });
}
