import { expect } from '@jest/globals';
import { z } from 'zod';
import { attentionItem, type AttentionItem } from '../../src/contract/stats';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

export const server = serve();

export const DAY = 86_400_000;
export const ago = (milliseconds: number) => new Date(RECORDED_AT.getTime() - milliseconds);

export async function alertsOf(as: string): Promise<AttentionItem[]> {
  const { status, body } = await server.as(as).get('/api/attention');
  expect(status).toBe(200);
  return z.object({ data: z.array(attentionItem) }).parse(body).data;
}

export async function attention<K extends AttentionItem['kind']>(kind: K, as = 'admin'): Promise<Extract<AttentionItem, { kind: K }>[]> {
  return (await alertsOf(as)).filter((item): item is Extract<AttentionItem, { kind: K }> => item.kind === kind);
}

export const awake = (alert: string) => ({ alert, snoozed_until: null });
