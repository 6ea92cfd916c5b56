import type { Guest } from '../../contract/guests';

/** A guest's name, or the username if there is none. */
export const nameOf = ({ name, username }: Pick<Guest, 'name' | 'username'>): string => (name === '' ? username : name);

/** How to reach a guest: their e-mail address, or the number or code they log in with. '' if the name already shows it. */
export const contactOf = ({ name, username, email }: Pick<Guest, 'name' | 'username' | 'email'>): string =>
  email !== '' || name === '' ? email : username;
