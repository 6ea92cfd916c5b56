import { fileURLToPath } from 'node:url';
import { openEmbedded } from '../../../src/server/database/embedded';

export const child = fileURLToPath(new URL('../../support/server/insertingChild.mjs', import.meta.url));

export async function idsIn(data: string): Promise<number[]> {
  const { pg, close } = await openEmbedded(data);
  const { rows } = await pg.query<{ id: number }>('select id from entry order by id');
  await close();
  return rows.map((row) => row.id);
}
