import { screen } from '@testing-library/react';

export const at = '/users';
export const used = { max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 };
export const HEADERS = ['Name', 'Status', 'Contact', 'Valid until', 'Used today', 'Hotspot', 'Actions'];

/** Columns that are hidden unless the user chose them. */
export const EXTRAS = [
  'Login method',
  'Reason',
  'Country',
  'Marketing',
  'Survey',
  'Automatic login',
  'Bandwidth',
  'Daily limits',
  'Valid from',
];
export const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
