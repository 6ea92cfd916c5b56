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
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function newAuthority(name: string): Authority {
  const own = madeIn((run) => run('req', '-x509', ...NEW_KEY, '-keyout', 'key', '-out', 'cert', '-days', '2', '-subj', `/CN=${name}`));
  return {
    ...own,
    issue: (subject) =>
      madeIn((run, write) => {
        write('ca.pem', own.cert);
        write('ca.key', own.key);
        write('extensions', `subjectAltName=${isIP(subject) === 0 ? 'DNS' : 'IP'}:${subject}`);
        run('req', ...NEW_KEY, '-keyout', 'key', '-out', 'request', '-subj', `/CN=${subject}`);
        const byAuthority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'extensions'];
        run('x509', '-req', '-in', 'request', '-out', 'cert', ...byAuthority);
      }),
  };
}

/** The files `cert` and `key` that these steps leave in a folder, which is gone afterwards. */
function madeIn(steps: (run: (...args: string[]) => void, write: (file: string, content: Buffer | string) => void) => void): Pair {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-certificates-'));
  const inFolder = (file: string) => path.join(folder, file);
  try {
    steps(
      (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }),
      (file, content) => writeFileSync(inFolder(file), content),
    );
    return { cert: readFileSync(inFolder('cert')), key: readFileSync(inFolder('key')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
