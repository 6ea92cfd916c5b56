/** How many cases a test tries, random ones or objects of a kind: `few` in `npm test`, `many` in the long run (PORTICO_LONG=1). */
export const rounds = (few: number, many: number) => (process.env.PORTICO_LONG === '1' ? many : few);
