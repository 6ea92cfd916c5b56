import { expect, test } from '@jest/globals';
import { isAbout } from '../support/sequencer.mjs';

test.each([
  ['test/features/vouchers/VouchersPage.test.tsx', 'src/features/vouchers/VoucherFields.tsx', true],
  ['test/server/vouchers.test.ts', 'src/server/vouchers/queries.ts', true],
  ['test/shared/sizes.test.ts', 'src/shared/format/sizes.ts', true],
  ['test/e2e/reports.test.ts', 'test/e2e/reports.test.ts', true],
  ['test/e2e/reports.test.ts', 'test/e2e/admin.test.ts', false],
  ['test/server/guests.test.ts', 'src/server/vouchers/queries.ts', false],
  ['test/shared/sizes.test.ts', 'package.json', false],
])('whether %s runs first after a change of %s: %s', (file, changed, isFirst) => {
  expect(isAbout(file, ['README.md', changed])).toBe(isFirst);
});
