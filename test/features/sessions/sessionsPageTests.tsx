import { screen } from '@testing-library/react';

export const at = '/sessions?tab=running&hotspotId=0';
export const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
export const USUAL = ['Guest', 'Hotspot', 'Unit', 'Started', 'Duration', 'Traffic'];

/** With every column chosen. */
export const preferences = {
  list_columns: { sessions: { order: ['latest', 'device_mac', 'ip_address', 'bytes_down', 'bytes_up'], hidden: [] } },
};
