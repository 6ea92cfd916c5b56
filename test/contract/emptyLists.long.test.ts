import { expect, test } from '@jest/globals';
import { existingConsoleOf } from '../support/backEnd/existingConsole';
import { readExistingReads, type Exchange } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { isRecord, refusalDifferences } from './compare';

const server = serve();
const existing = existingConsoleOf(server.url);

/** An id of 0 in a query means all to our server (docs/wire.md#paging-sorting-totals). */
const MEANS_ALL = /[?&](hotspot|user|unit)=0(&|$)/;

test('empty lists get the recorded 404 for all parameters', async () => {
  const isEmpty = ({ status, response }: Exchange) => status === 404 && saysNothingFound(response);
  const wrong: unknown[] = [];
  for (const exchange of readExistingReads().filter((each) => isEmpty(each) && !MEANS_ALL.test(each.path))) {
    const { status, body } = await existing(exchange.as).get(exchange.path);
    // Our server refuses invalid parameters.
    if (status === 400 && isRecord(body) && body.code === 'malformed') continue;
    const problems = status === 404 ? refusalDifferences(exchange.response, body) : [`status ${status}`];
    if (problems.length > 0) wrong.push([exchange.as, exchange.path, ...problems]);
  }
  expect(wrong).toEqual([]);
}, 300_000);

const saysNothingFound = (response: unknown) => isRecord(response) && /^No .* found!?$/.test(String(response.message));

test('our own console gets an empty list instead of a 404', async () => {
  const { as } = server;
  expect(await as('customer11').get('/api/hotspots')).toMatchObject({ status: 200, body: { data: [], total: 0 } });
  expect(await as('reseller1').get('/api/users?q=zzzz&csv=true')).toMatchObject({ status: 200, body: { total: 0 } });
  expect(await as('reseller1').get('/api/users_expired?q=zzzz')).toMatchObject({ status: 200, body: { data_users: [], total: 0 } });
  expect(await as('reseller1').get('/api/vouchers/1?code=zzzz')).toMatchObject({ status: 200, body: [] });
  expect(await as('reseller1').get('/api/hotspots?page=9&limit=25')).toMatchObject({ status: 200, body: { data: [] } });
});
