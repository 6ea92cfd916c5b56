/** Checks who owns a data folder. A process of another user would leave files that the owner can't use. */
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** The folder or something in it belongs to another user; the message says to whom and what to do. */
export class ForeignFolderError extends Error {}

/** The database in a data folder. */
const DATABASE = 'postgres';

/**
 * Refuses a folder whose database belongs to another user, who couldn't use the files that this process writes. For root, refuses even
 * another user's empty folder; for other users, also a database that contains another user's files, as an earlier run as that user leaves
 * behind.
 */
export function expectOwnFolder(folder: string): void {
  const own = process.geteuid?.();
  const root = path.resolve(folder);
  const database = path.join(root, DATABASE);
  const hasDatabase = ownerOf(database) !== undefined;
  const owner = ownerOf(database) ?? ownerOf(root);
  // The folder doesn't exist yet, or the system has no users.
  if (own === undefined || owner === undefined) return;
  if (own === 0) {
    if (owner !== 0 && makesOthers(root, owner)) throw ofAnother(root, owner);
    return;
  }
  if (!hasDatabase) return;
  if (owner !== own) throw ofAnother(root, owner);
  const foreign = foreignIn(database, owner);
  const [first] = foreign;
  if (first !== undefined) throw holdsOthers(root, foreign.length, first, owner);
}

function ownerOf(file: string): number | undefined {
  try {
    return lstatSync(file).uid;
  } catch {
    return undefined;
  }
}

/** Whether files created in the folder belong to anybody but `owner`. Some file systems have a single owner for all files. */
function makesOthers(root: string, owner: number): boolean {
  const probe = path.join(root, `portico.lock.owner.${randomUUID()}`);
  try {
    writeFileSync(probe, '', { flag: 'wx' });
    return statSync(probe).uid !== owner;
  } catch {
    // Not writable: opening the folder reports that.
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}

interface Entry {
  file: string;
  uid: number;
}

/** Everything below `folder` that belongs to another user; folders that can't be read are skipped. */
function foreignIn(folder: string, owner: number): Entry[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // The folder's own entry already tells its owner.
    return [];
  }
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const entry = lstatSync(file, { throwIfNoEntry: false });
    if (entry === undefined) return [];
    const itself = entry.uid === owner ? [] : [{ file, uid: entry.uid }];
    return entry.isDirectory() ? [...itself, ...foreignIn(file, owner)] : itself;
  });
}

function ofAnother(root: string, owner: number): ForeignFolderError {
  const [theirs, own] = [nameOf(owner), userInfo().username];
  const asOwner = `Run this as that user: sudo -u ${theirs} env PORTICO_DATA=${quoted(root)} npx portico …`;
  const giveBack = `give the folder to ${own}: sudo chown -R ${own} ${quoted(root)}`;
  return new ForeignFolderError(
    `The database in ${root} belongs to ${theirs}, and this runs as ${own}, whose files ${theirs} could not use. No changes were made. ` +
      (process.geteuid?.() === 0 ? asOwner : owner === 0 ? `Nothing is lost: ${giveBack}` : `${asOwner}. Or ${giveBack}`),
  );
}

function holdsOthers(root: string, count: number, { file, uid }: Entry, owner: number): ForeignFolderError {
  const what = count === 1 ? `${file} belongs` : `${String(count)} files, like ${file}, belong`;
  return new ForeignFolderError(
    `In ${root} ${what} to ${nameOf(uid)}, and not to ${nameOf(owner)}, whose database it is: a command was run as another user. ` +
      `Nothing is lost. Give them back, then start again: sudo chown -R ${nameOf(owner)} ${quoted(root)}`,
  );
}

/** The name of a user of this machine, or the uid if it has none. */
function nameOf(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    return users.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}

function quoted(file: string): string {
  return /^[\w./:@-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
