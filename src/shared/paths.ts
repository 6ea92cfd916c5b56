/** Every address inside the console: its pattern for the router, and how to build one (spec 1 §2, spec 2 §2). */
export const paths = {
  dashboard: { path: '/', to: () => '/' },
  hotspots: { path: '/hotspots', to: () => '/hotspots' },
  hotspot: { path: '/hotspots/:id', to: (id: number) => `/hotspots/${id}` },
  profile: { path: '/profile', to: () => '/profile' },
} as const;
