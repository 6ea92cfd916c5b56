import { existsSync } from 'node:fs';
import { missing } from './missing.mjs';

const HAPROXY = '/usr/sbin/haproxy';
const NGINX = '/usr/sbin/nginx';

/** In the long run, sets PORTICO_TEST_HAPROXY and PORTICO_TEST_NGINX to the paths of HAProxy and nginx if they are installed. */
export function lookForBalancers() {
  if (process.env.PORTICO_LONG !== '1') return;
  if (existsSync(HAPROXY)) process.env.PORTICO_TEST_HAPROXY = HAPROXY;
  else missing('HAProxy', 'the tests of a replica that hangs, and of rolling updates, behind it', ['haproxy']);
  if (existsSync(NGINX)) process.env.PORTICO_TEST_NGINX = NGINX;
  else missing('nginx', 'the tests of rolling updates, and of plain http, behind it', ['nginx']);
}
