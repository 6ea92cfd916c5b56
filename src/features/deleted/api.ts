import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { Deleted, Restored } from '../../contract/deleted';
import { api, TAGS } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';

const deletedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Restores what was deleted (our server only). Anything on screen may have changed, so everything is refetched. */
    restoreDeleted: build.mutation<Restored, number>({
      query: (id) => ({ url: `deleted/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: (_restored, error) => (error ? [] : [...TAGS]),
    }),
  }),
});
export const { useRestoreDeletedMutation } = deletedApi;

/** A call that deletes something. If the back end supports it, the response has an id for restoring it. */
export const deletion = (url: string) => ({ url, method: 'DELETE', ...(capabilities().bringsBack && { params: { undo: 'true' } }) });

/** The ids for restoring what was deleted; empty if it can't be restored. */
export const undosOf = (answer: Deleted | null): number[] => (answer?.undo === undefined ? [] : [answer.undo]);

/** The name that somebody else uses now, if that is why a restore was refused. */
export function takenNameOf(error: unknown): string {
  const { data } = (error ?? {}) as Partial<FetchBaseQueryError>;
  const { fields } = (typeof data === 'object' && data !== null ? data : {}) as { fields?: { name?: string } };
  return fields?.name ?? '';
}
