/** DATABASE_URL: the address of a PostgreSQL, or of several that are one database and its copies, as libpq writes them. */

/** What precedes the hosts, the hosts, and what follows them: `postgres://user:password@` `a:5432,b:5432` `/database`. */
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/;

/** libpq's parameter for which server to take. Ours is always the one that takes writes. */
const TARGET = 'target_session_attrs';
const TARGETS = [null, 'read-write', 'primary'];

/** Whether it is an address of one server or several, as libpq writes them. */
export function isDatabaseUrl(url: string): boolean {
  const addresses = addressesIn(url);
  return addresses.every((address) => {
    if (!URL.canParse(address)) return false;
    const { host, searchParams } = new URL(address);
    // One without a host is a socket, named in `?host=`.
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
