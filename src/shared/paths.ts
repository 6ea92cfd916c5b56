/** Every URL inside the console: the router's pattern, and a builder for links to it. */
export const paths = {
  dashboard: { path: '/', to: () => '/' },
  hotspots: { path: '/hotspots', to: () => '/hotspots' },
  hotspot: {
    path: '/hotspots/:id',
    to: (id: number) => `/hotspots/${id}`,
    toPreferences: (id: number) => `/hotspots/${id}?tab=preferences`,
    toBatch: (id: number, batchId: number) => `/hotspots/${id}?tab=vouchers&batch=${batchId}`,
    toVoucher: (id: number, code: string) => `/hotspots/${id}?tab=vouchers&q=${encodeURIComponent(code)}`,
  },
  why: {
    path: '/why',
    /** Whom the question is about, as typed or by id; `unit`: where the guest is. Zeros and empty texts are omitted. */
    to: (about: { q?: string; hotspot?: number; guest?: number; archived?: 'true'; voucher?: number; unit?: number } = {}) => {
      const given = Object.entries(about).filter(([, value]) => value !== '' && value !== 0);
      return given.length === 0 ? '/why' : `/why?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
    },
  },
  counter: { path: '/hotspots/:id/counter', to: (id: number) => `/hotspots/${id}/counter` },
  /** A window of its own, without the frame. */
  guestWindow: { path: '/hotspots/:id/counter/guest', to: (id: number) => `/hotspots/${id}/counter/guest` },
  guests: {
    path: '/users',
    to: () => '/users',
    /** All guests that match, including expired ones. */
    matching: (q: string) => `/users?segment=all&q=${encodeURIComponent(q)}`,
  },
  guest: { path: '/users/:id', to: (id: number, isArchived = false) => `/users/${id}${isArchived ? '?archived=true' : ''}` },
  sessions: {
    path: '/sessions',
    to: () => '/sessions',
    ofUnit: (id: number) => `/sessions?tab=history&unit=${id}`,
    ofGuest: (id: number) => `/sessions?tab=history&user=${id}`,
    /** Ended sessions of these days that began on a certain weekday in a certain hour; `begun` is the two, as in `5-20`. */
    begun: ({ hotspot, from, to, begun: startTime }: { hotspot: number; from: string; to: string; begun: string }) =>
      `/sessions?tab=history&hotspotId=${hotspot}&from=${from}&to=${to}&begun=${startTime}`,
  },
  /** Running and ended sessions have separate id sequences. */
  session: { path: '/sessions/:id', to: (id: number, isRunning: boolean) => `/sessions/${id}${isRunning ? '' : '?tab=history'}` },
  units: { path: '/units', to: () => '/units' },
  unit: { path: '/units/:id', to: (id: number) => `/units/${id}` },
  connectUnit: { path: '/units/:id/connect', to: (id: number) => `/units/${id}/connect` },
  devices: { path: '/devices', to: () => '/devices' },
  reports: { path: '/reports', to: () => '/reports' },
  marketing: { path: '/marketing', to: () => '/marketing' },
  integrations: { path: '/integrations', to: () => '/integrations' },
  audit: { path: '/audit', to: () => '/audit' },
  messages: { path: '/messages', to: () => '/messages', waiting: () => '/messages?state=waiting' },
  system: { path: '/system', to: () => '/system' },
  accounts: { path: '/accounts', to: () => '/accounts' },
  account: { path: '/accounts/:id', to: (id: number) => `/accounts/${id}` },
  profile: { path: '/profile', to: () => '/profile' },
} as const;

/** Lists that can be filtered by hotspot, by their keys in `paths`. */
type HotspotList = 'accounts' | 'devices' | 'guests' | 'integrations' | 'sessions' | 'units';

/** Link to a list filtered by hotspot, like `#/users?hotspotId=7` (NAV-16); undefined if that screen isn't in `known`. */
export function listOfHotspot(
  list: HotspotList,
  hotspotId: number,
  known: Partial<Record<string, { path: string }>> = paths,
): string | undefined {
  const there = known[list];
  return there && `${there.path}?hotspotId=${hotspotId}`;
}
