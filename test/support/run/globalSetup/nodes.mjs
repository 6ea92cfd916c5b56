import { findNodes } from '../nodes.mjs';
import { missing } from './missing.mjs';

/** PORTICO_TEST_NODES: paths of other Node versions' executables as JSON, by version; unset if they couldn't be fetched. */
export function fetchNodes() {
  try {
    process.env.PORTICO_TEST_NODES = JSON.stringify(findNodes());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    missing('Another version of Node', 'the tests on other versions', []);
  }
}
