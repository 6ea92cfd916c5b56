import { useState } from 'react';
import type { GuestDetails } from '../../contract/guests';
import { MAX_LIMIT } from '../../contract/plain/wire';
import type { Page } from '../../shared/api';
import { justRead } from '../../shared/list/answer';
import { useLazyListDevicesQuery } from '../devices/api';
import { useLazyListHistoriesQuery, useLazyListSessionsQuery } from '../sessions/api';
import { useLazyListAllVouchersQuery } from '../vouchers/api';
import type { GuestData } from './guestDataPage';

/** Reads everything known about a guest: details, devices, sessions, vouchers. Resolves to undefined if any part failed. */
export function useGuestDataExport(guest: GuestDetails, userId: number): [read: () => Promise<GuestData | undefined>, isReading: boolean] {
  const [isReading, setIsReading] = useState(false);
  const [listDevices] = useLazyListDevicesQuery();
  const [listSessions] = useLazyListSessionsQuery();
  const [listHistories] = useLazyListHistoriesQuery();
  const [listVouchers] = useLazyListAllVouchersQuery();
  const read = async () => {
    const ofGuest = { user: userId, hotspot: guest.hotspot_id, limit: MAX_LIMIT };
    const hotspotId = guest.hotspot_id;
    setIsReading(true);
    const [devices, running, ended, vouchers] = await Promise.all([
      allPages((page) => listDevices({ ...ofGuest, page, sort: 'created' })),
      allPages((page) => listSessions({ ...ofGuest, page, sort: 'start_time' })),
      allPages((page) => listHistories({ ...ofGuest, page, sort: 'start_time' })),
      guest.account_type === 'voucher' ? listVouchers({ hotspotId, filters: { code: guest.username.toLowerCase() } }).then(justRead) : [],
    ]);
    setIsReading(false);
    if (!devices || !running || !ended || !vouchers) return undefined;
    return {
      guest,
      devices: devices.map(({ user: _user, hotspot: _hotspot, ...device }) => device),
      running_sessions: running.map(itself),
      ended_sessions: ended.map(itself),
      vouchers: vouchers.filter(({ code }) => code === guest.username.toLowerCase()),
    };
  };
  return [read, isReading];
}

/** A session without its embedded unit and guest: the unit's secret must not end up in the guest's export. */
function itself<S extends { unit: unknown; user: unknown }>({ unit: _unit, user: _user, ...session }: S): Omit<S, 'unit' | 'user'> {
  return session;
}

/** All pages, or undefined once one failed. */
async function allPages<R>(
  fetchPage: (page: number) => PromiseLike<{ data?: Page<R> | undefined; isError: boolean }>,
): Promise<R[] | undefined> {
  const all: R[] = [];
  for (let page = 1; ; page += 1) {
    const read = justRead(await fetchPage(page));
    if (!read) return undefined;
    all.push(...read.data);
    if (read.data.length < MAX_LIMIT) return all;
  }
}
