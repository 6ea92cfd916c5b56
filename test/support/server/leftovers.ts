import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import { emptyFolder, newTestDatabase, type Content } from './database';

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const remove of cleanups.splice(0)) await remove();
});

/** Removes something after the running test, whether it passes or fails. */
export function afterThisTest(remove: () => Promise<void> | void): void {
  cleanups.push(remove);
}

/** A data folder for the running test. */
export async function dataFolder(content: Content): Promise<string> {
  const { folder, remove } = await newTestDatabase(content);
  afterThisTest(remove);
  return folder;
}

/** The path of a data folder that doesn't exist yet, for the running test. */
export function noFolder(): string {
  const { folder, remove } = emptyFolder();
  afterThisTest(remove);
  return folder;
}

/** A TCP port of 127.0.0.1 where something else listens during the running test. */
export async function takenTcpPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  afterThisTest(async () => void (await once(other.close(), 'close')));
  return (other.address() as AddressInfo).port;
}
