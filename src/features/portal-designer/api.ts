import type { PortalFigures } from '../../contract/stats';
import { api } from '../../shared/api';

const portalApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How guests got through a hotspot's portal in the last 30 days (our server only). */
    getPortalFigures: build.query<PortalFigures, number>({ query: (hotspotId) => `stats/portal/${hotspotId}` }),
  }),
});
export const { useGetPortalFiguresQuery } = portalApi;
