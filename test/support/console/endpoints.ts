/** Calls the console's endpoints by name, without its screens. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import '../../../src/features/accounts/api';
import '../../../src/features/auth/api';
import '../../../src/features/dashboard/api';
import '../../../src/features/devices/api';
import '../../../src/features/disclaimers/api';
import '../../../src/features/find/api';
import '../../../src/features/guests/api';
import '../../../src/features/hotspots/api';
import '../../../src/features/integrations/api';
import '../../../src/features/mac-auth/api';
import '../../../src/features/marketing/api';
import '../../../src/features/messages/api';
import '../../../src/features/printing/api';
import '../../../src/features/reports/api';
import '../../../src/features/sessions/api';
import '../../../src/features/units/api';
import '../../../src/features/vouchers/api';
import '../../../src/features/why/api';
import type { Store } from '../../../src/app/store';
import { api } from '../../../src/shared/api';

/** The outcome of a call. */
export interface Outcome {
  data?: unknown;
  error?: unknown;
}

interface Endpoint {
  initiate: (arg: unknown, options?: { subscribe?: boolean; forceRefetch?: boolean }) => UnknownAction;
  select: (arg: unknown) => (state: unknown) => Outcome & { status: string; requestId?: string };
}

export const endpointNames = (): string[] => Object.keys(api.endpoints);

function endpoint(name: string): Endpoint {
  const found = (api.endpoints as unknown as Partial<Record<string, Endpoint>>)[name];
  if (!found) throw new Error(`there is no endpoint ${name}`);
  return found;
}

/** Starts a query, which stays subscribed like one on a screen, or a mutation. */
export function call(store: Store, name: string, arg?: unknown): PromiseLike<Outcome> {
  return store.dispatch(endpoint(name).initiate(arg)) as unknown as PromiseLike<Outcome>;
}

/** Refetches a query, whatever is cached. */
export function callAgain(store: Store, name: string, arg?: unknown): PromiseLike<Outcome> {
  return store.dispatch(endpoint(name).initiate(arg, { subscribe: false, forceRefetch: true })) as unknown as PromiseLike<Outcome>;
}

/** The cached state of a query. */
export const known = (store: Store, name: string, arg?: unknown) => endpoint(name).select(arg)(store.getState());

/** Waits until no call is pending. */
export async function quiet(store: Store): Promise<void> {
  const isBusy = () => Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (isBusy());
}
