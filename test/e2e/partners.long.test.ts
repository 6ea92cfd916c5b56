import { expect, test } from '@jest/globals';
import { openConsole } from '../support/browser/browser';

test('an admin adds and checks a platform, and the audit trail has what changed', async () => {
  const { page } = await openConsole({ as: 'admin', at: '#/integrations' });
  await page.getByRole('button', { name: 'New integration' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Loyalty points');
  await dialog.getByLabel('Site', { exact: true }).fill('https://loyalty.example.com/login');
  await dialog.getByLabel('Webhook address').fill('http://127.0.0.1:9/hook');
  await dialog.getByLabel('Webhook secret').fill('between-us-only');
  await dialog.getByRole('button', { name: 'Create integration' }).click();
  // The server checks where the address leads; the input stays.
  await dialog.getByText(/^Enter an https address/).waitFor();
  await dialog.getByLabel('Webhook address').fill('');
  await dialog.getByRole('button', { name: 'Create integration' }).click();
  await page.getByText('Integration Loyalty points created').waitFor();

  await page.getByRole('button', { name: 'Actions for Loyalty points' }).click();
  await page.getByRole('menuitem', { name: 'Send test request' }).click();
  await dialog.getByRole('button', { name: 'Send test request' }).click();
  await page.getByText('No webhook address is set, so nothing was sent.').waitFor();
  await page.keyboard.press('Escape');

  await page.goto('/#/audit?q=Loyalty');
  const row = page.getByRole('row', { name: /Integration created/ });
  await row.waitFor();
  expect(await page.getByRole('row', { name: /Loyalty points/ }).count()).toBe(1);
  await row.getByRole('button', { name: 'Details of Integration created Loyalty points' }).click();
  await page.getByText('IP address').waitFor();
  const summary = await page.getByRole('table').innerText();
  expect(summary).toContain('https://loyalty.example.com/login');
  expect(summary).not.toContain('between-us-only');

  const reseller = await openConsole({ as: 'reseller', at: '#/audit?q=Loyalty' });
  await reseller.page.getByText('No results. Try removing a filter:').waitFor();
});

test('the integrations that are off for a hotspot are greyed out', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/integrations?hotspotId=1' });
  const looksOf = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .evaluate((item) => {
        const [logo, title] = [item.querySelector('img'), item.querySelector('h2')].map((part) => part && getComputedStyle(part));
        return { logo: logo?.filter, title: title?.color };
      });
  await page.getByRole('button', { name: 'Enable Piccione Newsletter' }).waitFor();
  const on = await looksOf('Chiavistello PMS');
  const off = await looksOf('Piccione Newsletter');
  expect(on.logo).toBe('none');
  expect(off.logo).toBe('grayscale(1)');
  expect(off.title).not.toBe(on.title);
});
