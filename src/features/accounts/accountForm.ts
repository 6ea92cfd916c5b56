import type { Account, UpdateAccount } from '../../contract/accounts';

/** What the dialog that modifies asks for (spec 1 §5). */
export interface ModifyForm {
  name: string;
  email: string;
  type: Account['type'];
  /** Asked for where the own address changes, on our own server. */
  current_password?: string;
}

/** What the dialog begins with. */
export const toForm = ({ name, email, type }: Account): ModifyForm => ({ name, email, type });

/** Whether somebody may make a desk of a customer, and the other way round: of nobody else, and not of oneself (API.md). */
export const mayChangeType = ({ id, type }: Account, ownId: number | undefined): boolean =>
  id !== ownId && (type === 'customer' || type === 'desk');

/** What is sent; a type only where it is one of the two that change. */
export function toUpdate({ name, email, type, current_password }: ModifyForm): UpdateAccount {
  return {
    name: name.trim(),
    email: email.trim(),
    ...((type === 'customer' || type === 'desk') && { type }),
    ...(current_password !== undefined && { current_password }),
  };
}
