import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's NODEFS that is used here; its published types leave it out. */
interface EmscriptenNodeFs {
  stream_ops: { fsync?: (file: OpenFile) => number; read: (...call: unknown[]) => number };
  /** Turns Node's errors into the errno that PostgreSQL expects. */
  tryFSOperation: <T>(operation: () => T) => T;
}

interface OpenFile {
  nfd: number;
  node: { name: string };
}

interface FileEvents {
  /** Called when the write-ahead log moves on to its next segment of 16 MB. */
  onWalSegment: () => void;
  /** Called when PostgreSQL is about to read, usually a page of 8 kB. It is the only hook into a running statement. */
  onRead: () => void;
}

const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/**
 * PGlite's file layer with a working fsync. As published, every fsync succeeds without doing anything, so a power cut may lose confirmed
 * transactions or the whole database (docs/decisions/0001-embedded-postgresql-made-durable.md). Needs `wal_sync_method=fsync`: fdatasync
 * never gets here.
 */
export class DurableFs extends NodeFS {
  readonly #events: FileEvents;
  #walSegment = '';

  constructor(folder: string, events: FileEvents) {
    super(folder);
    this.#events = events;
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }: { NODEFS: unknown }) => {
        const nodeFs = NODEFS as EmscriptenNodeFs;
        nodeFs.stream_ops.fsync = (file) => nodeFs.tryFSOperation(() => this.#sync(file));
        const { read } = nodeFs.stream_ops;
        nodeFs.stream_ops.read = (...call) => {
          this.#events.onRead();
          return read(...call);
        };
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #sync(file: OpenFile): number {
    fs.fsyncSync(file.nfd);
    const { name } = file.node;
    if (name !== this.#walSegment && WAL_SEGMENT.test(name)) {
      this.#walSegment = name;
      this.#events.onWalSegment();
    }
    return 0;
  }
}

/** Syncs a folder recursively. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(file);
    else sync(file);
  }
  sync(folder);
}

/** Syncs a file, or a folder's entries. */
export function sync(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
