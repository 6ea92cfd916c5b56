/**
 * Prepared statements for the embedded database. PGlite's own query parses and plans every statement anew and calls into WebAssembly five
 * times: a third of the time of a list, and most of that of a small query. See
 * docs/decisions/0028-prepared-statements-for-the-embedded-engine.md.
 */
import { Buffer } from 'node:buffer';
import { messages, protocol, type PGlite, type Results } from '@electric-sql/pglite';

const { serialize } = protocol;

type Options = Parameters<PGlite['query']>[2];

/** Size of the cache; the least recently used statement is evicted. */
const MOST = 200;

/** SQLSTATE for a prepared statement whose result type has changed because a table was altered. */
const STALE = '0A000';

/** A search. PostgreSQL needs the actual pattern to choose a good plan: with a cached plan, searches took twice as long. */
const SEARCH = /\bi?like\b/i;

/** Type bytes of PostgreSQL's protocol messages. */
const [DATA_ROW, COMMAND_COMPLETE, ERROR] = 'D C E'.split(' ').map((letter) => letter.charCodeAt(0));

interface Prepared {
  name: string;
  parameterTypes: number[];
  fields: Results['fields'];
}

export class PreparedStatements {
  readonly #pg: PGlite;
  /** By SQL text, least recently used first. Null: seen only once, so not worth preparing. */
  readonly #known = new Map<string, Prepared | null>();
  #made = 0;

  constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /**
   * Answers like PGlite's own query. Undefined if the caller has to use that instead: the statement is new, a search, can't be prepared,
   * or has unusual options. Needs exclusive use of the database meanwhile. Throws PGlite's DatabaseError.
   */
  async run(text: string, params: readonly unknown[], options: Options): Promise<Results<unknown> | undefined> {
    const { rowMode = 'object', parsers = {}, ...unusual } = options ?? {};
    const statement = SEARCH.test(text) || Object.keys(unusual).length > 0 ? null : await this.#find(text);
    if (statement === null) return undefined;
    const { name, parameterTypes, fields } = statement;
    const values = params.map((value, nth) => written(value, this.#pg.serializers[parameterTypes[nth] ?? '']));
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute(), serialize.sync());
    const readers = fields.map(({ dataTypeID: type }) => {
      const parse = parsers[type] ?? this.#pg.parsers[type];
      return (field: string): unknown => (parse ? parse(field, type) : field);
    });
    const rows: unknown[] = [];
    let tag = '';
    for (const { kind, body } of messagesIn(answer)) {
      if (kind === DATA_ROW) {
        const row = rowIn(body, readers);
        rows.push(rowMode === 'array' ? row : Object.fromEntries(row.map((value, nth) => [fields[nth]?.name, value])));
      } else if (kind === COMMAND_COMPLETE) {
        tag = body.toString('utf8', 0, body.length - 1);
      } else if (kind === ERROR) {
        const error = allIn(answer).find((message) => message instanceof messages.DatabaseError);
        if (error?.code !== STALE)
          throw Object.assign(error ?? new Error('PostgreSQL rejected a statement, but its error message is unreadable'), {
            query: text,
            params,
            queryOptions: options,
          });
        this.#known.set(text, null);
        await this.#close(statement);
        return undefined;
      }
    }
    return { rows, fields, ...countsIn(tag) };
  }

  async #find(text: string): Promise<Prepared | null> {
    const known = this.#known.get(text);
    const statement = known === null ? await this.#prepare(text) : (known ?? null);
    this.#known.delete(text);
    this.#known.set(text, statement);
    if (this.#known.size > MOST) await this.#forgetOldest();
    return statement;
  }

  /** Null if PostgreSQL rejects it; PGlite's own query then reports why. */
  async #prepare(text: string): Promise<Prepared | null> {
    const name = `portico_${String((this.#made += 1))}`;
    const answer = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync());
    const replies = allIn(answer);
    if (replies.some((message) => message instanceof messages.DatabaseError)) return null;
    return {
      name,
      parameterTypes: replies.find((message) => message instanceof messages.ParameterDescriptionMessage)?.dataTypeIDs ?? [],
      fields: replies.find((message) => message instanceof messages.RowDescriptionMessage)?.fields.map(fieldOf) ?? [],
    };
  }

  async #forgetOldest(): Promise<void> {
    const [oldest] = this.#known;
    if (oldest === undefined) return;
    const [text, statement] = oldest;
    this.#known.delete(text);
    if (statement) await this.#close(statement);
  }

  async #close({ name }: Prepared): Promise<void> {
    await this.#send(serialize.close({ type: 'S', name }), serialize.sync());
  }

  /** Sends messages in one batch and returns PostgreSQL's response, unparsed. */
  async #send(...parts: Uint8Array[]): Promise<Buffer> {
    const answer: Buffer[] = [];
    // Copied, because `part` is a view of WebAssembly's memory.
    await this.#pg.execProtocolRawStream(Buffer.concat(parts), { syncToFs: false, onRawData: (part) => answer.push(Buffer.from(part)) });
    return Buffer.concat(answer);
  }
}

/** A parameter as text, as PGlite's own query writes it. */
function written(value: unknown, serialize: ((value: unknown) => string) | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (serialize) return serialize(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const fieldOf = ({ name, dataTypeID }: messages.Field) => ({ name, dataTypeID });

/** A message is its type byte, its length (which includes itself) and its body. */
function* messagesIn(answer: Buffer): Generator<{ kind: number | undefined; body: Buffer }> {
  for (let at = 0, end = 0; at < answer.length; at = end) {
    end = at + 1 + answer.readInt32BE(at + 1);
    yield { kind: answer[at], body: answer.subarray(at + 5, end) };
  }
}

/** A row's fields, each preceded by its length, which is -1 for null. */
function rowIn(body: Buffer, readers: ((field: string) => unknown)[]): unknown[] {
  let at = 2;
  return readers.map((read) => {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return read(body.toString('utf8', at - length, at));
  });
}

/** Counts from a command tag such as `SELECT 25` or `INSERT 0 1`. */
function countsIn(tag: string): Pick<Results, 'affectedRows' | 'command' | 'rowCount'> {
  const [command = '', ...numbers] = tag.split(' ');
  const count = Number(numbers.at(-1));
  if (Number.isNaN(count)) return { command, affectedRows: 0 };
  return { command, rowCount: count, affectedRows: command === 'SELECT' ? 0 : count };
}

function allIn(answer: Buffer): messages.BackendMessage[] {
  const all: messages.BackendMessage[] = [];
  new protocol.Parser().parse(answer, (message) => all.push(message));
  return all;
}
