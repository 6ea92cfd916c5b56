// @ts-check
import { randomBytes } from 'node:crypto';

/** Who is signed in. Tokens last as long as the program does: its clock stands. */
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
