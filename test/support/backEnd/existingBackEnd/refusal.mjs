// @ts-check

/** Thrown anywhere in a call to end it; becomes the answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string | Record<string, unknown>} body a message, or the whole answer
   */
  constructor(status, body) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : body;
  }
}

/** For roles that may not make a call. */
export const unauthorized = () => new Refusal(403, 'Unauthorized action');
