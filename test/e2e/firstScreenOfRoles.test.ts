import { expect, test } from '@jest/globals';
import { axeViolations, openConsole } from '../support/browser/browser';

test.each(['admin', 'reseller', 'customer', 'desk'])('the %s signs in to an accessible dashboard', async (as) => {
  const { page } = await openConsole({ as });
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('group', { name: 'Active guests', exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
