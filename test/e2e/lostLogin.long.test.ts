import { expect, test } from '@jest/globals';
import { callAsPage, openConsole, signIn } from '../support/browser/browser';

test('a person who is signed out while working signs in again at the same place', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots?q=caffe&sort=guests_online&order=desc' });
  await page.getByText('2 hotspots').waitFor();
  await callAsPage(page, 'POST', '/api/logout');

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Your session has ended. Sign in again to pick up where you left off.').waitFor();
  expect(await page.getByText('caffe').count()).toBe(0);
  await signIn(page, 'reseller');

  await page.getByText('2 hotspots').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('caffe');
  expect(await page.getByRole('columnheader', { name: 'Online' }).getAttribute('aria-sort')).toBe('descending');
});

test("a person who signs in after another one's session ended sees none of their data", async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('row', { name: /grand-hotel-miramare/ }).waitFor();
  await callAsPage(page, 'POST', '/api/logout');
  await page.getByRole('button', { name: 'Actions for grand-hotel-miramare' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByText('Your session has ended.').waitFor();

  // Lists aren't answered any more, so a list that is shown can only be the old one.
  await page.route('**/api/hotspots?*', () => undefined);
  await signIn(page, 'lariowifi');
  await page.getByRole('button', { name: 'Lario WiFi, Reseller' }).waitFor();
  await page.getByRole('heading', { name: 'Hotspots' }).waitFor();
  expect(await page.getByText('grand-hotel-miramare').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a form whose save finds an expired sign-in restores its text after signing in and after a reload', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  await page.getByRole('button', { name: 'Actions for grand-hotel-miramare' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const description = page.getByRole('dialog').getByLabel('Description');
  await description.waitFor();
  const stored = await description.inputValue();
  await description.fill('Typed before the login ended');
  await callAsPage(page, 'POST', '/api/logout');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your session has ended.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await signIn(page, 'reseller');
  await page.getByText('Unsaved changes restored').waitFor();
  expect(await description.inputValue()).toBe('Typed before the login ended');

  await page.reload();
  await page.getByText('Unsaved changes restored').waitFor();
  expect(await description.inputValue()).toBe('Typed before the login ended');
  await page.getByRole('status').getByRole('button', { name: 'Discard' }).click();
  await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')?.value === text, stored);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Hotspots' }).waitFor();
});

test('unsaved settings are restored after a reload', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/marketing' });
  await page.getByRole('combobox', { name: 'Hotspot' }).fill('miramare');
  await page.getByText(/^grand-hotel-miramare/).click();
  const box = page.getByRole('checkbox', { name: 'Ask for nationality and reason for the stay at login' });
  await box.waitFor();
  const isOn = await box.isChecked();
  await box.click();
  await page.getByText('1 change', { exact: true }).waitFor();
  page.on('dialog', (question) => void question.accept());
  await page.waitForFunction(() => sessionStorage.getItem('persist:drafts')?.includes('marketing_0_reason_country'));
  await page.reload();
  await page.getByText('Unsaved changes restored').waitFor();
  expect(await box.isChecked()).toBe(!isOn);
  await page.getByRole('status').getByRole('button', { name: 'Discard' }).click();
  expect(await box.isChecked()).toBe(isOn);
  await page.getByRole('link', { name: 'Units' }).click();
  await page.getByRole('heading', { name: 'Units' }).waitFor();
});
