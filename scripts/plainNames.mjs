/** The lint rule for names in code: what a file declares is called by what it holds, in the terms of the field. */

/** Names that say nothing, or that read as a translation, and what to write instead. */
const UNCLEAR_NAMES = {
  Asking: 'what the request holds',
  apart: 'outside, or what is separate',
  asked: 'the request, its context or its time',
  asking: 'the request, or who sends it',
  begun: 'startedAt, or what was started',
  board: 'health',
  hear: 'read, onMessage',
  house: 'hotspot, venue',
  loosen: 'clear',
  made: 'created, or what was created',
  newcomer: 'who has just signed in',
  patient: 'noTimeouts',
  told: 'reported, or what was reported',
};

/** The same as a part of a name: `isTold`, `hasBegun`. */
const UNCLEAR_PARTS = {
  Apart: 'Separate, Outside',
  Begun: 'Started',
  Board: 'Health',
  House: 'Hotspot, Venue',
  Told: 'Reported',
};

const UNCLEAR_PART = new RegExp(`(?:${Object.keys(UNCLEAR_PARTS).join('|')})(?![a-z])`);

/** What to write instead of a declared name, or undefined if it is plain. */
function adviceOn(name) {
  if (Object.hasOwn(UNCLEAR_NAMES, name)) return UNCLEAR_NAMES[name];
  const [part] = UNCLEAR_PART.exec(name) ?? [];
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
            const advice = adviceOn(name);
            if (advice !== undefined && identifiers.length > 0)
              context.report({ node: identifiers[0], messageId: 'unclear', data: { name, advice } });
          }
      },
    };
  },
};
