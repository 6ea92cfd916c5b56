import { callName, type Answers, type Call } from '../../support/console/answers';
import { madeUpAccount } from '../../support/console/renderAs';

export const at = '/hotspots';

/** What a reseller's list requests besides its rows. */
export const self: Answers = { 'GET /api/accounts/2': { body: madeUpAccount('reseller') } };

export const listCalls = (calls: Call[]) => calls.filter((call) => callName(call) === 'GET /api/hotspots').map(({ query }) => query);
