/** Request and response over UDP, with retransmission. */
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Milliseconds to wait for an answer per attempt, unless the caller passes its own. */
const WAITS = [1000, 2000, 3000] as const;

/**
 * Sends and retransmits until `take` accepts a datagram or the last wait is over (null). Other datagrams are ignored. Rejects only if this
 * machine can't send to that address.
 */
export async function exchange<T>(
  bytes: Buffer,
  { address, port }: { address: string; port: number },
  waits: readonly number[] | undefined,
  take: (datagram: Buffer) => T | null,
): Promise<T | null> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    return await new Promise<T | null>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (answer: T | null) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const trying = (nth: number) => {
        const wait = (waits ?? WAITS)[nth];
        if (wait === undefined) {
          // After a busy moment timers come before datagrams that are already there.
          setImmediate(end, null);
          return;
        }
        socket.send(bytes, port, address, (error) => {
          if (error) reject(error);
        });
        timer = setTimeout(trying, wait, nth + 1);
      };
      socket.on('error', reject);
      socket.on('message', (datagram) => {
        const answer = take(datagram);
        if (answer !== null) end(answer);
      });
      trying(0);
    });
  } finally {
    socket.close();
  }
}
