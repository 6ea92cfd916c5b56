import type { SystemState } from '../../contract/system';
import { api } from '../../shared/api';

const systemApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Our server only. No change at the console changes what it tells, so it has no tags; it takes a second or more. */
    getSystemState: build.query<SystemState, void>({ query: () => 'system' }),
  }),
});
export const { useGetSystemStateQuery } = systemApi;
