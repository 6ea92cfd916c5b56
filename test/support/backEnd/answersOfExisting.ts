import type { Answer, Answers } from '../console/answers';
import { readExchanges } from './recordings';

const exchanges = readExchanges();

/** The recorded answer of an existing back end to a call by `as`, like 'GET /api/hotspots?q=zzzz&page=1&limit=25'. */
export function recorded(as: string | null, call: string): Answer {
  const found = exchanges.find((exchange) => exchange.as === as && `${exchange.method} ${exchange.path}` === call);
  if (!found) throw new Error(`nobody recorded ${call} as ${String(as)}`);
  return { status: found.status, body: found.response };
}

/** All recorded reads by `as`; if a path was read with several queries, the first. */
export function recordedReads(as: string): Answers {
  const answers: Answers = {};
  for (const exchange of exchanges) {
    const name = `${exchange.method} ${exchange.path.replace(/\?.*/, '')}`;
    if (exchange.as === as && exchange.method === 'GET') answers[name] ??= { status: exchange.status, body: exchange.response };
  }
  return answers;
}
