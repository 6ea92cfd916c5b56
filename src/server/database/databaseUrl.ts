/** DATABASE_URL: the address of one PostgreSQL server, or of a primary and its standbys, in libpq's form. */

/** Splits the URL into what precedes the hosts, the hosts, and what follows: `postgres://user:password@` `a:5432,b:5432` `/database`. */
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/;

/** What follows the hosts when they were looked for in vain: a `/`, `?` or `#` in the password ends it. */
const BROKEN_OFF = /#|^[^?]*@|^\?.*@/;

/** libpq's parameter for which server to use. Portico always uses the one that accepts writes. */
const TARGET = 'target_session_attrs';
const TARGETS = [null, 'read-write', 'primary'];

/** Whether the text is a valid address of one server or several. */
export function isDatabaseUrl(url: string): boolean {
  if (BROKEN_OFF.test(SHAPE.exec(url)?.[3] ?? '')) return false;
  const addresses = addressesIn(url);
  return addresses.every((address) => {
    if (!URL.canParse(address)) return false;
    const { host, searchParams } = new URL(address);
    // A URL without a host connects to a socket, named in `?host=`.
    return TARGETS.includes(searchParams.get(TARGET)) && (host !== '' || addresses.length === 1);
  });
}

/** Database and servers without user and password, for messages: `portico on a:5432, b:5432`. */
export function describeDatabase(url: string): string {
  const addresses = addressesIn(url).map((address) => new URL(address));
  return `${addresses[0]?.pathname.slice(1) ?? ''} on ${addresses.map(({ host }) => host).join(', ')}`;
}

/** An address for each host. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = SHAPE.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
