import type { Account, UpdateAccount } from '../../contract/accounts';

export interface ModifyForm {
  name: string;
  email: string;
  type: Account['type'];
  /** Only required for changing one's own e-mail address on our server. */
  current_password?: string;
}

/** Initial values of the modify dialog. */
export const toForm = ({ name, email, type }: Account): ModifyForm => ({ name, email, type });

/** Only customers and desks can be changed into one another, and never one's own account (docs/wire.md#who-may-do-what). */
export const mayChangeType = ({ id, type }: Account, ownId: number | undefined): boolean =>
  id !== ownId && (type === 'customer' || type === 'desk');

/** The request body; `type` is omitted unless it is customer or desk. */
export function toUpdate({ name, email, type, current_password }: ModifyForm): UpdateAccount {
  return {
    name: name.trim(),
    email: email.trim(),
    ...((type === 'customer' || type === 'desk') && { type }),
    ...(current_password !== undefined && { current_password }),
  };
}
