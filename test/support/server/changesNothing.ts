import { expect } from '@jest/globals';
import { digestOf } from './database';
import type { Answer, TestServer } from './server';

/** Makes a call that must not change any row of the database, and returns its answer. */
export const changesNothingOn =
  (server: TestServer) =>
  async (call: () => Promise<Answer>): Promise<Answer> => {
    const before = await digestOf(server.db());
    const answer = await call();
    expect(await digestOf(server.db())).toBe(before);
    return answer;
  };
