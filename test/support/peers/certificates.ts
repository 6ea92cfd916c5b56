/** Certificates for tests, made by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Pair {
  cert: Buffer;
  key: Buffer;
}

export interface Authority extends Pair {
  /** A certificate of this authority, for a name or an address. */
  issue: (name: string) => Pair;
  remove: () => void;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function newAuthority(name: string): Authority {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-certificates-'));
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  run('req', '-x509', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', `/CN=${name}`);
  const read = (file: string) => readFileSync(path.join(folder, file));
  return {
    cert: read('ca.pem'),
    key: read('ca.key'),
    issue: (subject) => {
      run('req', ...NEW_KEY, '-keyout', 'one.key', '-out', 'one.csr', '-subj', `/CN=${subject}`);
      writeFileSync(path.join(folder, 'one.ext'), `subjectAltName=${isIP(subject) === 0 ? 'DNS' : 'IP'}:${subject}`);
      run(
        'x509',
        '-req',
        '-in',
        'one.csr',
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-out',
        'one.pem',
        '-days',
        '2',
        '-extfile',
        'one.ext',
      );
      return { cert: read('one.pem'), key: read('one.key') };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
