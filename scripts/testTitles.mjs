/** The lint rule for test titles: sentences that say what the product does, understandable without the code. */

const PREPOSITIONS =
  /^(?:about|after|against|among|as|at|because|before|behind|beside|besides|between|by|during|for|from|if|in|inside|into|of|on|once|outside|over|since|through|to|under|unless|until|when|where|while|with|within|without)\b/i;

const PRONOUNS =
  /^(?:he|her|hers|him|his|it|its|none|ours|she|that|their|theirs|them|these|they|this|those|what|whatever|which|who|whoever|whose|one (?:are|is|that|which|who|whose|with|without))\b/i;

const CONJUNCTIONS = /^(?:also|and|but|nor|or)\b/i;

/** Words that make titles and names hard to understand, and what to write instead. */
const PLAIN_WORDS = {
  apart: 'separate',
  around: 'surrounding',
  asked: 'requested',
  asking: 'requesting',
  begun: 'started',
  deed: 'action',
  dressed: 'styled',
  everything: 'all',
  gone: 'deleted',
  heard: 'received',
  house: 'the thing itself',
  kept: 'stored, unchanged',
  left: 'remaining',
  loosen: 'relax',
  made: 'created',
  said: 'reported, shown',
  told: 'informed, shown, returned',
  wish: 'request',
};

const UNCLEAR_WORD = new RegExp(`(?<![\\w-])(?:${Object.keys(PLAIN_WORDS).join('|')})(?![\\w-])`, 'i');

/** What is wrong with a title, or undefined. */
function complaintAbout(title) {
  const [preposition] = PREPOSITIONS.exec(title) ?? [];
  // In "In Italian, dates have…" the sentence follows the comma.
  if (preposition !== undefined && !/^[^,]+, (?!(?:and|as|but|even|or|since|so|where|which|while|who|whose)\b)\S+ /.test(title))
    return `starts with “${preposition}”; start with what acts, or with its verb.`;
  const [pronoun] = PRONOUNS.exec(title) ?? [];
  if (pronoun !== undefined) return `starts with “${pronoun}”; name the thing instead.`;
  const [conjunction] = CONJUNCTIONS.exec(title) ?? [];
  if (conjunction !== undefined) return `starts with “${conjunction}”; it must be readable by itself.`;
  const [word] = UNCLEAR_WORD.exec(title) ?? [];
  return word === undefined ? undefined : `contains “${word}”; write “${PLAIN_WORDS[word.toLowerCase()]}”, or whatever is meant.`;
}

/** The text of a string or template, with `%s` for what a template fills in; undefined for anything else. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('%s') : undefined;
}

/** Whether a callee is `test`, `describe` or `it`, or one of their variants: `test.failing`, `describe.each(rows)`, `thorough.test`. */
function isOfTests(callee) {
  if (callee.type === 'Identifier') return /^(?:describe|it|test)$/.test(callee.name);
  if (callee.type === 'MemberExpression') return isOfTests(callee.object) || isOfTests(callee.property);
  return callee.type === 'CallExpression' && isOfTests(callee.callee);
}

/** The titles of `test.each(rows)(title, …)`: with the first text of each row where the title takes it, so that it is read as it is shown. */
function titlesOf(title, callee) {
  const [table] = callee.type === 'CallExpression' ? callee.arguments : [];
  const rows = table?.type === 'TSAsExpression' ? table.expression : table;
  if (rows?.type !== 'ArrayExpression' || !title.includes('%s')) return [title];
  const texts = rows.elements.map((row) => textOf(row?.type === 'ArrayExpression' ? row.elements[0] : row));
  const known = texts.filter((text) => text !== undefined && /^\p{L}/u.test(text));
  return known.length === 0 ? [title] : known.map((text) => title.replace('%s', text));
}

export const testTitles = {
  meta: { type: 'suggestion', messages: { unclear: 'The test title “{{title}}” {{complaint}}' }, schema: [] },
  create: (context) => ({
    CallExpression({ callee, arguments: [first, second] }) {
      const title = textOf(first);
      if (title === undefined || second === undefined || !isOfTests(callee)) return;
      const unclear = titlesOf(title, callee).find((each) => complaintAbout(each) !== undefined);
      if (unclear === undefined) return;
      context.report({ node: first, messageId: 'unclear', data: { title: unclear, complaint: complaintAbout(unclear) } });
    },
  }),
};
