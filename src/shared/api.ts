/** The only RTK Query api; features inject their endpoints into it. No other file calls `fetch` for data. */
import { createApi, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { send } from './sendRequest';

/** Cache tag types. */
export const TAGS = [
  'Account',
  'AccountIntegration',
  'AccountPreference',
  'AccountSession',
  'Attention',
  'Audit',
  'Device',
  'Disclaimer',
  'Feedback',
  'Guest',
  'Hotspot',
  'HotspotIntegration',
  'Integration',
  'Message',
  'Paper',
  'PaperTemplate',
  'Preference',
  'SecondFactor',
  'Session',
  'Shift',
  'Sms',
  'Unit',
  'Voucher',
] as const;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: send,
  tagTypes: TAGS,
  // Otherwise one slow report would delay every other refetch.
  invalidationBehavior: 'immediately',
  refetchOnReconnect: true,
  // Returning to a list shows the cached rows at once; they are refetched if older than this, in seconds.
  refetchOnMountOrArgChange: 10,
  endpoints: () => ({}),
});

export interface Tag {
  type: (typeof TAGS)[number];
  id: number | 'LIST' | 'TOTAL' | `name ${number}`;
}

/** The tag for all lists of a noun. A change may add rows to a list, remove them or reorder it. */
export const listTag = (type: Tag['type']): Tag => ({ type, id: 'LIST' });

/** The tag for all counts of a noun. Invalidated by creating and deleting, and by updates after which fewer or more rows are counted. */
export const totalTag = (type: Tag['type']): Tag => ({ type, id: 'TOTAL' });

/** Lists and counts of a noun, invalidated by creating and deleting. */
export const listAndTotal = (type: Tag['type']): Tag[] => [listTag(type), totalTag(type)];

/** Tags for rows that show another noun's field, such as its name. Unlike that noun's own row, they remain when it is deleted. */
export const nameTags = (type: Tag['type'], ids: readonly number[]): Tag[] => [...new Set(ids)].map((id) => ({ type, id: `name ${id}` }));

/** The tags a list provides: the list tag, and one per row. */
export const rowTags = (type: Tag['type'], rows: readonly { id: number }[] | undefined): Tag[] => [
  listTag(type),
  ...(rows ?? []).map(({ id }) => ({ type, id })),
];

/** Invalidates only on success: after a refusal nothing has changed. */
export const onSuccess =
  (...tags: Tag[]) =>
  (_result: unknown, error: unknown): Tag[] =>
    error === undefined ? tags : [];

/** One page of rows. */
export interface Page<R> {
  data: R[];
  total: number;
}

/** One page of a list, with what a screen needs to page through the rest. */
export interface ListedPage<R> extends Page<R> {
  /** Whether the rows are in the requested order; in very long lists of an existing back end they aren't. */
  isSorted: boolean;
  /** Whether there are more rows than `total`; pages beyond it are addressed by cursor (docs/wire.md#paging-sorting-totals). */
  hasMore: boolean;
  /** Cursors of the first and the last row; null where there are none. */
  first: string | null;
  last: string | null;
}

export function listedPage<R>(reply: Page<R>, meta: FetchBaseQueryMeta | undefined): ListedPage<R> {
  const headers = meta?.response?.headers;
  return {
    ...reply,
    isSorted: headers?.has('X-Sort') ?? false,
    hasMore: headers?.get('X-Total-More') === 'true',
    first: headers?.get('X-Cursor-First') ?? null,
    last: headers?.get('X-Cursor-Last') ?? null,
  };
}
