/** How many random cases a test tries: `few` in `npm test`, `many` in the long run (PORTICO_LONG=1). */
export const rounds = (few: number, many: number) => (process.env.PORTICO_LONG === '1' ? many : few);
