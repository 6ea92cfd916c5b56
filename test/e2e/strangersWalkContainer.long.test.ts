/**
 * Follows docs/first-evening.md with the container, in a network with a router that runs openNDS. buildah builds and runs it in place of
 * docker or podman, with the settings of compose.yaml, on a base that is made beforehand in place of the download.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { credentialsIn, PORTICO, walkTest } from './strangersWalkTests';
import { containerImage, CONTAINER_USER } from '../support/peers/containerImage';
import { zoneAtNoon } from '../support/server/zoneAtNoon';

let container: ReturnType<typeof containerImage> | undefined;
let folder = '';

/** The variables under `environment` in a compose file. */
function environmentOf(compose: string): Record<string, string> {
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? [];
  return Object.fromEntries([...block.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]));
}

walkTest('in a container', {
  heading: 'In a container',
  needs: ['PORTICO_TEST_CONTAINERS'],
  prepare: async (walk) => {
    ({ folder } = walk);
    container = containerImage(folder);
    for (const volume of ['data', 'backups']) {
      mkdirSync(path.join(folder, volume));
      chownSync(path.join(folder, volume), CONTAINER_USER, CONTAINER_USER);
    }
    execFileSync(process.execPath, ['scripts/package.mjs', folder, '--without-debian'], { stdio: 'pipe', maxBuffer: 2 ** 24 });
    await container.makeBase();
  },
  install: async (walk) => {
    if (!container) throw new Error('nothing was prepared');
    const { build, env, running } = container;
    const name = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
    await walk.action('Unpack the package', () => walk.type(`tar -xzf ${name}`, ['tar', '-xzf', path.join(folder, name), '-C', folder]));
    const unpacked = path.join(folder, 'package');
    const settings = await walk.action('Write the settings', () => {
      const changed = readFileSync(path.join(unpacked, 'packaging/container/compose.yaml'), 'utf8')
        .replace('127.0.0.1:8080:8080', '8080:8080')
        .replace(/# (PORTICO_PUBLIC_URL: ).*/, `$1${PORTICO}\n      PORTICO_OPENNDS: 'on'`)
        .replace(/(PORTICO_ZONE: ).*/, `$1${zoneAtNoon()}`);
      return environmentOf(changed);
    });
    walk.note(JSON.stringify(settings));
    return walk.action('Start it, and read the password', async () => {
      walk.note(await build(unpacked));
      // Not at the paths of the image's own volumes, for which the builder creates volumes itself.
      const volumes = { [path.join(folder, 'data')]: '/srv/data', [path.join(folder, 'backups')]: '/srv/backups' };
      const folders = { PORTICO_DATA: '/srv/data/portico', PORTICO_BACKUPS: '/srv/backups' };
      const words = await running({ ...settings, ...folders }, volumes, 'portico', 'serve');
      const [printed] = await walk.start('Portico', /^.*one-time password[^]*^Portico is listening on .*$/m, words, env);
      walk.note(printed);
      return credentialsIn(printed);
    });
  },
  tidy: async () => {
    await container?.buildah('rm', '--all');
  },
});
