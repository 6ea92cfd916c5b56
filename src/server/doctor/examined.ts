/** What is known of an installation, from which its faults are told: gathered by the other files here, judged by faults.ts. */
import { z } from 'zod';
import type { NewestBackup } from '../backups/automaticBackups';
import type { Config } from '../config';

/** Of the database; a running server tells it to the command through the socket in its folder. */
export const databaseFacts = z.object({
  /** Newest migration applied and known, in milliseconds since 1970. */
  applied: z.number(),
  known: z.number(),
  /** Clock of the database server, and the newest moment of a session or audit entry; null for none. */
  clock: z.iso.datetime(),
  newest: z.iso.datetime().nullable(),
  hasRetention: z.boolean(),
  /** Whose one-time password is unused, while there is nobody else. */
  adminWaiting: z.string().nullable(),
  /** Names of units that failed to prove their secret within a day and weren't heard since. */
  wrongSecrets: z.array(z.string()),
  /** Kinds of messages that have not been taken for an hour. */
  failing: z.array(z.string()),
  /** PostgreSQL only. */
  server: z
    .object({
      version: z.number().int(),
      encoding: z.string(),
      isStandby: z.boolean(),
      isReadOnly: z.boolean(),
      mayCreate: z.boolean(),
      /** Connections that are left for ordinary roles, without our own. */
      connectionsLeft: z.number().int(),
    })
    .nullable(),
});
export type DatabaseFacts = z.infer<typeof databaseFacts>;

/** Of the machine; null where it can't be told here. */
export interface MachineFacts {
  now: Date;
  nodeVersion: string;
  memory: number;
  openFiles: number | null;
  entropy: number | null;
  /** Name and MTU of the network interface with the smallest. */
  smallestMtu: { name: string; mtu: number } | null;
  hasIpv6: boolean;
  zone: string;
  /** Bytes free where data and backups go, and how many the data take. */
  free: { data: number | null; backups: number | null };
  dataSize: number;
  /** Whether the data folder is on a network's file system. */
  isRemote: boolean;
  /** Why the data folder isn't this user's, or can't be written, or the backups' folder. */
  notOwned: string | null;
  dataNotWritable: string | null;
  backupsNotWritable: string | null;
  /** The newest automatic backup; null for none. `problem`: why it can't be restored. */
  backup: NewestBackup | null;
  /** Files with secrets that others may read. */
  readableByOthers: string[];
  /** Settings whose file can't be used, with why. */
  files: { setting: string; problem: string }[];
  /** Files of FreeRADIUS that another version of Portico wrote. */
  olderFreeradiusFiles: string[];
}

/** What a site answers; null if it isn't asked. */
export interface SiteFacts {
  /** Why there was no answer; `ENOTFOUND` and the like have their own faults. */
  problem: string | null;
  isUnknownName: boolean;
  hasIpv6Address: boolean;
  /** Whether Portico answered. */
  isOurs: boolean;
  /** The policy that arrived. */
  policy: string | null;
  certificateEnds: Date | null;
}

/** Of the network. */
export interface NetworkFacts {
  /** Settings whose port another program has. */
  takenPorts: { setting: string; port: number }[];
  publicSite: SiteFacts | null;
  radsecCertificateEnds: Date | null;
  mailProblem: string | null;
  smsProblem: string | null;
}

export interface Examined {
  config: Config;
  machine: MachineFacts;
  network: NetworkFacts;
  /** Null if it couldn't be asked; `databaseProblem` says why. */
  database: DatabaseFacts | null;
  databaseProblem: string | null;
}
