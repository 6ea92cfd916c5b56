import { findNodes } from '../run/nodes.mjs';
import { missing } from './missing.mjs';

/** PORTICO_TEST_NODES: the programs of other versions of Node, by version, as JSON; unset where they could not be fetched. */
export function fetchNodes() {
  try {
    process.env.PORTICO_TEST_NODES = JSON.stringify(findNodes());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    missing('Another version of Node', 'the tests on other versions');
  }
}
