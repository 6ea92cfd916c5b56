import { beforeEach, expect } from '@jest/globals';
import { z } from 'zod';
import { auditEntry } from '../../src/contract/audit';
import type { Mail } from '../../src/server/messages/mailer';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

export const mails: Mail[] = [];
export const state: { platform: { status: number; body: string } } = { platform: { status: 200, body: '' } };
export const server = serve({
  webhooks: { post: async () => state.platform, mayCall: async () => true },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      mails.push(mail);
      return 'sent';
    },
  },
});
export const changesNothing = changesNothingOn(server);

export const read = async (query = '', username = 'admin') => {
  const { status, body, headers } = await server.as(username).get(`/api/audit${query}`);
  expect(status).toBe(200);
  return { entries: z.array(auditEntry).parse(body), total: Number(headers.get('X-Total-Count')) };
};
export const latest = async (username = 'admin') => (await read('?limit=1', username)).entries[0];
export const done = { status: expect.any(Number), body: expect.objectContaining({ status: 'success' }) };

beforeEach(() => {
  state.platform = { status: 200, body: '' };
  server.clock.now = new Date(server.clock.now.getTime() + 1000);
});
