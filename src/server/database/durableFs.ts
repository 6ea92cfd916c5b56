import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What is used here of Emscripten's file layer on Node's `fs`; its published types leave it out. */
interface EmscriptenNodeFs {
  stream_ops: { fsync?: (file: OpenFile) => number; read: (...call: unknown[]) => number };
  /** Turns an error of Node's into the error number that PostgreSQL expects. */
  tryFSOperation: <T>(operation: () => T) => T;
}

interface OpenFile {
  nfd: number;
  node: { name: string };
}

interface FileEvents {
  /** The write-ahead log has gone on to its next file of 16 MB. */
  onWalSegment: () => void;
  /** PostgreSQL is about to read, most times a page of 8 kB: the one moment at which it can be spoken to while it works. */
  onRead: () => void;
}

const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/**
 * PGlite's file layer with the one call that it lacks: without it PostgreSQL's every fsync succeeds and does nothing, and a power
 * cut takes what had been confirmed, or the database. Needs `wal_sync_method=fsync`: its fdatasync never gets here.
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

/** Syncs a folder with all that is in it. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(file);
    else sync(file);
  }
  sync(folder);
}

/** Syncs a file, or the names in a folder. */
export function sync(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
