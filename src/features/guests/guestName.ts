import type { Guest } from '../../contract/guests';

/** What somebody is called: a guest without a name by what it logs in with. */
export const nameOf = ({ name, username }: Pick<Guest, 'name' | 'username'>): string => (name === '' ? username : name);
