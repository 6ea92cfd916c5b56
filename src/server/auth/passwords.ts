import { hash, verify } from '../compiled';
import { turnsByKey } from '../turnsByKey';

/** argon2id with OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One password at a time: each takes a core for 20 ms and more, and one of the few threads that also compress and read files. With four at a
 * time on two cores, everybody's lists took four times as long while strangers signed in.
 */
const inTurn = turnsByKey().run;

export function hashPassword(password: string): Promise<string> {
  return inTurn('hashing', () => hash(password, COST));
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn('hashing', () => verify(passwordHash, password));
}
