import type { Mail } from '../../src/server/messages/mailer';

export const mails: Mail[] = [];
export const from = (address: string, agent = 'bot') => ({ 'X-Forwarded-For': address, 'User-Agent': encodeURIComponent(agent) });

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
