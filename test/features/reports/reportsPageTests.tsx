import type { Call } from '../../support/console/answers';

export const at = '/reports';
export const report = (type: string) => `GET /api/stats/reports/${type}/graph`;

/** What was asked for, without what belongs to today alone. */
export const asked = (calls: Call[], type: string) =>
  calls.filter(({ path, query }) => path === report(type).slice(4) && query.from !== '2026-11-21').map(({ query }) => query);
