import type { Call } from '../../support/console/answers';

export const at = '/reports';
export const report = (type: string) => `GET /api/stats/reports/${type}/graph`;

/** The requests for a report, without those for today only. */
export const requested = (calls: Call[], type: string) =>
  calls.filter(({ path, query }) => path === report(type).slice(4) && query.from !== '2026-11-21').map(({ query }) => query);
