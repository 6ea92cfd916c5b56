import type { Store } from '../../src/app/store';
import { answerWith, named, type Answers } from '../support/console/answers';
import { renderPage } from '../support/console/render';

export const LIST = { page: 1, limit: 25 };

export const stores: Store[] = [];

/** A signed-in store and the calls it makes. */
export function calling(answers: Answers) {
  const calls = answerWith(answers);
  const { store } = renderPage(<p />);
  stores.push(store);
  return { store, calls, asked: () => calls.map(named) };
}
