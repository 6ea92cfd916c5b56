import { beforeEach } from '@jest/globals';
import type { Delivery, Mail } from '../../src/server/messages/mailer';
import { serve } from '../support/server/server';

export const mails: Mail[] = [];
export const state: { delivery: Delivery | Promise<Delivery>; isWaitedFor: boolean } = { delivery: 'sent', isWaitedFor: true };

export const server = serve({
  // Behind a reverse proxy, so that tests can use different client addresses.
  config: { loginLimit: 10, trustProxy: ['127.0.0.1'] },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      mails.push(mail);
      return state.delivery;
    },
  },
});
const nobody = () => server.withToken();
export const MINUTE = 60_000;
export const codeIn = (mail: Mail | undefined) => /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
export const request = async (username: string) => {
  const answer = await nobody().post('/api/password_reset', { username });
  // The mail is sent after the answer.
  if (state.isWaitedFor) await server.outbox().drained();
  return answer;
};
const from = (address: string) => (address === '' ? {} : { 'X-Forwarded-For': address });
export const set = (token: string, password: string, address = '') =>
  nobody().put('/api/password_reset', { token, password }, from(address));
export const login = (username: string, password: string, address = '') =>
  nobody().post('/api/login', { username, password }, from(address));

beforeEach(() => {
  mails.length = 0;
  state.delivery = 'sent';
  // Tests are an hour apart, so that no throttle or pause carries over.
  server.clock.now = new Date(server.clock.now.getTime() + 60 * MINUTE);
});
