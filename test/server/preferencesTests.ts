import { crc32, deflateSync } from 'node:zlib';
import { z } from 'zod';
import { preference } from '../../src/contract/preferences';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

export const server = serve();
export const changesNothing = changesNothingOn(server);

export const put = (key: string, value: unknown, as = 'admin', hotspot = 1) =>
  server.as(as).put(`/api/preferences/hotspots/${hotspot}`, { key, value });
export const putMarketing = (key: string, value: unknown, as = 'admin', hotspot = 1) =>
  server.as(as).put(`/api/marketing/${hotspot}`, { key, value });
export const isMarketing = (key: string) => key.startsWith('marketing_');

export async function stored(key: string, hotspot = 1): Promise<string | undefined> {
  const { body } = await server.as('admin').get(isMarketing(key) ? `/api/marketing/${hotspot}` : `/api/preferences/hotspots/${hotspot}`);
  return z
    .array(preference)
    .parse(body)
    .find((one) => one.key === key)?.value;
}

/** A PNG of one grey pixel, or with other header values, with a comment of `padding` bytes. */
export function png({ width = 1, depth = 8, colour = 0, padding = 0 } = {}): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([depth, colour], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

/** A JPEG of one grey pixel, with fill bytes before its frame. */
export const JPEG = Buffer.from(
  'ffd8ffdb0043001b12141714111b1716171e1c1b2028422b28252528513a3d3042605565645f555d5b6a7899816a7190735b5d85b586909ea3abadab6780bcc9baa6c799a8aba4ffdb0043011c1e1e2823284e2b2b4ea46e5d6ea4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4a4ffffffc00011080001000103012200021101031101ffc4001500010100000000000000000000000000000002ffc40014100100000000000000000000000000000000ffc40014010100000000000000000000000000000000ffc40014110100000000000000000000000000000000ffda000c03010002110311003f00a001ffd9',
  'hex',
);
export const url = (bytes: Buffer | string, type = 'png') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

export function picture(padding: number): string {
  return `data:image/png;base64,${png({ padding }).toString('base64')}`;
}
