/** Reads a file of text piece by piece, so that its size doesn't matter: UTF-8, or UTF-16 as PowerShell writes it, and gzip. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** An import can't continue; the message says where, and what to do. */
export class ImportError extends Error {}

/** Bytes read at once. */
const PIECE = 1 << 18;

/** The text of a file, without its byte order mark. Throws ImportError if it isn't text, or a broken archive. */
export async function* textOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file, { highWaterMark: PIECE });
  const source = (await isGzip(file)) ? bytes.pipe(createGunzip()) : bytes;
  bytes.on('error', (error) => source.destroy(error));
  let decoder: TextDecoder | undefined;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      decoder ??= decoderOf(piece);
      yield decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') !== true) throw error;
    throw new ImportError('its compression is broken or cut off: copy the file again');
  }
  yield decoder?.decode() ?? '';
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function decoderOf(start: Buffer): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  if (start.subarray(0, 4096).includes(0))
    throw new ImportError('it is not a text file: make the dump in plain SQL (pg_dump without -Fc), or export the table as CSV');
  return new TextDecoder();
}
