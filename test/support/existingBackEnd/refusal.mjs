// @ts-check

/** What ends a call: thrown anywhere in it, answered as it is. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string | Record<string, unknown>} body a message, or all of the answer
   */
  constructor(status, body) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : body;
  }
}

/** For whom a call is not meant by role. */
export const unauthorized = () => new Refusal(403, 'Unauthorized action');
