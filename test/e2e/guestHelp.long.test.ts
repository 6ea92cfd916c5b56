import { expect, test } from '@jest/globals';
import { openConsole, tokenOf } from '../support/browser/browser';

interface Archived {
  name: string;
  username: string;
  account_type: string;
}

test('a guest whose WiFi stopped working after a long absence is online again after four actions of the desk', async () => {
  const { page } = await openConsole({ as: 'desk' });
  const token = await tokenOf(page);
  const archived = await page.evaluate(async (token) => {
    const answer = await fetch('/api/users_expired?limit=50', { headers: { Token: token } });
    return ((await answer.json()) as { data_user_histories: Archived[] }).data_user_histories;
  }, token);
  const guest = archived.find(({ account_type }) => account_type === 'email');
  if (!guest) throw new Error('nobody is archived');

  // 1: type a name at the counter. 2: Enter opens the guest, whose page says why.
  await page.getByRole('searchbox', { name: 'Find a guest' }).fill(guest.username);
  await page.getByRole('list', { name: 'Find a guest' }).getByRole('link').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/^Access ended on/).waitFor();
  // 3: "Extend access". 4: Enter accepts the default.
  await page.getByRole('button', { name: 'Extend access' }).click();
  const first = page.getByRole('dialog', { name: 'Extend access' }).getByRole('radio', { checked: true });
  await first.and(page.locator('*:focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Access extended for ${guest.name}`).waitFor();
  await page.getByText(/^Access ended on/).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.location.hash)).not.toContain('archived');
});
