import { Mark, Node, nodeInputRule, nodePasteRule, type Extensions } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { literal, TOKEN_ATTRIBUTE } from './html';
import type { Token } from './props';

/** What a text may contain: everything contract/plain/html.ts allows, so that HTML written elsewhere survives, plus placeholders. */
export function extensionsOf(tokens: readonly Token[]): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
      // An automatic last paragraph would count as a change.
      trailingNode: false,
    }),
    tokenNode(tokens),
    ...TABLE,
    ...LOW_AND_HIGH,
  ];
}

/** Conversions while typing: lists and placeholders. Everything else has a button or a shortcut. */
export const INPUT_RULES = ['token', 'bulletList', 'orderedList'];

/** A placeholder: shown by its label, stored as written. */
function tokenNode(tokens: readonly Token[]): Node {
  return Node.create({
    name: 'token',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ token: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute(TOKEN_ATTRIBUTE) } }),
    parseHTML: () => [{ tag: `span[${TOKEN_ATTRIBUTE}]` }],
    renderHTML: ({ node }) => ['span', { [TOKEN_ATTRIBUTE]: textOf(node), class: 'rich-token' }, textOf(node)],
    renderText: ({ node }) => textOf(node),
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span');
        const token = textOf(node);
        dom.className = 'rich-token';
        dom.setAttribute(TOKEN_ATTRIBUTE, token);
        dom.title = token;
        dom.textContent = tokens.find((known) => known.token === token)?.label ?? token;
        return { dom };
      },
    addInputRules() {
      return tokens.map(({ token }) =>
        nodeInputRule({ find: new RegExp(`${literal(token)}$`), type: this.type, getAttributes: () => ({ token }) }),
      );
    },
    addPasteRules() {
      return tokens.map(({ token }) =>
        nodePasteRule({ find: new RegExp(literal(token), 'g'), type: this.type, getAttributes: () => ({ token }) }),
      );
    },
  });
}

const textOf = ({ attrs }: { attrs: Record<string, unknown> }) => String(attrs.token);

/** Existing tables are kept and can be edited, but not created. */
const TABLE = [
  Node.create({
    name: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: () => ['table', ['tbody', 0]],
  }),
  Node.create({ name: 'tableRow', content: 'tableCell+', parseHTML: () => [{ tag: 'tr' }], renderHTML: () => ['tr', 0] }),
  Node.create({
    name: 'tableCell',
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      isHead: { default: false, rendered: false, parseHTML: (element: HTMLElement) => element.tagName === 'TH' },
      colspan: { default: null },
      rowspan: { default: null },
    }),
    parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
    renderHTML: ({ node, HTMLAttributes }) => [node.attrs.isHead === true ? 'th' : 'td', HTMLAttributes, 0],
  }),
];

const LOW_AND_HIGH = (['sub', 'sup', 'small'] as const).map((tag) =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }),
);
