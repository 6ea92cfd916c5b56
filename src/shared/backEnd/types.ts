import type { BaseQueryFn, FetchArgs, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';

/** An endpoint's `extraOptions`. */
export interface ExistingOptions {
  /** The response needs every field of the contract, even if that takes a second request. */
  isWhole?: boolean;
}

/** Handles a request of the console. */
export type BackEnd = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ExistingOptions | undefined, FetchBaseQueryMeta>;

export type Answer = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>;

/** Sends a request to an existing back end unchanged. */
export type SendRequest = (args: FetchArgs) => Promise<Answer>;

/** A request in the contract's terms, with all defaults filled in. */
export interface Call extends FetchArgs {
  method: string;
  params: Record<string, string | number | undefined>;
  headers: Record<string, string>;
  /** The ids in its path. */
  ids: number[];
}
