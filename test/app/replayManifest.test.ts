import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const read = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');
const files = (readdirSync(SOURCE, { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith('app/replay/'),
);

/** The demonstration's phone, which is no screen of the console. */
const GUESTS = 'features/guest-phone/GuestPhonePage';

describe('the replay manifest', () => {
  test('registers the endpoints of every feature', () => {
    const manifest = read('app/replay/everyEndpoint.ts');
    const registering = files.filter((file) => read(file).includes('injectEndpoints('));
    expect(registering.length).toBeGreaterThan(10);
    for (const file of registering) expect(manifest).toContain(`import '../../${file.replace(/\.ts$/, '')}';`);
  });

  test('loads every part that has a file of its own', () => {
    const manifest = read('app/replay/everyScreen.ts');
    const lazy = files
      .flatMap((file) =>
        [...read(file).matchAll(/lazy(?:Part)?\(async \(\) =>[^;]*?import\('([^']+)'\)/g)].map(([, from = '']) =>
          path.join(path.dirname(file), from),
        ),
      )
      .filter((file) => !file.startsWith('app/replay/') && file !== GUESTS);
    expect(lazy.length).toBeGreaterThan(10);
    for (const file of lazy) expect(manifest).toContain(`import('${path.relative('app/replay', file)}')`);
  });
});
