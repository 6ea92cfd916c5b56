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
  places: string[];
}

const NONE: Sums = { rows: 0, up: 0, down: 0, seconds: 0 };
const PLACES = 5;

/** The rows of one kind. */
interface Kind {
  /** Whether bytes and seconds are counted. */
  isMeasured: boolean;
  read: Sums;
  taken: Sums;
  left: Map<string, Skipped>;
}

export class ImportReport {
  readonly #kinds = new Map<string, Kind>();
  readonly #notes: string[] = [];

  #kind(name: string): Kind {
    const known = this.#kinds.get(name) ?? { isMeasured: false, read: { ...NONE }, taken: { ...NONE }, left: new Map<string, Skipped>() };
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
  left(name: string, why: string, places: readonly string[], sums: Partial<Sums> = {}): void {
    const { left } = this.#kind(name);
    const known = left.get(why) ?? { ...NONE, places: [] };
    add(known, sums);
    known.places.push(...places.slice(0, PLACES - known.places.length));
    left.set(why, known);
  }

  /** Adds a remark about the import as a whole. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** Throws if a row is neither imported nor left out, which would be a bug. */
  check(): void {
    for (const [name, { read, taken, left }] of this.#kinds) {
      const sum = { ...NONE };
      for (const part of [taken, ...left.values()]) add(sum, part);
      for (const what of ['rows', 'up', 'down', 'seconds'] as const)
        if (sum[what] !== read[what]) throw new Error(`${name}: ${what} read ${read[what]}, accounted for ${sum[what]}`);
    }
  }

  toString(): string {
    const lines: string[] = [];
    for (const [name, { isMeasured, read, taken, left }] of this.#kinds) {
      const said = (sums: Sums) => `${sums.rows}${isMeasured ? ` (${sums.up} bytes up, ${sums.down} down, ${sums.seconds} s)` : ''}`;
      lines.push(`${name}: ${said(read)}`);
      if (taken.rows > 0) lines.push(`  taken: ${said(taken)}`);
      for (const [why, what] of left) {
        const at = what.places.length === 0 ? '' : `; ${what.places.join(', ')}${what.rows > what.places.length ? ' …' : ''}`;
        lines.push(`  ${why}: ${said(what)}${at}`);
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
