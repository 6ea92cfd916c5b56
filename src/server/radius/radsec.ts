/** RADIUS over TLS (RFC 6614): packets one after the other on connections that stay open. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type PeerCertificate, type TLSSocket } from 'node:tls';
import { HEADER_BYTES, MAX_PACKET_BYTES } from './codec';
import type { RadiusService, Sender } from './service';

/** PEM. With a CA, units must have certificates of it that name their uuid; without one, their secret proves them as over UDP. */
export interface Certificates {
  cert: Buffer;
  key: Buffer;
  ca?: Buffer | undefined;
}

/** Rejects with an error that names the file which can't be read. */
export async function readCertificates({ cert, key, ca }: { cert: string; key: string; ca: string | undefined }): Promise<Certificates> {
  return { cert: await readFile(cert), key: await readFile(key), ca: ca === undefined ? undefined : await readFile(ca) };
}

export interface RadsecListener {
  port: number;
  close: () => Promise<void>;
}

interface Options {
  host: string;
  port: number;
  certificates: Certificates;
  service: Pick<RadiusService, 'receive'>;
  onFailure: (error: unknown) => void;
}

const MAX_CONNECTIONS = 1000;

/** Milliseconds for a handshake, and of silence after which a connection is closed; units ask for the status more often. */
const HANDSHAKE = 10_000;
const SILENCE = 10 * 60_000;

/** Packets of a connection that are worked on; it isn't read meanwhile. */
const AT_ONCE = 32;

export async function listenRadsec({ host, port, certificates, service, onFailure }: Options): Promise<RadsecListener> {
  const open = new Set<TLSSocket>();
  const isMutual = certificates.ca !== undefined;
  const { cert, key, ca } = certificates;
  const server = createServer(
    {
      cert,
      key,
      ...(ca && { ca }),
      requestCert: isMutual,
      rejectUnauthorized: isMutual,
      minVersion: 'TLSv1.2',
      handshakeTimeout: HANDSHAKE,
    },
    (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      serve(socket, service);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  // Scanners and units with a wrong certificate; the connection is closed.
  server.on('tlsClientError', () => undefined);
  server.listen(port, host);
  await once(server, 'listening');
  server.on('error', onFailure);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const over = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await over;
    },
  };
}

function serve(socket: TLSSocket, service: Options['service']): void {
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
        // Where the next packet begins is unknown.
        socket.destroy();
        return;
      }
      if (rest.length < length) break;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      working += 1;
      void service
        .receive(null, bytes, from, (answer) => written(socket, answer))
        .then(() => {
          working -= 1;
          take();
        });
    }
    if (working < AT_ONCE) socket.resume();
    else socket.pause();
  };
  socket.setTimeout(SILENCE, () => socket.destroy());
  // What ends a connection ends nothing else.
  socket.on('error', () => socket.destroy());
  socket.on('data', (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    take();
  });
}

/** The names that a certificate is for. */
function namesIn({ subject, subjectaltname }: PeerCertificate): string[] {
  const alternative = (subjectaltname ?? '').split(', ').flatMap((each) => (each.startsWith('DNS:') ? [each.slice(4)] : []));
  return [subject.CN, ...alternative].flat().filter((name) => typeof name === 'string');
}

async function written(socket: TLSSocket, bytes: Buffer): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
}
