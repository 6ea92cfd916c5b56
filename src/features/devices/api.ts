import type { Device, ListDevices, ReadDevice } from '../../contract/devices';
import { api, listedPage, nameTags, rowTags, type ListedPage, type Page } from '../../shared/api';

const LIVE: ReadDevice = { live: 'true' };

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDevices: build.query<ListedPage<Device>, Partial<ListDevices>>({
      query: (params) => ({ url: 'devices', params }),
      transformResponse: (reply: Page<Device>, meta) => listedPage(reply, meta),
      // Rows show the description of their hotspot and the name of their guest.
      providesTags: (page) => [
        ...rowTags('Device', page?.data),
        ...nameTags(
          'Hotspot',
          (page?.data ?? []).map(({ hotspot_id }) => hotspot_id),
        ),
        ...nameTags(
          'Guest',
          (page?.data ?? []).map(({ user_id }) => user_id),
        ),
      ],
    }),
    getDevice: build.query<Device, number>({
      query: (id) => ({ url: `devices/${id}`, params: LIVE }),
      providesTags: (_device, _error, id) => [{ type: 'Device', id }],
    }),
  }),
});
export const { useListDevicesQuery, useLazyListDevicesQuery, useGetDeviceQuery } = devicesApi;
