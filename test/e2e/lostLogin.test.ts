import { expect, test } from '@jest/globals';
import { callAsPage, openConsole, signIn } from '../support/browser';

test('who is signed out in the middle of work signs in again and is where they were', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots?q=caffe&sort=created&order=desc' });
  await page.getByText('2 results').waitFor();
  await callAsPage(page, 'POST', '/api/logout');

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Your log-in has ended. Sign in again: you come back to where you were.').waitFor();
  expect(await page.getByText('caffe').count()).toBe(0);
  await signIn(page, 'reseller');

  await page.getByText('2 results').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('caffe');
  expect(await page.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort')).toBe('descending');
});

test('who signs in where another was signed out sees nothing of the other', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  await callAsPage(page, 'POST', '/api/logout');
  await page.getByRole('button', { name: 'Actions for grand-hotel-miramare' }).click();
  await page.getByRole('menuitem', { name: 'Modify' }).click();
  await page.getByText('Your log-in has ended.').waitFor();

  // Lists are no longer answered, so one that shows can only be the old one.
  await page.route('**/api/hotspots?*', () => undefined);
  await signIn(page, 'lariowifi');
  await page.getByRole('button', { name: 'Lario WiFi, Reseller' }).waitFor();
  await page.getByRole('heading', { name: 'Hotspots' }).waitFor();
  expect(await page.getByText('grand-hotel-miramare').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
