/** RADIUS over TLS (RFC 6614): packets back to back on persistent connections. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, createServer, type PeerCertificate, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { startJob, type BackgroundJob } from '../backgroundJob';
import { HEADER_BYTES, MAX_PACKET_BYTES } from './codec';
import { countedAddress } from '../limits/countedAddress';
import { ConfigError } from '../config';
import { expectedFailure } from '../expectedFailure';
import type { RefusedConnection } from './refusals';
import type { Outcome, RadiusService } from './service';
import type { Sender } from './whose';

/**
 * In PEM format. With a CA, units must present a certificate signed by it that contains their uuid; without a CA, units are authenticated
 * by their secret, as over UDP.
 */
export interface Certificates {
  cert: Buffer;
  key: Buffer;
  ca?: Buffer | undefined;
}

/**
 * Reads the files. Rejects with a ConfigError that names the setting of an unreadable file, or says that certificate and key don't match.
 */
export async function readCertificates({ cert, key, ca }: { cert: string; key: string; ca: string | undefined }): Promise<Certificates> {
  const certificates = {
    cert: await readSettingFile('PORTICO_RADSEC_CERT', cert),
    key: await readSettingFile('PORTICO_RADSEC_KEY', key),
    ca: ca === undefined ? undefined : await readSettingFile('PORTICO_RADSEC_CA', ca),
  };
  try {
    createSecureContext(contextOf(certificates));
  } catch (cause) {
    const message = 'PORTICO_RADSEC_CERT, _KEY and _CA: the certificate, its key or the CA is not PEM, or they do not belong together.';
    throw new ConfigError(message, { cause });
  }
  return certificates;
}

async function readSettingFile(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new ConfigError(`${setting}: ${expectedFailure(cause) ?? String(cause)}`, { cause });
  }
}

/** Milliseconds between checks of the files. */
const LOOKED_AT_EVERY = 60_000;

/**
 * Checks the certificate files periodically and passes changed ones to `renew`. An error is reported once, and the previous certificates
 * stay in use.
 */
export function keepCertificates(
  files: Parameters<typeof readCertificates>[0],
  used: Certificates,
  renew: (certificates: Certificates) => void,
  { onFailure, every = LOOKED_AT_EVERY }: { onFailure: (error: unknown) => void; every?: number },
): BackgroundJob {
  let last = used;
  let reported = '';
  return startJob(async () => {
    try {
      const found = await readCertificates(files);
      if (!isSame(found, last)) {
        renew(found);
        last = found;
      }
      reported = '';
    } catch (error) {
      const why = String(error);
      if (why !== reported) onFailure(error);
      reported = why;
    }
    return every;
  }, every);
}

const isSame = (one: Certificates, other: Certificates): boolean =>
  (['cert', 'key', 'ca'] as const).every((name) => Buffer.compare(one[name] ?? Buffer.alloc(0), other[name] ?? Buffer.alloc(0)) === 0);

export interface RadsecListener {
  port: number;
  /**
   * Replaces the certificates for new connections; open ones keep theirs. Throws, without any change, if certificate and key don't match.
   */
  renew: (certificates: Certificates) => void;
  close: () => Promise<void>;
}

interface Options {
  host: string;
  port: number;
  certificates: Certificates;
  service: Pick<RadiusService, 'receive'>;
  onFailure: (error: unknown) => void;
  /** Called when a handshake fails, unless the connection was just closed, as by scanners. */
  onRefusedConnection?: ((connection: RefusedConnection) => void) | undefined;
  /** Milliseconds within which a unit must authenticate. */
  unprovenFor?: number | undefined;
}

/**
 * Maximum connections in total; maximum unauthenticated connections per network; and the milliseconds within which a unit must
 * authenticate, including the TLS handshake. At either limit the oldest unauthenticated connection is closed for a new one, so that
 * strangers who only connect keep no unit out, not even from behind its own address.
 */
const MAX_CONNECTIONS = 1000;
const MAX_UNPROVEN_CONNECTIONS = 100;
const UNPROVEN_FOR = 10_000;

/** Milliseconds of inactivity before a connection is closed; units send Status-Server more often. */
const SILENCE = 10 * 60_000;

/** Outcomes that show that a unit sent the packet. */
const PROVEN: ReadonlySet<Outcome> = new Set(['answered', 'repeated']);

/** Packets of one connection processed concurrently; at the limit the socket is paused. */
const AT_ONCE = 32;

export async function listenRadsec({
  host,
  port,
  certificates,
  service,
  onFailure,
  onRefusedConnection,
  unprovenFor = UNPROVEN_FOR,
}: Options): Promise<RadsecListener> {
  const connections = boundedConnections(unprovenFor);
  const isMutual = certificates.ca !== undefined;
  const server = createServer(
    { ...contextOf(certificates), requestCert: isMutual, rejectUnauthorized: isMutual, handshakeTimeout: unprovenFor },
    (socket) => {
      const prove = () => connections.proven(socket);
      if (socket.authorized) prove();
      serve(socket, service, prove);
    },
  );
  // Counted before the handshake, which costs more than closing the connection.
  server.on('connection', (socket: Socket) => connections.add(socket));
  // Node has closed the connection. That a certificate isn't trusted it says on the socket only, which no longer knows its peer.
  server.on('tlsClientError', (error: NodeJS.ErrnoException, { remoteAddress: address, authorizationError }) => {
    // Its type in Node's library is wrong: a code, or nothing.
    const untrusted = authorizationError as unknown as string | null | undefined;
    const why = untrusted ?? (error.code === 'ECONNRESET' ? undefined : (error.code ?? error.message));
    if (why !== undefined) onRefusedConnection?.({ ...(address !== undefined && { address }), why });
  });
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.on('error', onFailure);
  return {
    port: (server.address() as AddressInfo).port,
    renew: (renewed) => server.setSecureContext(contextOf(renewed)),
    close: async () => {
      const over = once(server, 'close');
      server.close();
      connections.closeAll();
      await over;
    },
  };
}

/** Limits TCP connections by remote address, before TLS wraps them. */
function boundedConnections(unprovenFor: number) {
  const open = new Map<string, { socket: Socket; network: string; timer: NodeJS.Timeout | null }>();
  const nameOf = ({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>) => `${remoteAddress} ${remotePort}`;
  const drop = (name: string, { socket }: { socket: Socket }) => {
    socket.destroy();
    open.delete(name);
  };
  return {
    add: (socket: Socket) => {
      const network = countedAddress(socket.remoteAddress ?? '').wide;
      const unproven = [...open].filter(([, { timer }]) => timer !== null);
      const ofNetwork = unproven.filter(([, each]) => each.network === network);
      const isFull = open.size >= MAX_CONNECTIONS;
      const [oldest] = ofNetwork.length >= MAX_UNPROVEN_CONNECTIONS ? ofNetwork : isFull ? unproven : [];
      if (oldest) drop(...oldest);
      else if (isFull) {
        socket.destroy();
        return;
      }
      const name = nameOf(socket);
      const timer = setTimeout(() => socket.destroy(), unprovenFor);
      open.set(name, { socket, network, timer });
      socket.once('close', () => {
        clearTimeout(timer);
        if (open.get(name)?.socket === socket) open.delete(name);
      });
    },
    /** Marks a connection as authenticated: it may be idle, and isn't closed for a new one. */
    proven: (socket: Pick<Socket, 'remoteAddress' | 'remotePort'>) => {
      const found = open.get(nameOf(socket));
      if (!found?.timer) return;
      clearTimeout(found.timer);
      found.timer = null;
    },
    closeAll: () => {
      for (const { socket } of open.values()) socket.destroy();
    },
  };
}

const contextOf = ({ cert, key, ca }: Certificates): SecureContextOptions => ({ cert, key, ...(ca && { ca }), minVersion: 'TLSv1.2' });

/** `prove` is called when a packet has shown that the connection is a unit's. */
function serve(socket: TLSSocket, service: Options['service'], prove: () => void): void {
  const from: Sender = {
    address: socket.remoteAddress ?? '',
    port: socket.remotePort ?? 0,
    isReliable: true,
    ...(socket.authorized && { names: namesIn(socket.getPeerCertificate()) }),
  };
  let rest: Buffer = Buffer.alloc(0);
  let working = 0;
  const take = () => {
    while (working < AT_ONCE) {
      if (rest.length < HEADER_BYTES) break;
      const length = rest.readUInt16BE(2);
      if (length < HEADER_BYTES || length > MAX_PACKET_BYTES) {
        // The start of the next packet can't be determined.
        socket.destroy();
        return;
      }
      if (rest.length < length) break;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      working += 1;
      void service
        .receive(null, bytes, from, (answer) => written(socket, answer))
        .then((outcome) => {
          if (PROVEN.has(outcome)) prove();
          working -= 1;
          take();
        });
    }
    if (working < AT_ONCE) socket.resume();
    else socket.pause();
  };
  socket.setTimeout(SILENCE, () => socket.destroy());
  // An error on one connection must not affect anything else.
  socket.on('error', () => socket.destroy());
  socket.on('data', (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    take();
  });
}

/** Names a certificate was issued for: CN and DNS alternative names. */
function namesIn({ subject, subjectaltname }: PeerCertificate): string[] {
  const alternative = (subjectaltname ?? '').split(', ').flatMap((each) => (each.startsWith('DNS:') ? [each.slice(4)] : []));
  return [subject.CN, ...alternative].flat().filter((name) => typeof name === 'string');
}

async function written(socket: TLSSocket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
}
