/** Kinds of columns that several tables have. */
import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const created = () => moment().notNull();
export const bytes = () => bigint({ mode: 'number' }).notNull().default(0);
export const textOrEmpty = () => text().notNull().default('');
