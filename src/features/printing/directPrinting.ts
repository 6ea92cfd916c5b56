/** Ticket printers on a USB or serial port. Only Chrome and Edge support this, and only on localhost or pages served over TLS. */

/** The parts of WebUSB and Web Serial used here. */
interface UsbEndpoint {
  endpointNumber: number;
  direction: 'in' | 'out';
  type: string;
}

interface UsbDevice {
  configuration: { interfaces: { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: UsbEndpoint[] } }[] } | null;
  open: () => Promise<void>;
  close: () => Promise<void>;
  selectConfiguration: (value: number) => Promise<void>;
  claimInterface: (number: number) => Promise<void>;
  transferOut: (endpoint: number, data: BufferSource) => Promise<{ status: string }>;
}

interface SerialPort {
  writable: WritableStream<Uint8Array> | null;
  open: (options: { baudRate: number }) => Promise<void>;
  close: () => Promise<void>;
}

interface Ports {
  usb?: { requestDevice: (options: { filters: { classCode: number }[] }) => Promise<UsbDevice> };
  serial?: { requestPort: () => Promise<SerialPort> };
}

export const PORTS = ['usb', 'serial'] as const;
export type PortKind = (typeof PORTS)[number];

export const hasPort = (kind: PortKind): boolean => (navigator as unknown as Ports)[kind] !== undefined;

/** An opened printer. */
export interface OpenPrinter {
  /** Resolves once the printer has accepted all bytes. */
  send: (bytes: Uint8Array) => Promise<void>;
  close: () => Promise<void>;
}

const PRINTER = 7;
/** Bytes per transfer. */
const CHUNK = 4096;
/** The default of most printers. */
const BAUD_RATE = 9600;

/** Lets the user choose a printer and opens it; null if none was chosen. */
export async function openPrinter(kind: PortKind): Promise<OpenPrinter | null> {
  try {
    return await (kind === 'usb' ? openUsb() : openSerial());
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'NotFoundError') return null;
    throw cause;
  }
}

async function openUsb(): Promise<OpenPrinter> {
  const { usb } = navigator as unknown as Ports;
  if (!usb) throw new Error('this browser has no WebUSB');
  const device = await usb.requestDevice({ filters: [{ classCode: PRINTER }] });
  await device.open();
  if (!device.configuration) await device.selectConfiguration(1);
  const found = device.configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === PRINTER);
  const endpoint = found?.alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
  if (!found || !endpoint) throw new Error('this device takes nothing to print');
  await device.claimInterface(found.interfaceNumber);
  return {
    send: async (bytes) => {
      for (let at = 0; at < bytes.length; at += CHUNK) {
        const { status } = await device.transferOut(endpoint.endpointNumber, bytes.slice(at, at + CHUNK));
        if (status !== 'ok') throw new Error(`the printer answered ${status}`);
      }
    },
    close: () => device.close(),
  };
}

async function openSerial(): Promise<OpenPrinter> {
  const { serial } = navigator as unknown as Ports;
  if (!serial) throw new Error('this browser has no Web Serial');
  const port = await serial.requestPort();
  await port.open({ baudRate: BAUD_RATE });
  const writer = port.writable?.getWriter();
  if (!writer) throw new Error('this port takes nothing');
  return {
    send: async (bytes) => {
      for (let at = 0; at < bytes.length; at += CHUNK) await writer.write(bytes.slice(at, at + CHUNK));
    },
    close: async () => {
      await writer.close();
      await port.close();
    },
  };
}
