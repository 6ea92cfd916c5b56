import type { Role } from '../../contract/plain/roles';
import type { Config } from '../config';

/** Whether accounts of this role must have a second factor (AUTH-18). */
export const isRequiredFor = (role: Role, { secondFactor }: Pick<Config, 'secondFactor'>): boolean =>
  secondFactor === 'everyone' || (secondFactor === 'admins' && role === 'admin');
