/** Grouping of voucher codes for readability: `abcd 1234`, but `summer-party` unchanged. */

/** Whether the code consists of words that somebody chose; generated codes have no dashes. */
export const isWordCode = (code: string): boolean => code.includes('-');

/** The groups of a code: four characters each, shown with gaps; or its words, each with its dash, shown without gaps. */
export const groupsOf = (code: string): string[] => (isWordCode(code) ? code.split(/(?<=-)/) : (code.match(/.{1,4}/gu) ?? []));

/** Between groups on paper, in ems. */
const GROUP_GAP = 0.35;

/** The gap between the code's groups on paper, in ems. */
export const gapOf = (code: string): number => (isWordCode(code) ? 0 : GROUP_GAP);
