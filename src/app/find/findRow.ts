import type { ReactNode } from 'react';

/** The groups of rows, in the order in which they are shown, with their headings. */
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

/** One result that can be selected. */
export interface Row {
  key: string;
  group: keyof typeof GROUPS;
  icon: ReactNode;
  title: string;
  note?: ReactNode;
  /** The address of the page that it leads to, if any. */
  to?: string;
  run: () => void;
}
