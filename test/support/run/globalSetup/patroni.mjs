import { hasPatroni } from '../patroni.mjs';
import { missing } from './missing.mjs';

/** In the long run, sets PORTICO_TEST_PATRONI if Patroni, etcd and PostgreSQL are installed. */
export function lookForPatroni() {
  if (process.env.PORTICO_LONG !== '1') return;
  if (hasPatroni()) process.env.PORTICO_TEST_PATRONI = 'installed';
  else missing('Patroni', 'the tests of a failover by Patroni', ['patroni', 'etcd-server']);
}
