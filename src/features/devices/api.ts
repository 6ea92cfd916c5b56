import type { ListDevices, Device } from '../../contract/devices';
import { api, listedPage, rowTags, type ListedPage, type Page } from '../../shared/api';

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDevices: build.query<ListedPage<Device>, Partial<ListDevices>>({
      query: (params) => ({ url: 'devices', params }),
      transformResponse: (reply: Page<Device>, meta) => listedPage(reply, meta),
      providesTags: (page) => rowTags('Device', page?.data),
    }),
    getDevice: build.query<Device, number>({
      query: (id) => `devices/${id}`,
      providesTags: (_device, _error, id) => [{ type: 'Device', id }],
    }),
  }),
});
export const { useListDevicesQuery, useLazyListDevicesQuery, useGetDeviceQuery } = devicesApi;
