import { callName, type Call } from '../../support/console/answers';

export const at = '/devices?hotspotId=0';
export const lists = (calls: Call[]) => calls.filter((call) => callName(call) === 'GET /api/devices').map(({ query }) => query);
