/** Facts about an installation: collected by the other files here, judged by faults.ts. */
import { z } from 'zod';
import { SOCIAL_METHODS } from '../../contract/plain/accessMethods';
import type { NewestBackup } from '../backups/automaticBackups';
import type { Config } from '../config';

/** Facts about the database; the command gets them from a running server through the socket in its folder. */
export const databaseFacts = z.object({
  /** Newest migration applied and known, in milliseconds since 1970. */
  applied: z.number(),
  known: z.number(),
  /** The database server's clock, and the latest time of a session or audit entry; null for none. */
  clock: z.iso.datetime(),
  newest: z.iso.datetime().nullable(),
  hasRetention: z.boolean(),
  /** The only account, an admin whose one-time password hasn't been used; null if there are others. */
  adminWaiting: z.string().nullable(),
  /** Names of units that failed to authenticate within the last day and haven't been heard from since. */
  wrongSecrets: z.array(z.string()),
  /** Kinds of messages of which none was accepted for an hour. */
  failing: z.array(z.string()),
  /** Units registered more than an hour ago, when one of them was last heard (null for never), and their fixed addresses. */
  units: z.object({ registered: z.number().int(), heard: z.iso.datetime().nullable(), addresses: z.array(z.string()) }),
  /** Social sites from which no guest of the last day came back, with how many left for it. */
  unreturned: z.array(z.object({ site: z.enum(SOCIAL_METHODS), guests: z.number().int() })),
  /** Names of integrations whose webhook goes by http, to a name or a public address. A running server of an earlier version doesn't say. */
  httpWebhooks: z.array(z.string()).default([]),
  /** PostgreSQL only. */
  server: z
    .object({
      version: z.number().int(),
      encoding: z.string(),
      /** Whether its locale compares letters regardless of case as we do: neither Turkish nor ASCII only. */
      foldsLetters: z.boolean(),
      isStandby: z.boolean(),
      isReadOnly: z.boolean(),
      mayCreate: z.boolean(),
      /** Connections left for ordinary roles, not counting our own. */
      freeConnections: z.number().int(),
    })
    .nullable(),
});
export type DatabaseFacts = z.infer<typeof databaseFacts>;

/** Facts about the machine; null where they can't be determined. */
export interface MachineFacts {
  now: Date;
  nodeVersion: string;
  memory: number;
  openFiles: number | null;
  entropy: number | null;
  /** Name and MTU of the network interface with the smallest. */
  smallestMtu: { name: string; mtu: number } | null;
  hasIpv6: boolean | null;
  zone: string;
  /** Free bytes for the data and for the backups, and the size of the data. */
  free: { data: number | null; backups: number | null };
  dataSize: number;
  /** Whether there is no embedded database yet, although one is to be used. */
  isFirstStart: boolean;
  /** Whether the data folder is on a network file system. */
  isRemote: boolean;
  /** Why the data folder doesn't belong to this user, can't be written, or the backup folder can't be written; null for none. */
  notOwned: string | null;
  dataNotWritable: string | null;
  backupsNotWritable: string | null;
  /** The newest automatic backup; null for none. `problem`: why it can't be restored. */
  backup: NewestBackup | null;
  /** When a backup was last restored, if only to try; null for never. */
  restored: Date | null;
  /** Files with secrets that others may read. */
  readableByOthers: string[];
  /** Settings whose file can't be used, with why. */
  files: { setting: string; problem: string }[];
  /** FreeRADIUS files that were written by another version of Portico. */
  olderFreeradiusFiles: string[];
}

/** The response of a site; null if it wasn't requested. */
export interface SiteFacts {
  /** Why there was no response. `ENOTFOUND` and similar ones are faults of their own. */
  problem: string | null;
  isUnknownName: boolean;
  hasIpv6Address: boolean;
  /** Whether the response came from Portico. */
  isOurs: boolean;
  /** The Content-Security-Policy as received. */
  policy: string | null;
  certificateEnds: Date | null;
}

/** Facts about the network. */
export interface NetworkFacts {
  /** Settings whose port is taken by another program. */
  takenPorts: { setting: string; port: number }[];
  /** The peer from which the running server received forwarded requests although it isn't trusted; null for none, or if no server was asked. */
  unnamedProxy: string | null;
  publicSite: SiteFacts | null;
  /** Fixed addresses of units to which no packet of RADIUS can be sent from here. */
  unroutable: string[];
  /** RADIUS packets that the system dropped since the server opened its sockets (unreadPackets.ts); null where it doesn't tell. */
  unread: number | null;
  radsecCertificateEnds: Date | null;
  mailProblem: string | null;
  smsProblem: string | null;
}

export interface Examined {
  config: Config;
  machine: MachineFacts;
  network: NetworkFacts;
  /** Null if it couldn't be read; `databaseProblem` says why. */
  database: DatabaseFacts | null;
  databaseProblem: DatabaseProblem | null;
  /** Where the server that has the data folder open listens, if these settings say otherwise; else null. */
  servedElsewhere: string | null;
}

export interface DatabaseProblem {
  message: string;
  /** Whether another process, which answered no command, has the data folder open. */
  isInUse: boolean;
}
