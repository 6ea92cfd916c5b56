/** How a code is written to be read: `abcd 1234`, but `summer-party` as it is. */

/** Whether somebody made it of words; others are random. */
export const isOfWords = (code: string): boolean => code.includes('-');

/** Its groups: of four, with gaps between them; of words, each with its dash, without gaps. */
export const groupsOf = (code: string): string[] => (isOfWords(code) ? code.split(/(?<=-)/) : (code.match(/.{1,4}/gu) ?? []));
