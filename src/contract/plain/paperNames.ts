/** Names of papers and designs for vouchers. Apart from `paperModel.ts`, so that the console's first bundle doesn't include that. */

/** The first two are the specified sheet. */
export const PAPER_NAMES = ['a4', 'letter', 'labels_3x8', 'labels_2x7', 'a6', 'a4_one', 'letter_one', 'roll_58', 'roll_80'] as const;
export type PaperName = (typeof PAPER_NAMES)[number];

/** Built-in designs. `sheet` is the one in the specification. */
export const BUILT_INS = ['sheet', 'card', 'compact', 'ticket', 'poster'] as const;
export type BuiltIn = (typeof BUILT_INS)[number];
