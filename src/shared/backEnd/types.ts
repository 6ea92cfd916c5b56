import type { BaseQueryFn, FetchArgs, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';

/** What an endpoint may say of its request, as `extraOptions`. */
export interface ExistingOptions {
  /** The answer must be as whole as the contract says, even where that takes a second request. */
  isWhole?: boolean;
}

/** What takes a request of the console. */
export type BackEnd = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ExistingOptions | undefined, FetchBaseQueryMeta>;

export type Answer = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>;

/** Sends a request to an existing back end as it is. */
export type Ask = (args: FetchArgs) => Promise<Answer>;

/** A request of the contract, with everything that may be missing filled in. */
export interface Call extends FetchArgs {
  method: string;
  params: Record<string, string | number | undefined>;
  headers: Record<string, string>;
  /** The numbers of its path. */
  ids: number[];
}
