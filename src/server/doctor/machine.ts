/** Collects facts about the machine that Portico depends on. */
import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { networkInterfaces, totalmem, type NetworkInterfaceInfo } from 'node:os';
import path from 'node:path';
import { newestBackup } from '../backups/automaticBackups';
import { lastRestored } from '../backups/triedRestores';
import type { Config } from '../config';
import { isFirstStart } from '../database/firstStart';
import { expectOwnFolder } from '../database/folderOwner';
import { whyNotWritable } from '../database/writable';
import { expectedFailure } from '../expectedFailure';
import { machineZone } from '../machineZone';
import { freeradiusConfig } from '../radius/freeradiusConfig';
import { readCertificates } from '../radius/radsec';
import type { MachineFacts } from './examined';

/** The folder of FreeRADIUS on Debian, and the settings file of our Debian package. */
export const FILES = { freeradius: '/etc/freeradius/3.0', settings: '/etc/portico/portico.env' };

/** `f_type` of NFS, SMB and CIFS. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/** Collects the facts without changing anything. A backup larger than `readBackupUpTo` bytes isn't read; only its date is. */
export async function machineFacts(config: Config, files = FILES, { readBackupUpTo = Infinity } = {}): Promise<MachineFacts> {
  const isEmbedded = config.databaseUrl === undefined;
  const [data, backups] = [nearest(path.resolve(config.data)), nearest(path.resolve(config.backups))];
  const backupsNotWritable = whyNotWritable(config.backups);
  const interfaces = outerInterfaces();
  return {
    now: new Date(),
    nodeVersion: process.version,
    memory: memoryHere(),
    openFiles: await numberIn('/proc/self/limits', /^Max open files\s+(\d+)/m),
    entropy: await numberIn('/proc/sys/kernel/random/entropy_avail', /(\d+)/),
    smallestMtu: smallestMtu(interfaces),
    hasIpv6: interfaces === null ? null : interfaces.some(({ addresses }) => addresses.some(({ family }) => family === 'IPv6')),
    zone: machineZone(),
    free: { data: await freeIn(data), backups: await freeIn(backups) },
    dataSize: isEmbedded ? await sizeOf(config.data) : 0,
    isFirstStart: isFirstStart(config),
    isRemote: REMOTE.has((await statfs(data)).type),
    notOwned: isEmbedded ? whyNotOwned(config.data) : null,
    dataNotWritable: whyNotWritable(config.data),
    backupsNotWritable,
    backup: isEmbedded && backupsNotWritable === null ? await newestBackup(config, { readUpTo: readBackupUpTo }) : null,
    restored: isEmbedded ? await lastRestored(config) : null,
    readableByOthers: [files.settings, config.radsec?.key].filter((file) => file !== undefined).filter(isReadableByOthers),
    files: await unusableFiles(config),
    olderFreeradiusFiles: await olderFreeradiusFiles(config, files.freeradius),
  };
}

/** Bytes of memory available to this process: the machine's, or the limit of its container or service if that is lower. */
export const memoryHere = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // It doesn't exist, or a part of its path is a file.
  }
  return nearest(path.dirname(folder));
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Null on systems without such a file. */
async function numberIn(file: string, pattern: RegExp): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, found] = pattern.exec(text) ?? [];
  return found === undefined ? null : Number(found);
}

interface OuterInterface {
  name: string;
  addresses: NetworkInterfaceInfo[];
}

/** The network interfaces with their addresses, but for loopback. Null for a service that systemd keeps from netlink, by which they are read. */
function outerInterfaces(): OuterInterface[] | null {
  try {
    return Object.entries(networkInterfaces())
      .map(([name, all = []]) => ({ name, addresses: all.filter(({ internal }) => !internal) }))
      .filter(({ addresses }) => addresses.length > 0);
  } catch {
    return null;
  }
}

function smallestMtu(interfaces: readonly OuterInterface[] | null): MachineFacts['smallestMtu'] {
  const known = (interfaces ?? []).flatMap(({ name }) => {
    const mtu = Number(textOf(`/sys/class/net/${name}/mtu`));
    return mtu > 0 ? [{ name, mtu }] : [];
  });
  return known.sort((one, other) => one.mtu - other.mtu)[0] ?? null;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Total size of all files, without those that vanish meanwhile or can't be read. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    sum += await stat(path.join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return sum;
}

function whyNotOwned(folder: string): string | null {
  try {
    expectOwnFolder(folder);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isReadableByOthers = (file: string): boolean => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0;

async function unusableFiles({ radsec }: Config): Promise<MachineFacts['files']> {
  if (radsec === undefined) return [];
  try {
    await readCertificates(radsec);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : (expectedFailure(error) ?? String(error));
    const [, setting = '', problem = message] = /^(\w+)(?:, _KEY and _CA)?: (.*)$/s.exec(message) ?? [];
    return [{ setting, problem }];
  }
}

/** Compares only what Portico generates: its address and the clients are set by the operator. */
async function olderFreeradiusFiles({ freeradiusToken: token }: Config, folder: string): Promise<string[]> {
  if (token === undefined) return [];
  const ours = freeradiusConfig({ url: 'URL', token, clients: [] });
  const older: string[] = [];
  for (const [name, text] of Object.entries(ours)) {
    const file = path.join(folder, name);
    const found = await readFile(file, 'utf8').catch(() => null);
    if (found !== null && skeletonOf(found) !== skeletonOf(text)) older.push(file);
  }
  return older;
}

function skeletonOf(text: string): string {
  const lines = text.replaceAll(/"(?:https?:\/\/[^"]*?|URL)(\/radius)?"/g, '"$1"').split('\n');
  let isInClient = false;
  return lines
    .filter((line) => {
      if (/^ {4}client /.test(line)) isInClient = true;
      const isOurs = !isInClient && line.trim() !== '' && !line.trim().startsWith('#');
      if (/^ {4}\}/.test(line)) isInClient = false;
      return isOurs;
    })
    .join('\n');
}
