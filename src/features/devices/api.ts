import type { ListDevices, Device } from '../../contract/devices';
import { api, okOrNothingFound, pageOrNothing, rowTags, type Page } from '../../shared/api';

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDevices: build.query<Page<Device>, Partial<ListDevices>>({
      query: (params) => ({ url: 'devices', params, validateStatus: okOrNothingFound }),
      transformResponse: pageOrNothing<Device>,
      providesTags: (page) => rowTags('Device', page?.data),
    }),
  }),
});
export const { useListDevicesQuery } = devicesApi;
