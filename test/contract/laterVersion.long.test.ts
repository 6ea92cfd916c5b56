/** While replicas are updated one by one, those of the version before go on, on tables and functions of the later one. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { readExchanges } from '../support/backEnd/recordings';
import { fillEveryTable } from '../support/server/everyTable';
import { updateToLaterVersion } from '../support/server/laterVersion';
import { serve } from '../support/server/server';
import { RECORDED_WEBHOOKS, replay, surprisesIn } from './replay';

const recorded = serve({ webhooks: RECORDED_WEBHOOKS });
const updated = serve();

test('the recorded exchanges are answered as recorded although a later version updates the database in the middle', async () => {
  const exchanges = readExchanges();
  const run = async () => updateToLaterVersion(recorded.db());
  expect(surprisesIn(await replay(recorded, exchanges, { before: exchanges.length >> 1, run }))).toEqual([]);
}, 300_000);

describe('a database that a later version has updated', () => {
  beforeAll(async () => {
    const { as, db } = updated;
    // Statements that were prepared before go on.
    await as('admin').get('/api/users?limit=25');
    await updateToLaterVersion(db());
  });

  test('takes rows in every table', async () => {
    await fillEveryTable(updated.db());
  });

  test('gives back a deleted guest with what the later version knows of them', async () => {
    const [{ as, db }, known] = [updated, { later: 'known', later_number: 7 }];
    await db().execute(sql`update users set later = ${known.later}, later_number = ${known.later_number} where id = 33`);
    const { body } = await as('reseller1').delete('/api/users/33?undo=true');
    expect(await db().execute(sql`select from users where id = 33`)).toMatchObject({ rows: [] });
    expect(await as('reseller1').post(`/api/deleted/${(body as { undo: number }).undo}/restore`, {})).toMatchObject({ status: 200 });
    expect(await db().execute(sql`select later, later_number from users where id = 33`)).toMatchObject({ rows: [known] });
  });
});
