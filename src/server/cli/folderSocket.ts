/** A socket in the data folder, accessible only to its user, on which the server that has the folder open takes commands. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { z } from 'zod';
import { renewKeys } from '../auth/serverKeyQueries';
import { insertFirstAdmin } from '../accounts/firstAdminQueries';
import { copyFolder, type BackupFolders } from '../backups/automaticBackups';
import type { Database } from '../database/client';
import { EmbeddedDatabaseError } from '../database/embeddedErrors';
import { SOCKET_FILE } from '../database/embedded';
import { turnedOff, turnOffByServer } from '../second-factor/turnOffByServer';
import { databaseFacts as factsOf } from '../doctor/queries';
import { databaseFacts } from '../doctor/examined';

const request = z.discriminatedUnion('call', [
  z.object({ call: z.literal('copy') }),
  z.object({ call: z.literal('create-admin'), username: z.string() }),
  z.object({ call: z.literal('second-factor-off'), username: z.string() }),
  z.object({ call: z.literal('renew-keys') }),
  z.object({ call: z.literal('examine') }),
]);
type Request = z.infer<typeof request>;

const answer = z.union([
  z.object({ copy: z.string() }),
  /** The one-time password; null when the name is taken. */
  z.object({ password: z.string().nullable() }),
  z.object({ secondFactor: turnedOff }),
  /** Names of the keys. */
  z.object({ renewed: z.array(z.string()) }),
  /** `listens`: the address and port in this server's settings. */
  z.object({ database: databaseFacts, listens: z.string() }),
  z.object({ refused: z.string() }),
]);
type Answer = z.infer<typeof answer>;

/** Maximum length of a socket's path that works on every system. */
const MAX_ADDRESS = 100;

/** A server has the folder open, but refused the request, or its answer wasn't understood. */
export class ServedFolderError extends Error {}

/** The folders of a server, and where it listens. */
interface ServedFolders extends BackupFolders {
  host: string;
  port: number;
}

export interface FolderSocket {
  /** Aborts running requests, and waits for their clean-up. */
  close: () => Promise<void>;
}

/**
 * Listens for commands on the data folder that `database` has open. A copy is made next to the backups and removed once the client
 * disconnects. Returns null if the folder's path is too long for a socket; commands then only work while no server has the folder open.
 */
export async function listenInFolder(
  database: Database,
  folders: ServedFolders,
  report: (error: unknown) => void,
): Promise<FolderSocket | null> {
  const address = addressIn(folders.data);
  if (address === null) return null;
  // This process holds the folder, so an existing socket was left behind by a killed process.
  await rm(address, { force: true });
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server = createServer((socket) => {
    // Clients that disconnect early need no answer.
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    const served = serveOne(socket, database, folders)
      .catch(report)
      .finally(() => running.delete(served));
    running.add(served);
  });
  // Set before the socket is created, so that it is never accessible to others.
  const before = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
  server.on('error', report);
  return {
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(running);
    },
  };
}

async function serveOne(socket: Socket, database: Database, folders: ServedFolders): Promise<void> {
  const closed = once(socket, 'close');
  const copy = copyFolder(folders);
  try {
    const [text] = (await Promise.race([once(linesOf(socket), 'line'), closed])) as unknown[];
    if (typeof text === 'string') socket.write(`${JSON.stringify(await answerOf(text, { database, folders, copy }))}\n`);
    await closed;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

interface Served {
  database: Database;
  folders: ServedFolders;
  /** Where to put a copy of the folder. */
  copy: string;
}

async function answerOf(text: string, { database: { db, copyTo }, folders, copy }: Served): Promise<Answer> {
  const parsed = request.safeParse(jsonOf(text));
  if (!parsed.success) return { refused: 'The server that has the data folder open is of another version. Restart it.' };
  if (parsed.data.call === 'create-admin') return { password: await insertFirstAdmin(db, parsed.data.username, new Date()) };
  if (parsed.data.call === 'second-factor-off') return { secondFactor: await turnOffByServer(db, parsed.data.username, new Date()) };
  if (parsed.data.call === 'renew-keys') return { renewed: await renewKeys(db, new Date()) };
  if (parsed.data.call === 'examine') return { database: await factsOf(db, 'embedded', new Date()), listens: listensOf(folders) };
  try {
    await copyTo?.(copy);
    return { copy };
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) return { refused: error.message };
    throw error;
  }
}

/** Where a server with these settings listens, as the server that has the folder open says it. */
export const listensOf = ({ host, port }: Pick<ServedFolders, 'host' | 'port'>): string => `${host}:${port}`;

/**
 * Sends a request to the server that has the data folder open, if any, and passes its answer to `use`; until `use` is done, the server
 * keeps the copy that it made. False if no server has the folder open. Throws ServedFolderError.
 */
export async function requestServer(
  data: string,
  message: Request,
  use: (answer: Exclude<Answer, { refused: string }>) => Promise<void>,
): Promise<boolean> {
  const address = addressIn(data);
  if (address === null) return false;
  const socket = connect(address);
  try {
    await once(socket, 'connect');
  } catch {
    // Nobody listens. If the folder is in use anyway, opening it reports by whom.
    return false;
  }
  try {
    socket.write(`${JSON.stringify(message)}\n`);
    const [text] = (await Promise.race([once(linesOf(socket), 'line'), once(socket, 'close')])) as unknown[];
    const parsed = answer.safeParse(typeof text === 'string' ? jsonOf(text) : undefined);
    if (!parsed.success) throw new ServedFolderError('The server that has the data folder open gave no answer; its log may say why.');
    if ('refused' in parsed.data) throw new ServedFolderError(parsed.data.refused);
    await use(parsed.data);
    return true;
  } finally {
    socket.destroy();
  }
}

/** readline re-emits the socket's errors, which are handled elsewhere; without a listener they would end the process. */
function linesOf(socket: Socket): Interface {
  return createInterface(socket).on('error', () => undefined);
}

/** The absolute or relative path, whichever is shorter; null if neither is short enough. */
function addressIn(data: string): string | null {
  const absolute = path.resolve(data, SOCKET_FILE);
  const relative = path.relative(process.cwd(), absolute);
  const shorter = relative.length < absolute.length ? relative : absolute;
  return shorter.length <= MAX_ADDRESS ? shorter : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
