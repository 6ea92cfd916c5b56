import { cp, chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { installedPackages, noticesOf, packageOf } from './scripts/licences.mjs';

const ROOT = import.meta.dirname;
const { resolve } = createRequire(import.meta.url);

/** Goes into diagnostic recordings. */
const { version: VERSION } = createRequire(import.meta.url)('./package.json') as { version: string };

/** Where `vite` alone looks for the server; `npm run dev` sets it to the one it started. */
const DEV_SERVER = process.env.PORTICO_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** The packages of which something is in the console's files, those of its workers included. */
const inConsole = new Set<string>();

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : consoleBuild));

const consoleBuild: UserConfig = {
  root: ROOT,
  // Relative addresses and hash routes: the folder works under any path of any web server.
  base: './',
  define: { 'import.meta.env.PORTICO_VERSION': JSON.stringify(VERSION) },
  plugins: [react(), compiledMessages(), notForTheBrowser(), withoutCircles(), notedPackages(), notices(), compressed()],
  resolve: {
    alias: [
      // antd/locale is CommonJS, from which an ES module would get `{ default: { default: … } }`.
      { find: /^antd\/locale\//, replacement: 'antd/es/locale/' },
      // react-intl imports the ICU parser for messages that are still text; ours are compiled, see compiledMessages().
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: resolve('@formatjs/icu-messageformat-parser/no-parser.js') },
    ],
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    // Every browser that takes the build's syntax preloads modules by itself.
    modulePreload: { polyfill: false },
    // The budgets are bytes over the wire and measured by `npm run bench`.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // antd's own default language is in its components already; beside the other one it is asked for in the same way.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Screens are split off by `import()`. What several of them share would become dozens of files of a few hundred bytes, each a request.
        // Three files instead, of which each needs only those before it: what the log-in screen needs, what the frame and the first screen
        // in it need beyond that, and what at least two of the other screens need.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'frame', test: /\/src\/(?:app\/(?!replay\/)|features\/dashboard\/)/, priority: 1 },
            { name: 'parts', minShareCount: 2 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [notedPackages()],
    // jspdf asks for these only where it makes paper of HTML, which nobody here does.
    rolldownOptions: { external: ['html2canvas', 'dompurify', 'canvg'] },
  },
  // Dependencies found only while somebody uses the page would make vite reload it; a worker is not among what the page imports.
  optimizeDeps: { entries: ['index.html', 'src/features/vouchers/paper/pdfWorker.ts'] },
  server: {
    proxy: Object.fromEntries(['/api', '/wax', '/config.json', '/health'].map((place) => [place, { target: DEV_SERVER }])),
  },
};

const serverBuild: UserConfig = {
  root: ROOT,
  plugins: [installedWithTheServer(), besideTheServer()],
  // React renders the captive portal's pages. It is bundled, so that it is always React's production build, and nothing more is installed.
  ssr: { noExternal: ['react', 'react-dom'] },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20.19',
    // A stack trace of the bundle should read like the source.
    minify: false,
    rolldownOptions: {
      input: 'src/server/cli.ts',
      output: {
        format: 'es',
        entryFileNames: 'cli.js',
        // One file: whatever is found by `new URL('./…', import.meta.url)` is found beside it.
        codeSplitting: false,
        banner: '#!/usr/bin/env node',
      },
    },
  },
};

/** Turns the sentences of `i18n/*.json` from ICU text into the form that react-intl formats without a parser. */
function compiledMessages(): Plugin {
  return {
    name: 'portico:compiled-messages',
    // Before vite's own JSON plugin: JSON comes in and JSON goes out.
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/[a-z]+\.json$/ },
      handler(text) {
        const messages = Object.entries(JSON.parse(text) as Record<string, string>);
        const compiled = messages.map(([id, message]) => {
          try {
            return [id, parse(message)] as const;
          } catch (cause) {
            return this.error({ message: `message "${id}" is not valid ICU: ${String(cause)}`, cause });
          }
        });
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}

/** Fails the build when something that only the server or the build needs slips into the console. */
function notForTheBrowser(): Plugin {
  const unwanted = /\/node_modules\/(?:zod|moment|@formatjs\/icu-messageformat-parser\/index)\b|\/src\/server\//;
  return {
    name: 'portico:not-for-the-browser',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const found = modules.filter((id) => unwanted.test(id));
      if (found.length > 0) this.error(`the console's bundle must not contain ${found.join(', ')}`);
    },
  };
}

/** Fails the build when files need each other: then one of them runs before what it needs is there, and the console does not start. */
function withoutCircles(): Plugin {
  return {
    name: 'portico:without-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      const neededBy = (file: string, found = new Set<string>()) => {
        for (const needed of importsOf(file)) if (!found.has(needed)) neededBy(needed, found.add(needed));
        return found;
      };
      const inCircles = Object.keys(bundle).filter((file) => neededBy(file).has(file));
      if (inCircles.length > 0) this.error(`these files of the console need each other: ${inCircles.join(', ')}`);
    },
  };
}

/** Notes whose work goes into a bundle, drawn or typeset included. */
function notedPackages(): Plugin {
  return {
    name: 'portico:noted-packages',
    apply: 'build',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = packageOf(id);
        if (folder !== undefined) inConsole.add(folder);
      }
    },
  };
}

/** Puts the licences of all that is shipped beside the console, where the About dialog links to them. */
function notices(): Plugin {
  const fileName = 'licences.txt';
  return {
    name: 'portico:notices',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: `${noticesOf(inConsole, installedPackages())}\n` });
    },
    // Before a build it is not known what goes into it: what npm installs is named.
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(noticesOf([], installedPackages()));
      });
    },
  };
}

/** Writes a `.br` and a `.gz` beside each text file, so that the server compresses nothing while it serves. */
function compressed(): Plugin {
  const texts = /\.(?:css|html|js|json|map|svg|ttf|txt|webmanifest|xml)$/;
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  let outDir = '';

  async function compress(file: string) {
    const content = await readFile(file);
    const [br, gz] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      gzipped(content, { level: 9 }),
    ]);
    if (br.length < content.length) await writeFile(`${file}.br`, br);
    if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
  }

  return {
    name: 'portico:compressed',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        // config.json is edited where the console is installed: a compressed twin would go on saying the old.
        const wanted = files.filter((file) => texts.test(file) && path.basename(file) !== 'config.json');
        await Promise.all(wanted.map((file) => compress(path.join(outDir, file))));
      },
    },
  };
}

/** Fails the build when the server needs a package that an installation would not have. */
function installedWithTheServer(): Plugin {
  return {
    name: 'portico:installed-with-the-server',
    apply: 'build',
    async generateBundle(_, bundle) {
      const { dependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { dependencies: object };
      const imports = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : []));
      // What is loaded later may be in the same file.
      const packages = imports
        .filter((name) => !isBuiltin(name) && !(name in bundle))
        .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      const missing = packages.filter((name) => !(name in dependencies));
      if (missing.length > 0) this.error(`the server needs ${missing.join(', ')}, which must be among the dependencies of package.json`);
    },
  };
}

/** Puts the migrations where the bundled server looks for them, and makes the command executable. What they were made from stays here. */
function besideTheServer(): Plugin {
  let outDir = '';
  return {
    name: 'portico:beside-the-server',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const filter = (source: string) => !source.endsWith('_snapshot.json');
      await cp(path.join(ROOT, 'src/server/database/migrations'), path.join(outDir, 'migrations'), { recursive: true, filter });
      await chmod(path.join(outDir, 'cli.js'), 0o755);
    },
  };
}
