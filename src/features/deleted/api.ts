import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { Deleted, DeletingCounts, DeletingQuery, Restored } from '../../contract/deleted';
import { MOST_IDS } from '../../contract/plain/wire';
import { api, TAGS } from '../../shared/api';
import { capabilities } from '../../shared/backEnd/capabilities';

/** What somebody is asked whether to delete; with `hotspot`, all of its vouchers. */
export type Deleting = Pick<DeletingQuery, 'kind'> & ({ ids: readonly number[] } | { hotspot: number });

const deletedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What a deletion would end (our server only). Asked when a dialog opens, and then unchanged, so that the question stays the same. */
    countDeleting: build.query<DeletingCounts, Deleting>({
      query: ({ kind, ...which }) => ({
        url: 'deleting',
        params: { kind, ...('hotspot' in which ? which : { ids: which.ids.join(',') }) },
      }),
      keepUnusedDataFor: 0,
    }),
    /** Restores what was deleted (our server only). Anything on screen may have changed, so everything is refetched. */
    restoreDeleted: build.mutation<Restored, number>({
      query: (id) => ({ url: `deleted/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: (_restored, error) => (error ? [] : [...TAGS]),
    }),
  }),
});
const { useCountDeletingQuery } = deletedApi;
export const { useRestoreDeletedMutation } = deletedApi;

/** What a deletion would end. Never known with back ends that can't say, and for more ids than one call takes. */
export function useDeletingCounts(deleting: Deleting): { counts: DeletingCounts | undefined; isCounting: boolean } {
  const isTooMany = 'ids' in deleting && deleting.ids.length > MOST_IDS;
  const { data: counts, isLoading: isCounting } = useCountDeletingQuery(deleting, { skip: isTooMany || !capabilities().bringsBack });
  return { counts, isCounting };
}

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
