/** What an import takes over and what it leaves out, and why, by kind of row. */

/** Totals of sessions. */
export interface Sums {
  rows: number;
  up: number;
  down: number;
  seconds: number;
}

interface Skipped extends Sums {
  /** The first few places in the file to which a message applies. */
  sources: string[];
}

const NONE: Sums = { rows: 0, up: 0, down: 0, seconds: 0 };
const MAX_SOURCES = 5;

/** The rows of one kind. */
interface Kind {
  /** Whether bytes and seconds are counted. */
  isMeasured: boolean;
  read: Sums;
  taken: Sums;
  skipped: Map<string, Skipped>;
}

export class ImportReport {
  readonly #kinds = new Map<string, Kind>();
  readonly #notes: string[] = [];

  #kind(name: string): Kind {
    const known = this.#kinds.get(name) ?? {
      isMeasured: false,
      read: { ...NONE },
      taken: { ...NONE },
      skipped: new Map<string, Skipped>(),
    };
    this.#kinds.set(name, known);
    return known;
  }

  /** Counts rows in the file. */
  read(name: string, sums: Partial<Sums> = {}): void {
    const kind = this.#kind(name);
    if (sums.up !== undefined) kind.isMeasured = true;
    add(kind.read, sums);
  }

  taken(name: string, sums: Partial<Sums>): void {
    if ((sums.rows ?? 1) > 0) add(this.#kind(name).taken, sums);
  }

  /** Counts rows that aren't imported, or exist already. */
  skipped(name: string, why: string, sources: readonly string[], sums: Partial<Sums> = {}): void {
    const { skipped } = this.#kind(name);
    const known = skipped.get(why) ?? { ...NONE, sources: [] };
    add(known, sums);
    known.sources.push(...sources.slice(0, MAX_SOURCES - known.sources.length));
    skipped.set(why, known);
  }

  /** Adds a remark about the import as a whole. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** Throws if a row is neither imported nor left out, which would be a bug. */
  check(): void {
    for (const [name, { read, taken, skipped }] of this.#kinds) {
      const sum = { ...NONE };
      for (const part of [taken, ...skipped.values()]) add(sum, part);
      for (const what of ['rows', 'up', 'down', 'seconds'] as const)
        if (sum[what] !== read[what]) throw new Error(`${name}: ${what} read ${read[what]}, accounted for ${sum[what]}`);
    }
  }

  toString(): string {
    const lines: string[] = [];
    for (const [name, { isMeasured, read, taken, skipped }] of this.#kinds) {
      const formatted = (sums: Sums) => `${sums.rows}${isMeasured ? ` (${sums.up} bytes up, ${sums.down} down, ${sums.seconds} s)` : ''}`;
      lines.push(`${name}: ${formatted(read)}`);
      if (taken.rows > 0) lines.push(`  taken: ${formatted(taken)}`);
      for (const [why, what] of skipped) {
        const at = what.sources.length === 0 ? '' : `; ${what.sources.join(', ')}${what.rows > what.sources.length ? ' …' : ''}`;
        lines.push(`  ${why}: ${formatted(what)}${at}`);
      }
    }
    return [...lines, ...this.#notes].join('\n');
  }
}

function add(to: Sums, { rows = 1, up = 0, down = 0, seconds = 0 }: Partial<Sums>): void {
  to.rows += rows;
  to.up += up;
  to.down += down;
  to.seconds += seconds;
}
