import { beforeEach } from '@jest/globals';
import type { Mail } from '../../src/server/messages/mailer';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

export const mails: Mail[] = [];
export const from = (address: string, agent = 'bot') => ({ 'X-Forwarded-For': address, 'User-Agent': encodeURIComponent(agent) });

export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A server that counts attempts by the address that its proxy names. Its mails are in `mails`. */
export function attackedServer() {
  const server = serve({
    config: { loginLimit: 10, trustProxy: ['127.0.0.1'] },
    mailer: {
      isConfigured: true,
      send: async (mail) => {
        mails.push(mail);
        return 'sent';
      },
    },
  });
  const login = async (username: string, password: string, address: string, agent?: string) =>
    (await server.withToken().post('/api/login', { username, password }, from(address, agent))).status;
  const pass = (milliseconds: number) => (server.clock.now = new Date(server.clock.now.getTime() + milliseconds));

  let days = 0;
  beforeEach(() => {
    mails.length = 0;
    // Tests are days apart, so that no earlier attempts count.
    days += 2;
    server.clock.now = new Date(RECORDED_AT.getTime() + days * DAY);
  });

  /** Also for the tests that follow. */
  const passDays = (count: number) => {
    pass(count * DAY);
    days += count;
  };
  return { server, login, pass, passDays };
}
