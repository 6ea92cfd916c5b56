import type { ListDevices, Device } from '../../contract/devices';
import { NO_DATE } from '../../contract/wire';
import { api, listedPage, okOrNothingFound, rowTags, type ListedPage, type Page } from '../../shared/api';

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDevices: build.query<ListedPage<Device>, Partial<ListDevices>>({
      query: (params) => ({ url: 'devices', params, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Page<Device> | { message: string }, meta) => {
        const page = listedPage(reply, meta);
        return { ...page, data: page.data.map(settled) };
      },
      providesTags: (page) => rowTags('Device', page?.data),
    }),
    getDevice: build.query<Device, number>({
      query: (id) => `devices/${id}`,
      transformResponse: settled,
      providesTags: (_device, _error, id) => [{ type: 'Device', id }],
    }),
  }),
});
export const { useListDevicesQuery, useLazyListDevicesQuery, useGetDeviceQuery } = devicesApi;

/** Both back ends' "no date" become null. */
function settled(device: Device): Device {
  return { ...device, created: device.created === NO_DATE ? null : device.created };
}
