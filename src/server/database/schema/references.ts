/** Columns that refer to an object whose deletion deletes the row, too. */
import { integer } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { hotspots } from './hotspots';

export const account = () =>
  integer()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

export const hotspot = () =>
  integer()
    .notNull()
    .references(() => hotspots.id, { onDelete: 'cascade' });
