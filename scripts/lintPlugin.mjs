/** Our own lint rules, as a plugin. */
import formatjs from 'eslint-plugin-formatjs';
import { plainNames } from './plainNames.mjs';
import { testTitles } from './testTitles.mjs';

const literals = formatjs.rules['no-literal-string-in-jsx'];

/** formatjs' rule against literals in JSX, but for those without a letter: a dash or a slash needs no translator. */
const literalWords = {
  ...literals,
  create(context) {
    const hasLetters = (node) => {
      if (node.type === 'TemplateLiteral') return node.quasis.some((part) => /\p{L}/u.test(part.value.raw));
      const text = node.type === 'JSXAttribute' ? node.value : node;
      return /\p{L}/u.test(context.sourceCode.getText(text));
    };
    const report = (problem) => hasLetters(problem.node) && context.report(problem);
    return literals.create(Object.create(context, { report: { value: report } }));
  },
};

export default {
  meta: { name: 'portico' },
  rules: { 'plain-names': plainNames, 'plain-titles': testTitles, 'literal-words': literalWords },
};
