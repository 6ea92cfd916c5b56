// @ts-check

/**
 * A table row: 0 and 1 for booleans, null for unset moments.
 *
 * @typedef {{ id: number, [column: string]: any }} Row
 * @typedef {{ recorded_at: string, tables: Record<string, Record<string, unknown>[]> }} Fixture
 */

/** The tables of a back end in memory. Like a database, it never reuses ids. */
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

  /** Takes the next id, which is used up even if its row is then refused. @param {string} table */
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
