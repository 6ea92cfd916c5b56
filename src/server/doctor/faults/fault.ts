/** What is known about a fault, and how figures in its texts are written. */
import type { Examined } from '../examined';

export interface Fault {
  stops?: true;
  breaks?: true;
  find: (it: Examined) => { wrong: string; mend: string } | false;
}

export const MB = 1_048_576;
export const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;

export const isEmbedded = ({ config }: Examined) => config.databaseUrl === undefined;
