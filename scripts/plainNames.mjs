/** The lint rule for names in code: what a file declares is called by what it holds, in the terms of the field. */

/** Names that say nothing, or that read as a translation, and what to write instead. */
const UNCLEAR_NAMES = {
  Asking: 'what the request holds',
  allRefused: 'the failure',
  apart: 'outside, or what is separate',
  around: 'context, nearby',
  ask: 'request, query',
  askFirst: 'confirm',
  asked: 'the request, its context or its time',
  asking: 'the request, or who sends it',
  begun: 'startedAt, or what was started',
  board: 'health',
  hear: 'read, onMessage',
  heard: 'contact, lastSeen, what was received',
  house: 'hotspot, venue',
  kept: 'stored, cached, copies',
  left: 'remaining',
  made: 'created, or what was created',
  named: 'listed, labels',
  openServer: 'openPool',
  otherwise: 'fallback',
  patient: 'noTimeouts',
  place: 'address, path, file, position',
  placed: 'positioned',
  places: 'addresses, paths, files, positions',
  said: 'message, output, details',
  told: 'reported, or what was reported',
  vouchersGone: 'vouchersDeselected',
  way: 'method',
  ways: 'methods',
};

/** The same as a word within a name: `isTold`, `hasBegun`, `heardAt`, `PLACE_NAMES`. */
const UNCLEAR_PARTS = {
  apart: 'separate, outside',
  around: 'context, nearby',
  begun: 'started',
  board: 'health',
  everything: 'all',
  heard: 'reported, seen',
  helped: 'suggested',
  house: 'hotspot, venue',
  kept: 'stored, cached',
  loosen: 'clear',
  lying: 'horizontal',
  newcomer: 'who has just signed in, or a new guest',
  news: 'message, changes',
  onlooker: 'viewer',
  paperwork: 'printing',
  place: 'address, path, file, position',
  placed: 'positioned',
  places: 'addresses, paths, files, positions',
  quickly: 'what is shortened or cached',
  said: 'reported, logged',
  saying: 'message',
  standing: 'state',
  told: 'reported',
  way: 'method',
  ways: 'methods',
  welcome: 'greeting, sign-in',
  wings: 'floors, buildings',
};

/** Names of the field: a comparison of three versions, and the router of the web server. */
const TERMS = /ThreeWay|findMyWay/;

/** The words of a name: `is`, `Told`; `PLACE`, `NAMES`. */
const wordsOf = (name) => name.replace(TERMS, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

/** Whether `left` is a side: of a rectangle whose other sides have names in the same scope. */
const isSide = (name, scope) => name === 'left' && ['top', 'right'].some((side) => scope.set.has(side));

/** Tables are declared under their names in the database. */
const isTable = (name) => /^[a-z]+_/.test(name);

/** What to write instead of a declared name, or undefined if it is plain. */
function adviceOn(name, scope) {
  if (isSide(name, scope) || isTable(name)) return undefined;
  if (Object.hasOwn(UNCLEAR_NAMES, name)) return UNCLEAR_NAMES[name];
  const part = wordsOf(name)
    .map((word) => word.toLowerCase())
    .find((word) => Object.hasOwn(UNCLEAR_PARTS, word));
  return part === undefined ? undefined : UNCLEAR_PARTS[part];
}

/** Variables, parameters, functions and types. Not properties: the wire, the database and browsers store those by name. */
export const plainNames = {
  meta: { type: 'suggestion', schema: [], messages: { unclear: 'The name “{{name}}” is unclear; write {{advice}}.' } },
  create(context) {
    return {
      'Program:exit'() {
        for (const scope of context.sourceCode.scopeManager.scopes)
          for (const { name, identifiers } of scope.variables) {
            const advice = adviceOn(name, scope);
            if (advice !== undefined && identifiers.length > 0)
              context.report({ node: identifiers[0], messageId: 'unclear', data: { name, advice } });
          }
      },
    };
  },
};
