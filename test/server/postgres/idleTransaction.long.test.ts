/** A process that hangs in a transaction, or whose machine has failed, while others want to change the same rows. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/database/client';
import { hotspots } from '../../../src/server/database/schema';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await newTestDatabase('fixture');
});
afterEach(() => testDatabase.remove());

test('a server that hangs in a transaction keeps others from its rows for half a minute at most', async () => {
  const hung = await openDatabase({ url: testDatabase.url, folder: '' });
  const other = new Client({ connectionString: testDatabase.url });
  await other.connect();
  const failed = hung.db
    .transaction(async (tx) => {
      await tx.update(hotspots).set({ description: 'of the one that hangs' }).where(eq(hotspots.id, 1));
      await other.query(`update hotspots set description = 'of the other' where id = 1`);
    })
    .catch((error: unknown) => error);
  expect(await failed).toBeInstanceOf(Error);
  const { rows } = await other.query<{ description: string }>('select description from hotspots where id = 1');
  expect(rows).toEqual([{ description: 'of the other' }]);
  await other.end();
  await hung.close();
}, 120_000);
