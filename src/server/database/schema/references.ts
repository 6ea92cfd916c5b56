/** Columns that refer to an object whose deletion deletes the row, too. */
import { integer } from 'drizzle-orm/pg-core';
import { hotspots } from './hotspots';

export const hotspot = () =>
  integer()
    .notNull()
    .references(() => hotspots.id, { onDelete: 'cascade' });
