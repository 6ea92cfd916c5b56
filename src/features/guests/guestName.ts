import type { Guest } from '../../contract/guests';

/** A guest's name, or its username if it has none. */
export const nameOf = ({ name, username }: Pick<Guest, 'name' | 'username'>): string => (name === '' ? username : name);

/** How to reach a guest: its e-mail, or the number or code it logs in with. Empty if the name already says so. */
export const contactOf = ({ name, username, email }: Pick<Guest, 'name' | 'username' | 'email'>): string =>
  email !== '' || name === '' ? email : username;
