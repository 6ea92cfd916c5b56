import type { Guest } from '../../contract/guests';

/** A guest's name, or its username if it has none. */
export const nameOf = ({ name, username }: Pick<Guest, 'name' | 'username'>): string => (name === '' ? username : name);
