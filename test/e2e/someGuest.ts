import type { Page } from 'playwright-core';
import { tokenOf } from '../support/browser/browser';

/** A guest of the page's account, whose name nobody else has, not even an expired guest: searches find those, too. */
export async function someGuest(page: Page): Promise<{ id: number; name: string }> {
  const token = await tokenOf(page);
  const [guests, everyone] = await page.evaluate(async (secret) => {
    interface Listed {
      id: number;
      name: string;
      account_type: string;
    }
    const read = async (path: string) => (await fetch(path, { headers: { Token: secret } })).json() as unknown;
    const { data } = (await read('/api/users?limit=100')) as { data: Listed[] };
    const all = (await read('/api/users_expired?state=all&limit=5000')) as { data_users: Listed[]; data_user_histories: Listed[] };
    return [data, [...all.data_users, ...all.data_user_histories]] as const;
  }, token);
  const one = guests.find(
    ({ name, account_type }) => account_type !== 'mac' && everyone.filter((other) => other.name === name).length === 1,
  );
  if (!one) throw new Error('the demonstration has no guest with a name of their own');
  return one;
}
