import { z } from 'zod';
import { audited, BY_SERVER } from '../audit/auditTrail';
import type { Db } from '../database/db';
import { factorOf } from './proof';
import { findAccount, hasSecondFactor, turnOff } from './queries';

export const turnedOff = z.enum(['done', 'unknown account', 'was off']);

/** Turns off the second factor of an account, for operators who can run commands on the server. */
export async function turnOffByServer(db: Db, username: string, now: Date): Promise<z.infer<typeof turnedOff>> {
  const id = await findAccount(db, username);
  if (id === null) return 'unknown account';
  if (!(await hasSecondFactor(db, id))) return 'was off';
  const event = { ...BY_SERVER, action: 'accounts.second_factor_off' } as const;
  await db.transaction((tx) => audited(tx, event, now, { about: factorOf(id), work: (inner) => turnOff(inner, id) }));
  return 'done';
}
