import fs from 'node:fs';
import path from 'node:path';

/** A file, or a folder with its names as the running program sees them. Renaming keeps the entry. */
interface File {
  names: null;
}
interface Folder {
  names: Map<string, Entry>;
}
type Entry = File | Folder;

/** A change the disk may lose until the next sync: to the names in a folder, or to a file's content. */
interface NameChange {
  removed?: string;
  added?: { name: string; entry: Entry };
}
type ContentChange = { position: number; bytes: Buffer } | { size: number };

type Step = { folder: Folder; change: NameChange } | { file: File; change: ContentChange } | { synced: Entry };

/** A disk writes a sector completely or not at all, and several sectors in any order. */
const SECTOR = 512;

const PAGE = 8192;
const NOTHING = Buffer.alloc(PAGE);

/**
 * Simulates a disk that loses what wasn't synced. Until `stop`, it records every change this process makes below `root` through the
 * synchronous calls of Node's `fs` (PGlite's file layer uses no others), and can then reproduce the disk after a power cut at any moment.
 * It loses as much as POSIX allows: syncing a file saves its content but not its name, syncing a folder saves its names. Everything below
 * `root` at the start counts as synced.
 */
export class ForgetfulFs {
  readonly #root: string;
  readonly #tree: Folder = { names: new Map() };
  readonly #steps: Step[] = [];
  readonly #opened = new Map<number, Entry>();
  readonly #real: Partial<typeof fs>;
  #isInside = false;
  #isStopped = false;

  constructor(root: string) {
    this.#root = root;
    this.#load(root, this.#tree);
    const noting = this.#noting();
    this.#real = Object.fromEntries(Object.keys(noting).map((call) => [call, fs[call as keyof typeof fs]]));
    Object.assign(fs, noting);
  }

  /** The number of changes and syncs so far, which is the current moment for `cutPower`. */
  get now(): number {
    return this.#steps.length;
  }

  stop(): void {
    this.#isStopped = true;
    Object.assign(fs, this.#real);
  }

  /** Writes the disk's content after a power cut at `moment` to `target`. `isKept` decides for each unsynced piece whether it survives. */
  cutPower(moment: number, target: string, survives: () => boolean): void {
    const disk = new Disk();
    for (const step of this.#steps.slice(0, moment)) disk.take(step);
    disk.writeFolder(this.#tree, target, survives);
  }

  #load(source: string, folder: Folder): void {
    for (const { name } of fs.readdirSync(source, { withFileTypes: true })) {
      const file = path.join(source, name);
      const entry: Entry = fs.statSync(file).isDirectory() ? { names: new Map() } : { names: null };
      this.#alter(folder, { added: { name, entry } });
      if (entry.names === null) this.#steps.push({ file: entry, change: { position: 0, bytes: fs.readFileSync(file) } }, { synced: entry });
      else this.#load(file, entry);
    }
    this.#steps.push({ synced: folder });
  }

  /** Replacements for the calls that change something, recorded once they succeed. */
  #noting(): Partial<typeof fs> {
    const real = { ...fs };
    return {
      openSync: this.#after(real.openSync, (descriptor, file, flags) => {
        const entry = file === this.#root ? this.#tree : (this.#at(file)?.entry ?? this.#createFile(file));
        if (entry === undefined) return;
        this.#opened.set(descriptor, entry);
        const isEmptied = typeof flags === 'string' ? flags.startsWith('w') : (flags & fs.constants.O_TRUNC) !== 0;
        if (isEmptied) this.#resize(entry, 0);
      }),
      closeSync: this.#after(real.closeSync, (_, descriptor) => this.#opened.delete(descriptor)),
      writeSync: this.#after(real.writeSync as WriteSync, (written, descriptor, data, ...where) => {
        const [bytes, position] =
          typeof data === 'string' ? [Buffer.from(data), where[0]] : [copyOf(data, where[0] ?? 0, written), where[2]];
        this.#write(this.#opened.get(descriptor), position ?? 0, bytes);
      }),
      writeFileSync: this.#after(real.writeFileSync, (_, file, data) => {
        const entry = this.#at(file)?.entry ?? this.#createFile(file);
        this.#resize(entry, 0);
        this.#write(entry, 0, typeof data === 'string' ? Buffer.from(data) : copyOf(data, 0, data.byteLength));
      }),
      truncateSync: this.#after(real.truncateSync, (_, file, size) => this.#resize(this.#at(file)?.entry, size ?? 0)),
      ftruncateSync: this.#after(real.ftruncateSync, (_, descriptor, size) => this.#resize(this.#opened.get(descriptor), size ?? 0)),
      fsyncSync: this.#after(real.fsyncSync, (_, descriptor) => {
        const synced = this.#opened.get(descriptor);
        if (synced !== undefined) this.#steps.push({ synced });
      }),
      mkdirSync: this.#after(real.mkdirSync, (_, folder) => {
        const found = this.#at(folder);
        if (found !== null) this.#alter(found.folder, { added: { name: found.name, entry: { names: new Map() } } });
      }),
      linkSync: this.#after(real.linkSync, (_, file, link) => {
        const [from, to] = [this.#at(file), this.#at(link)];
        if (from?.entry !== undefined && to !== null) this.#alter(to.folder, { added: { name: to.name, entry: from.entry } });
      }),
      renameSync: this.#after(real.renameSync, (_, file, target) => {
        const [from, to] = [this.#at(file), this.#at(target)];
        if (from?.entry === undefined || to === null) return;
        if (from.folder !== to.folder) throw new Error('the forgetful disk knows no renaming into another folder');
        this.#alter(from.folder, { removed: from.name, added: { name: to.name, entry: from.entry } });
      }),
      unlinkSync: this.#after(real.unlinkSync, (_, file) => this.#remove(this.#at(file))),
      rmdirSync: this.#after(real.rmdirSync, (_, folder) => this.#remove(this.#at(folder))),
      rmSync: this.#after(real.rmSync, (_, file) => this.#remove(this.#at(file))),
    } as Partial<typeof fs>;
  }

  /** Some of Node's calls use each other or keep references to the originals: only record the outermost, and none after `stop`. */
  #after<A extends unknown[], R>(call: (...args: A) => R, note: (result: R, ...args: A) => unknown): (...args: A) => R {
    return (...args) => {
      if (this.#isInside || this.#isStopped) return call(...args);
      this.#isInside = true;
      try {
        const result = call(...args);
        note(result, ...args);
        return result;
      } finally {
        this.#isInside = false;
      }
    };
  }

  /** The folder, name and entry of a path; null outside of `root`. */
  #at(file: fs.PathOrFileDescriptor): { folder: Folder; name: string; entry: Entry | undefined } | null {
    const parts = path.relative(this.#root, String(file)).split(path.sep);
    const name = parts.pop();
    let folder: Entry | undefined = this.#tree;
    for (const part of parts) folder = folder?.names?.get(part);
    if (name === undefined || name === '' || name === '..' || folder?.names == null) return null;
    return { folder, name, entry: folder.names.get(name) };
  }

  #createFile(file: fs.PathOrFileDescriptor): Entry | undefined {
    const found = this.#at(file);
    if (found === null) return undefined;
    const entry: File = { names: null };
    this.#alter(found.folder, { added: { name: found.name, entry } });
    return entry;
  }

  #remove(found: { folder: Folder; name: string; entry: Entry | undefined } | null): void {
    if (found?.entry === undefined) return;
    const inside = found.entry;
    for (const [name, entry] of inside.names ?? []) this.#remove({ folder: inside as Folder, name, entry });
    this.#alter(found.folder, { removed: found.name });
  }

  #alter(folder: Folder, change: NameChange): void {
    applyNames(folder.names, change);
    this.#steps.push({ folder, change });
  }

  #write(file: Entry | undefined, position: number, bytes: Buffer): void {
    if (file?.names === null) this.#steps.push({ file, change: { position, bytes } });
  }

  #resize(file: Entry | undefined, size: number): void {
    if (file?.names === null) this.#steps.push({ file, change: { size } });
  }
}

/** The signature used here; `#after` can't handle all its overloads. */
type WriteSync = (descriptor: number, data: string | NodeJS.ArrayBufferView, ...where: (number | null | undefined)[]) => number;

/** What is safely stored on the disk, and what is pending. */
class Disk {
  readonly #folders = new Map<Folder, { names: Map<string, Entry>; pending: NameChange[] }>();
  readonly #files = new Map<File, { content: Content; pending: ContentChange[] }>();

  take(step: Step): void {
    if ('folder' in step) this.#folder(step.folder).pending.push(step.change);
    else if ('file' in step) this.#file(step.file).pending.push(step.change);
    else if (step.synced.names === null) {
      const file = this.#file(step.synced);
      for (const change of file.pending.splice(0)) file.content.apply(change);
    } else {
      const folder = this.#folder(step.synced);
      for (const change of folder.pending.splice(0)) applyNames(folder.names, change);
    }
  }

  writeFolder(folder: Folder, target: string, survives: () => boolean): void {
    fs.mkdirSync(target, { mode: 0o700 });
    const { names, pending } = this.#folder(folder);
    for (const change of pending) if (survives()) applyNames(names, change);
    for (const [name, entry] of names) {
      if (entry.names === null) this.#writeFile(entry, path.join(target, name), survives);
      else this.writeFolder(entry, path.join(target, name), survives);
    }
  }

  #writeFile(file: File, target: string, survives: () => boolean): void {
    const { content, pending } = this.#file(file);
    for (const change of pending.flatMap<ContentChange>((each) => ('size' in each ? each : split(each, SECTOR))))
      if (survives()) content.apply(change);
    content.writeTo(target);
  }

  #folder(folder: Folder) {
    return found(this.#folders, folder, () => ({ names: new Map<string, Entry>(), pending: [] }));
  }

  #file(file: File) {
    return found(this.#files, file, () => ({ content: new Content(), pending: [] }));
  }
}

/** A file's bytes in immutable pages, most of which are shared with the recorded writes. */
class Content {
  readonly #pages = new Map<number, Buffer>();
  #size = 0;

  apply(change: ContentChange): void {
    if ('size' in change) this.#resize(change.size);
    else {
      for (const { position, bytes } of split(change, PAGE)) this.#writePage(position, bytes);
      this.#size = Math.max(this.#size, change.position + change.bytes.length);
    }
  }

  /** Pages of zeros become holes: a 16 MB log is mostly empty. */
  writeTo(target: string): void {
    const descriptor = fs.openSync(target, 'w', 0o600);
    for (const [page, bytes] of this.#pages) if (!bytes.equals(NOTHING)) fs.writeSync(descriptor, bytes, 0, PAGE, page * PAGE);
    fs.ftruncateSync(descriptor, this.#size);
    fs.closeSync(descriptor);
  }

  #resize(size: number): void {
    for (const page of this.#pages.keys()) if (page * PAGE >= size) this.#pages.delete(page);
    const rest = size % PAGE;
    if (rest > 0) this.#writePage(size, NOTHING.subarray(rest));
    this.#size = size;
  }

  #writePage(position: number, bytes: Buffer): void {
    const page = Math.floor(position / PAGE);
    if (bytes.length < PAGE) {
      const whole = Buffer.from(this.#pages.get(page) ?? NOTHING);
      bytes.copy(whole, position % PAGE);
      this.#pages.set(page, whole);
    } else this.#pages.set(page, bytes);
  }
}

/** Splits a write at the boundaries of the disk's units. */
function split({ position, bytes }: { position: number; bytes: Buffer }, unit: number): { position: number; bytes: Buffer }[] {
  const pieces = [];
  for (let start = 0, end; start < bytes.length; start = end) {
    end = start + unit - ((position + start) % unit);
    pieces.push({ position: position + start, bytes: bytes.subarray(start, end) });
  }
  return pieces;
}

function applyNames(names: Map<string, Entry>, { removed, added }: NameChange): void {
  if (removed !== undefined) names.delete(removed);
  if (added !== undefined) names.set(added.name, added.entry);
}

function copyOf(data: NodeJS.ArrayBufferView, offset: number, length: number): Buffer {
  return Buffer.from(Buffer.from(data.buffer, data.byteOffset + offset, length));
}

function found<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
