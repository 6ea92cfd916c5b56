// @ts-check

/**
 * A row as its table holds it: 0 and 1 for booleans, null for moments that are unset.
 *
 * @typedef {{ id: number, [column: string]: any }} Row
 * @typedef {{ recorded_at: string, tables: Record<string, Record<string, unknown>[]> }} Fixture
 */

/** The tables of a back end, in memory, with ids counted as a database does: none is given twice. */
export class Rows {
  /** @param {Fixture} fixture */
  constructor(fixture) {
    const copies = Object.entries(fixture.tables).map(([name, rows]) => [name, rows.map((row) => ({ ...row }))]);
    /** @type {Map<string, Row[]>} */
    this.tables = new Map(/** @type {[string, Row[]][]} */ (copies));
    this.lastIds = new Map([...this.tables].map(([name, rows]) => [name, Math.max(0, ...rows.map((row) => row.id))]));
  }

  /** @param {string} table */
  all(table) {
    const rows = this.tables.get(table);
    if (!rows) throw new Error(`no table ${table}`);
    return rows;
  }

  /**
   * @param {string} table
   * @param {number} id
   */
  byId(table, id) {
    return this.all(table).find((row) => row.id === id);
  }

  /** The next id, which is gone also when the row that it was for is refused. @param {string} table */
  takeId(table) {
    const id = (this.lastIds.get(table) ?? 0) + 1;
    this.lastIds.set(table, id);
    return id;
  }

  /**
   * @param {string} table
   * @param {Record<string, any>} columns
   * @returns {Row}
   */
  insert(table, columns) {
    const row = { ...columns, id: this.takeId(table) };
    this.all(table).push(row);
    return row;
  }

  /**
   * @param {string} table
   * @param {(row: Row) => boolean} which
   */
  remove(table, which) {
    this.tables.set(
      table,
      this.all(table).filter((row) => !which(row)),
    );
  }
}
