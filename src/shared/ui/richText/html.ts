import { sanitizeHtml } from '../../sanitizeHtml';

/** Marks a placeholder in the editor's own HTML; it never leaves it. */
export const TOKEN_ATTRIBUTE = 'data-token';

/** HTML as the editor takes it: cleaned, with each placeholder in a text (not in an address) as a piece of its own. */
export function toEditor(html: string, tokens: readonly string[]): string {
  const content = fragmentOf(sanitizeHtml(html));
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = splitAt(text.data, tokens);
    if (parts.length > 1 || tokens.includes(text.data))
      text.replaceWith(...parts.map((part) => (tokens.includes(part) ? pieceOf(part) : part)));
  }
  return htmlOf(content);
}

/** What the editor holds, as it is stored: placeholders as text, nothing that contract/html.ts does not allow; empty when there is nothing. */
export function fromEditor(html: string): string {
  const content = fragmentOf(html);
  for (const piece of content.querySelectorAll(`[${TOKEN_ATTRIBUTE}]`)) piece.replaceWith(piece.getAttribute(TOKEN_ATTRIBUTE) ?? '');
  // The editor has a paragraph in each item and cell.
  for (const place of content.querySelectorAll('li, td, th')) {
    const [first, ...others] = place.children;
    const isLone = others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    if (first?.tagName === 'P' && isLone) first.replaceWith(...first.childNodes);
  }
  if (content.textContent.trim() === '' && !content.querySelector('hr')) return '';
  const clean = fragmentOf(sanitizeHtml(htmlOf(content)));
  // Links shown in the console open a page of their own; what is stored does not say so.
  for (const link of clean.querySelectorAll('a')) {
    link.removeAttribute('target');
    link.removeAttribute('rel');
  }
  return htmlOf(clean);
}

/** A text cut before and behind each placeholder. */
function splitAt(text: string, tokens: readonly string[]): string[] {
  if (tokens.length === 0) return [text];
  return text.split(new RegExp(`(${tokens.map(literal).join('|')})`)).filter((part) => part !== '');
}

/** The text as a regular expression that matches it and nothing else. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function pieceOf(token: string): HTMLElement {
  const piece = document.createElement('span');
  piece.setAttribute(TOKEN_ATTRIBUTE, token);
  piece.append(token);
  return piece;
}

/** In a template nothing runs and nothing is asked for. */
function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function htmlOf(content: DocumentFragment): string {
  const around = document.createElement('template');
  around.content.append(content);
  return around.innerHTML;
}
