/** Starts a server with RADIUS on each engine, for measurements. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVER } from '../../scripts/paths.mjs';
import { startPortico } from '../support/run/portico.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { freeUdpPort } from '../support/run/udpPort.mjs';

/** @typedef {{ what: string, measured: number, unit: string, budget?: number, least?: number, digits?: number }} Row */
/** @typedef {'PGlite' | 'PostgreSQL'} Engine */
/** @typedef {{ engine: Engine, url: string, authentication: number, accounting: number }} Served its address, and its ports for RADIUS */

/**
 * Measures on both engines, one after the other.
 *
 * @param {(served: Served) => Promise<Row[]>} measure
 * @param {Record<string, string>} [slowed] variables of the process that writes to the disk
 */
export async function onBothEngines(measure, slowed = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-radius-'));
  try {
    const rows = await onServer('PGlite', { PORTICO_DATA: path.join(folder, 'data') }, measure, slowed);
    const bin = findPostgres();
    if (bin === undefined) return [...rows, { what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
    const postgres = await startPostgres(bin, undefined, undefined, { isDurable: true, env: { ...process.env, ...slowed } });
    try {
      return [...rows, ...(await onServer('PostgreSQL', { DATABASE_URL: postgres.url }, measure))];
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Engine} engine
 * @param {Record<string, string>} storage
 * @param {(served: Served) => Promise<Row[]>} measure
 * @param {Record<string, string>} [served] variables of the server alone
 */
async function onServer(engine, storage, measure, served = {}) {
  const cli = process.env.BENCH_SERVER ?? SERVER;
  const env = { ...storage, PORTICO_LOGIN_LIMIT: '0', LOG_LEVEL: 'error' };
  execFileSync(process.execPath, [cli, 'seed', '--size', 'small', '--yes'], { env: { ...process.env, ...env } });
  const [authentication, accounting] = [await freeUdpPort(), await freeUdpPort()];
  const radius = { PORTICO_RADIUS: 'on', PORTICO_RADIUS_PORTS: `${String(authentication)},${String(accounting)}` };
  const server = await startPortico({ cli, args: ['serve', '--port', '0'], env: { ...env, ...radius, ...served, PORTICO_METRICS: 'on' } });
  try {
    return await measure({ engine, url: server.url, authentication, accounting });
  } finally {
    await server.stop();
  }
}
