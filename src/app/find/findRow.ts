import type { ReactNode } from 'react';

/** What rows are grouped by, in order, with the headings. */
export const GROUPS = {
  act: 'find.acts',
  recent: 'find.recent',
  page: 'find.pages',
  guest: 'guests.title',
  voucher: 'vouchers.title',
  hotspot: 'hotspots.title',
  unit: 'units.title',
  account: 'accounts.title',
} as const satisfies Record<string, FormatjsIntl.Message['ids']>;

/** One line that can be chosen. */
export interface Row {
  key: string;
  group: keyof typeof GROUPS;
  icon: ReactNode;
  title: string;
  note?: ReactNode;
  /** Where it leads, if it leads to a page. */
  to?: string;
  run: () => void;
}
