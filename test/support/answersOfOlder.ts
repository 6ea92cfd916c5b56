import type { Answer, Answers } from './answers';
import { readExchanges } from './recordings';

const exchanges = readExchanges();

/** What the older back end said, as it was recorded: 'GET /api/hotspots?q=zzzz&page=1&limit=25' asked by `as`. */
export function recorded(as: string | null, call: string): Answer {
  const found = exchanges.find((exchange) => exchange.as === as && `${exchange.method} ${exchange.path}` === call);
  if (!found) throw new Error(`nobody recorded ${call} as ${String(as)}`);
  return { status: found.status, body: found.response };
}

/** All that the older back end was asked by `as` and read only; of several queries on one path, the first. */
export function recordedReads(as: string): Answers {
  const answers: Answers = {};
  for (const exchange of exchanges) {
    const name = `${exchange.method} ${exchange.path.replace(/\?.*/, '')}`;
    if (exchange.as === as && exchange.method === 'GET') answers[name] ??= { status: exchange.status, body: exchange.response };
  }
  return answers;
}
