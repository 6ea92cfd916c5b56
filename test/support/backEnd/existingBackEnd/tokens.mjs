// @ts-check
import { randomBytes } from 'node:crypto';

/** Current logins. Tokens never expire, since the clock stands still. */
export class Tokens {
  constructor() {
    /** @type {Map<string, number>} */
    this.accounts = new Map();
  }

  /** @param {number} accountId */
  issue(accountId) {
    const token = randomBytes(32).toString('hex');
    this.accounts.set(token, accountId);
    return token;
  }

  /** The account of a token. @param {string} token */
  accountOf(token) {
    return this.accounts.get(token);
  }

  /** @param {string} token */
  end(token) {
    return this.accounts.delete(token);
  }
}
