import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';

/** Whether serving makes a new embedded database, which takes more time and memory than anything later. */
export const isFirstStart = ({ databaseUrl, data }: Pick<Config, 'databaseUrl' | 'data'>): boolean =>
  databaseUrl === undefined && !existsSync(join(data, 'postgres'));
