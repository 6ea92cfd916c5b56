import { sanitizeHtml } from '../../../sanitizeHtml';

/** Marks a placeholder in the editor's internal HTML only. */
export const TOKEN_ATTRIBUTE = 'data-token';

/** Converts stored HTML for the editor: sanitized, with each placeholder in text (but not in a URL) as a node of its own. */
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

/** Converts the editor's HTML for storage: placeholders as text, and only what contract/plain/html.ts allows; '' if there is no content. */
export function fromEditor(html: string): string {
  const content = fragmentOf(html);
  for (const piece of content.querySelectorAll(`[${TOKEN_ATTRIBUTE}]`)) piece.replaceWith(piece.getAttribute(TOKEN_ATTRIBUTE) ?? '');
  // The editor wraps the content of list items and cells in paragraphs.
  for (const block of content.querySelectorAll('li, td, th')) {
    const [first, ...others] = block.children;
    const isLone = others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL');
    if (first?.tagName === 'P' && isLone) first.replaceWith(...first.childNodes);
  }
  if (content.textContent.trim() === '' && !content.querySelector('hr')) return '';
  const clean = fragmentOf(sanitizeHtml(htmlOf(content)));
  // The sanitizer makes links open in a new tab; that isn't stored.
  for (const link of clean.querySelectorAll('a')) {
    link.removeAttribute('target');
    link.removeAttribute('rel');
  }
  return htmlOf(clean);
}

/** Splits text before and after each placeholder. */
function splitAt(text: string, tokens: readonly string[]): string[] {
  if (tokens.length === 0) return [text];
  return text.split(new RegExp(`(${tokens.map(literal).join('|')})`)).filter((part) => part !== '');
}

/** Escapes text for a regular expression. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function pieceOf(token: string): HTMLElement {
  const piece = document.createElement('span');
  piece.setAttribute(TOKEN_ATTRIBUTE, token);
  piece.append(token);
  return piece;
}

/** Parsed in a template, so no script runs and nothing is loaded. */
function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function htmlOf(content: DocumentFragment): string {
  const template = document.createElement('template');
  template.content.append(content);
  return template.innerHTML;
}
