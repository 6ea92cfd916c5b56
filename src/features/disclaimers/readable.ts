import { sanitizeHtml } from '../../shared/sanitizeHtml';

/** Elements set off by blank lines. */
const BLOCKS = new Set(['BLOCKQUOTE', 'H1', 'H2', 'H3', 'H4', 'OL', 'P', 'PRE', 'TABLE', 'UL']);

/** Staff's HTML as plain text: keeps paragraphs, lists, tables and link targets, drops scripts and everything else. */
export function readable(html: string): string {
  const { body } = new DOMParser().parseFromString(sanitizeHtml(html), 'text/html');
  return written(body)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.textContent ?? '';
    return node.parentElement?.closest('pre') ? text : text.replace(/\s+/g, ' ');
  }
  if (!(node instanceof Element)) return '';
  const inside = [...node.childNodes].map(written).join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'HR':
      return '\n\n----\n\n';
    case 'A':
      return withAddress(inside, node.getAttribute('href'));
    case 'LI':
      return `\n${markOf(node)} ${inside.trim().replace(/\n/g, '\n  ')}`;
    case 'TR':
      return `\n${inside.trim()}`;
    case 'TD':
    case 'TH':
      return `${inside.trim()}\t`;
    case 'DIV':
      return `\n${inside}\n`;
    default:
      return BLOCKS.has(node.tagName) ? `\n\n${inside.trim()}\n\n` : inside;
  }
}

/** "1." in an ordered list, otherwise a dash. */
function markOf(item: Element): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '-';
  const start = Number(list.getAttribute('start') ?? '1');
  return `${start + [...list.children].indexOf(item)}.`;
}

/** Appends a link's target unless the link text already shows it. */
function withAddress(text: string, href: string | null): string {
  if (href === null) return text;
  const address = href.replace(/^(?:mailto|tel):/i, '');
  return text.includes(address) ? text : `${text} (${address})`;
}
