import type { SystemState } from '../../contract/system';
import { api } from '../../shared/api';

const systemApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Our server only. It has no tags, because nothing that is done in the console changes the result. It takes a second or more. */
    getSystemState: build.query<SystemState, void>({ query: () => 'system' }),
  }),
});
export const { useGetSystemStateQuery } = systemApi;
