/** The machine: its version of Node, memory, files, randomness and network interfaces. */
import { type Fault, isEmbedded, MB, megabytes } from './fault';

/** Minimum memory in bytes: for the embedded database, for its creation at the first start, and for a replica on PostgreSQL. */
export const MEMORY = { embedded: 640 * MB, firstStart: 900 * MB, postgres: 256 * MB };
/** Minimum number of open files. */
const OPEN_FILES = 4096;
/** Minimum MTU guaranteed by IPv6; RADIUS packets and TLS need more. */
const MTU = 1280;
/** Minimum entropy, in bits. */
const ENTROPY = 128;

export const MACHINE_FAULTS = {
  node_version: {
    find: ({ machine: { nodeVersion } }) => {
      const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number);
      const isKnown = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
      return !isKnown && { wrong: `Node ${nodeVersion} runs Portico.`, mend: 'Install Node 24, 22.12 or later, or 20.19 or later.' };
    },
  },
  memory_low: {
    find: (it) => {
      const least = isEmbedded(it) ? MEMORY.embedded : MEMORY.postgres;
      return (
        it.machine.memory < least && {
          wrong: `There are ${megabytes(it.machine.memory)} of memory, and Portico needs ${megabytes(least)}.`,
          mend: 'Raise the limit of the container or service, or use PostgreSQL on another machine (DATABASE_URL).',
        }
      );
    },
  },
  open_files_low: {
    find: ({ machine: { openFiles } }) =>
      openFiles !== null &&
      openFiles < OPEN_FILES && {
        wrong: `This process may open ${openFiles} files, connections included.`,
        mend: `Set LimitNOFILE=65536 in the service, or ulimit -n ${OPEN_FILES} before the start.`,
      },
  },
  entropy_low: {
    find: ({ machine: { entropy } }) =>
      entropy !== null &&
      entropy < ENTROPY && {
        wrong: `The system has ${entropy} bits of randomness: keys and tokens may be slow to make.`,
        mend: 'Give a virtual machine a virtio-rng device, or install rng-tools.',
      },
  },
  mtu_small: {
    find: ({ machine: { smallestMtu: smallest } }) =>
      smallest !== null &&
      smallest.mtu < MTU && {
        wrong: `${smallest.name} carries packets of up to ${smallest.mtu} bytes: RADIUS packets may get lost in pieces.`,
        mend: `Raise its MTU to ${MTU} or more (ip link set ${smallest.name} mtu ${MTU}).`,
      },
  },
} satisfies Record<string, Fault>;
