import { jest } from '@jest/globals';
import type { FoundItem } from '../../../src/contract/find';
import { FindDialog } from '../../../src/app/find/FindDialog';
import { answerWith, callName, type Answers, type Call } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';

export const FIND = 'GET /api/find';
export const found = (data: FoundItem[]) => ({ body: { data } });
export const requested = (calls: Call[]) => calls.filter((call) => callName(call) === FIND).map(({ query }) => query.q);

export function open(answers: Answers, options: Parameters<typeof renderPage>[1] = {}) {
  const calls = answerWith(answers);
  const onClose = jest.fn();
  return { calls, onClose, ...renderPage(<FindDialog args={null} onClose={onClose} />, options) };
}
