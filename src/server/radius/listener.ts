/** RADIUS over UDP, with one socket each for authentication and accounting, and over TLS for both (RadSec). */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { CannotListenError } from '../http/listening';
import { listenRadsec, type Certificates, type RadsecListener } from './radsec';
import type { RefusedConnection } from './refusals';
import { radiusService, type Outcome, type RadiusService, type ServiceOptions } from './service';
import { unreadPackets } from './unreadPackets';

export interface RadiusListener extends Pick<RadiusService, 'flush'> {
  ports: Ports;
  /** Packets by outcome; `unread` are those that the system dropped before the server could read them (unreadPackets.ts). */
  counts: () => Readonly<Record<Outcome, number> & { unread?: number }>;
  /** Replaces the RadSec certificates, see radsec.ts; has no effect if RadSec is off. */
  renew: (certificates: Certificates) => void;
  /** Waits for packets still being processed. */
  close: () => Promise<void>;
}

interface Ports {
  authentication: number;
  accounting: number;
  /** RadSec. */
  tls: number;
}

interface Options extends ServiceOptions {
  host: string;
  ports: Ports;
  /** Whether to listen on any free ports if the two UDP ports are taken. */
  mayMove?: boolean;
  /** RadSec is off if absent. */
  certificates?: Certificates | undefined;
  /** Called when the handshake of a RadSec connection fails. */
  onRefusedConnection?: ((connection: RefusedConnection) => void) | undefined;
  /** Milliseconds within which a unit must authenticate on a RadSec connection. */
  unprovenFor?: number | undefined;
}

/** Listens on all ports. Rejects, with all sockets closed, if one of them can't be used. */
export async function listenRadius({
  host,
  ports,
  mayMove = false,
  certificates,
  unprovenFor,
  onRefusedConnection,
  ...options
}: Options): Promise<RadiusListener> {
  const service = radiusService(options);
  const sockets: Socket[] = [];
  let tls: RadsecListener | undefined;
  const close = async () => {
    for (const socket of sockets) socket.removeAllListeners('message');
    await tls?.close();
    await service.close();
    await Promise.all(sockets.map(closed));
  };
  try {
    for (const kind of ['authentication', 'accounting'] as const) {
      const socket = await bound(host, ports[kind]).catch(async (error: unknown) => {
        if (!mayMove) throw error;
        return bound(host, 0);
      });
      sockets.push(socket);
      socket.on('error', options.onFailure);
      socket.on('message', (bytes, from) => {
        const { address, port } = from;
        void service.receive(kind, bytes, { address, port, isReliable: false }, (answer) => sent(socket, answer, from));
      });
    }
    if (certificates) {
      const { onFailure } = options;
      tls = await listenRadsec({ host, port: ports.tls, certificates, service, onFailure, onRefusedConnection, unprovenFor });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const [authentication = 0, accounting = 0] = sockets.map((socket) => socket.address().port);
  return {
    ports: { authentication, accounting, tls: tls?.port ?? 0 },
    renew: (renewed) => tls?.renew(renewed),
    counts: () => {
      const unread = unreadPackets([authentication, accounting]);
      return { ...service.counts(), ...(unread !== null && { unread }) };
    },
    flush: service.flush,
    close,
  };
}

/** Turns an error of `listenRadius` into a readable one if the cause is known; otherwise returns it unchanged. */
export function whyNoRadius(error: unknown, { host, ports, certificates }: Pick<Options, 'host' | 'ports' | 'certificates'>): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const all = [ports.authentication, ports.accounting, ...(certificates ? [ports.tls] : [])].join(', ');
  const where = `RADIUS on ${host}, ports ${all}`;
  const advice = 'Set PORTICO_RADIUS_HOST and PORTICO_RADIUS_PORTS to an address of this machine and free ports.';
  if (code === 'EADDRINUSE') return new CannotListenError(`${where}: one of them is in use. ${advice}`);
  if (code === 'EACCES') return new CannotListenError(`${where}: this user may not listen there. ${advice}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CannotListenError(`${where}: this machine has no such address. ${advice}`);
  return error;
}

/** Receive buffer of a socket in bytes, for some thousands of packets at once; the system may cap it (net.core.rmem_max). */
const RECEIVED = 2 ** 22;

async function sent(socket: Socket, bytes: Buffer, to: { address: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.send(bytes, to.port, to.address, (error) => (error ? reject(error) : resolve()));
  });
}

async function bound(host: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: RECEIVED });
  try {
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    await closed(socket);
    throw error;
  }
}

async function closed(socket: Socket): Promise<void> {
  const over = once(socket, 'close');
  socket.close();
  await over;
}
