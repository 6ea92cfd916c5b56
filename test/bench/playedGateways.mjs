/** Makes the tests' simulated gateways, which are in TypeScript, available to benchmarks. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { CACHE, ROOT } from '../../scripts/paths.mjs';

/** @returns {Promise<typeof import('../support/peers/gateways')>} */
export async function playedGateways() {
  const outfile = path.join(CACHE, 'benchGateways.mjs');
  await build({
    entryPoints: [path.join(ROOT, 'test/support/peers/gateways.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return import(pathToFileURL(outfile).href);
}

/** Makes gateways, each with a device that is new there. */
export async function newGateways(/** @type {object} */ options) {
  const { playedChilli } = await playedGateways();
  let devices = 0;
  return () => {
    devices += 1;
    const deviceMac = `02-BE-E2-00-00-${devices.toString(16).padStart(2, '0').toUpperCase()}`;
    return playedChilli({ ...options, deviceMac, uamsecret: options.unit.secret });
  };
}
