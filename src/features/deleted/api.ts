import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { Deleted, Restored } from '../../contract/deleted';
import { api, TAGS } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';

const deletedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Brings back what was deleted (our server only). Anything may be back: what is on screen is read again. */
    restoreDeleted: build.mutation<Restored, number>({
      query: (id) => ({ url: `deleted/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: (_restored, error) => (error ? [] : [...TAGS]),
    }),
  }),
});
export const { useRestoreDeletedMutation } = deletedApi;

/** A call that deletes something, so that it can be brought back where the back end can. */
export const deletion = (url: string) => ({ url, method: 'DELETE', ...(capabilities().bringsBack && { params: { undo: 'true' } }) });

/** By what the deleted can be brought back; none where it can't. */
export const undosOf = (answer: Deleted | null): number[] => (answer?.undo === undefined ? [] : [answer.undo]);

/** The name that is in use now, of a refusal to bring something back. */
export function takenNameOf(error: unknown): string {
  const { data } = (error ?? {}) as Partial<FetchBaseQueryError>;
  const { fields } = (typeof data === 'object' && data !== null ? data : {}) as { fields?: { name?: string } };
  return fields?.name ?? '';
}
