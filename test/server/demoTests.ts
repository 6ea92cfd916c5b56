import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../src/server/database/schema';

/** A Saturday morning in autumn. */
export const NOW = new Date('2026-11-21T09:30:15.250Z');

export const TABLES = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table));
