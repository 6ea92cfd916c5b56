import { ACCOUNT_FIELDS, type AccountField } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import type { Account, UpdateAccount } from '../../contract/accounts';

export interface ModifyForm extends Record<AccountField, string> {
  type: Account['type'];
  /** Only required for changing one's own e-mail address on our server. */
  current_password?: string;
}

/** Initial values of the modify dialog. */
export const toForm = (account: Account): ModifyForm => ({
  ...each(namesOf(ACCOUNT_FIELDS), (field) => account[field]),
  type: account.type,
});

/** Only customers and desks can be changed into one another, and never one's own account (docs/wire.md#who-may-do-what). */
export const mayChangeType = ({ id, type }: Account, ownId: number | undefined): boolean =>
  id !== ownId && (type === 'customer' || type === 'desk');

/** The request body; `type` is omitted unless it is customer or desk. */
export function toUpdate({ type, current_password, ...texts }: ModifyForm): UpdateAccount {
  return {
    ...each(namesOf(ACCOUNT_FIELDS), (field) => texts[field].trim()),
    ...((type === 'customer' || type === 'desk') && { type }),
    ...(current_password !== undefined && { current_password }),
  };
}
