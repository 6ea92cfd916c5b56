import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { brotli } from './scripts/brotli.mjs';
import { installedPackages, noticesOf, packageOf } from './scripts/licences.mjs';
import { completed } from './scripts/messages.mjs';
import { messageInPseudo } from './scripts/pseudo.mjs';
import { antdLocaleOf, LANGUAGES } from './src/shared/languages.ts';

const ROOT = import.meta.dirname;
const { resolve } = createRequire(import.meta.url);

/** Goes into diagnostic recordings. */
const { version: VERSION } = createRequire(import.meta.url)('./package.json') as { version: string };

/** Where `vite` alone looks for the server; `npm run dev` sets it to the one it started. */
const DEV_SERVER = process.env.PORTICO_DEV_SERVER ?? 'http://127.0.0.1:8080';

/** The packages of which something is in the console's files, those of its workers included. */
const inConsole = new Set<string>();

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : consoleBuild));

/** What the first file starts; everything it needs is in the file of the sign-in screen. */
const BEGIN = '/src/app/startConsole.tsx';

/** What is rendered once somebody has signed in. */
const CONSOLE = '/src/app/Console.tsx';

/** What the first file and the sign-in screen share. It only loads others. */
const FIRST =
  /\/src\/(?:app\/(?:(?:frame|initialGuess|bundled|shownShade|colors)\.ts|app\.css)|shared\/(?:config|preload)\.ts)$|^\0vite\/preload-helper/;

/** The styles of what the sign-in screen shows: beside the page's own, in the file that the page names. */
const SIGN_IN_STYLES =
  /\/src\/(?:app\/(?:ScreenFailed|Session)|features\/auth\/(?:LoginPage|PlainField)|shared\/ui\/(?:plain|feedback)\/\w+)\.module\.css/;

/** Formatted texts: they are cleaned before they are shown. */
const TEXTS =
  /\/dompurify\/|\/src\/(?:contract\/html|shared\/(?:sanitizeHtml|ui\/form\/RichTextEditor)|features\/disclaimers\/readable)\.tsx?$/;

/** Vouchers on paper; the counter, too, draws QR codes and asks for a hotspot's paper. */
const PAPER = /\/src\/features\/printing\/(?!api|usePaperSettings|layout\/qr)/;

/**
 * The messages that can show before antd and the rest are there: the sign-in screen's, and those of what failed to load. The build fails
 * when one is missing.
 */
const SIGN_IN_MESSAGES =
  /^(?:login|failure|session|theme)\.|^duration\.(?:seconds|minutes)$|^forgotten\.(?:link|changed)$|^menu\.(?:language|logout|theme)$|^routes\.(?:away|away_title|copy_details|details_copied|failed|failed_title)$|^common\.try_again$|^demonstration\.(?:public|product)$/;

const consoleBuild: UserConfig = {
  root: ROOT,
  // Relative addresses and hash routes: the folder works under any path of any web server.
  base: './',
  define: { 'import.meta.env.PORTICO_VERSION': JSON.stringify(VERSION) },
  plugins: [
    react(),
    compiledMessages(),
    notForTheBrowser(),
    notBeforeSignIn(),
    startPreloaded(),
    framePreloadable(),
    withoutCircles(),
    notedPackages(),
    notices(),
    compressed(),
  ],
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
    // Typefaces are files, also small ones: the console's policy lets pages load no data as fonts.
    assetsInlineLimit: (file) => (file.endsWith('.woff') ? false : undefined),
    rolldownOptions: {
      // antd's own default language is in its components already; beside the other one it is asked for in the same way.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Screens are split off by `import()`. What several of them share would become dozens of files of a few hundred bytes, each a request.
        // Five files instead, of which each needs only those before it: what asks for the others, what the sign-in screen needs, what the
        // frame and the first screen in it need beyond that, what the lists and Ctrl K need, and what at least two of the other screens need.
        // From the last, two parts that few screens need are taken out; what these need stays in it, so that it needs none of them.
        codeSplitting: {
          groups: [
            { name: 'first', test: (id) => FIRST.test(id) || SIGN_IN_STYLES.test(id), priority: 3 },
            { name: 'start', test: /\/src\/app\/startConsole\.tsx$/, priority: 2 },
            { name: 'frame', test: /\/src\/(?:app\/(?!replay\/|find\/|lists\.ts|\w+Dialog\.tsx)|features\/dashboard\/)/, priority: 1 },
            { name: 'lists', test: /\/src\/app\/(?:lists\.ts|find\/)/, priority: 0.7 },
            { name: 'texts', test: TEXTS, minShareCount: 2, priority: 0.5, includeDependenciesRecursively: false },
            { name: 'paper', test: PAPER, minShareCount: 2, priority: 0.5, includeDependenciesRecursively: false },
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
  // Dependencies found only while somebody uses the page would make vite reload it; neither a worker nor what the files of texts import is
  // among what the page imports.
  optimizeDeps: {
    entries: ['index.html', 'src/features/printing/pdfWorker.ts'],
    include: LANGUAGES.flatMap((language) => [
      `antd/es/locale/${antdLocaleOf(language)}`,
      ...(language === 'en' ? [] : [`dayjs/locale/${language}`]),
    ]),
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/wax', '/portal', '/gateway', '/config.json', '/health'].map((place) => [place, { target: DEV_SERVER }]),
    ),
  },
};

const serverBuild: UserConfig = {
  root: ROOT,
  plugins: [installedWithTheServer(), besideTheServer()],
  // React renders the captive portal's pages. It is bundled, so that it is always React's production build, and nothing more is installed.
  ssr: { noExternal: ['react', 'react-dom'] },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // Also while developing: React's production build has no `jsxDEV`.
  oxc: { jsx: { development: false } },
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

/**
 * Makes of a language's file what the console loads: its sentences from ICU text in the form that react-intl formats without a parser, what is
 * missing in English. With `?sign-in`, only those that are needed first; with `?all`, also antd's texts and dayjs' names, so that a language is
 * one file to load. In the mode `pseudo`, in the pseudo language.
 */
function compiledMessages(): Plugin {
  const ENGLISH = path.join(ROOT, 'i18n/en.json');
  let isPseudo = false;
  return {
    name: 'portico:compiled-messages',
    configResolved({ mode }) {
      isPseudo = mode === 'pseudo';
    },
    // Vite's development server leaves the imports of files as they are whose name has `.json` in it, also with a query.
    resolveId: {
      order: 'pre',
      filter: { id: /\/i18n\/[a-z]+\.json\?all$/ },
      handler(id) {
        const [file = ''] = path.basename(id).split('.json');
        return this.environment.mode === 'dev' ? path.join(ROOT, `i18n/${file}.js?all`) : null;
      },
    },
    load: {
      filter: { id: /\/i18n\/[a-z]+\.js\?all$/ },
      handler(id) {
        const file = id.replace('.js?all', '.json');
        this.addWatchFile(file);
        return readFile(file, 'utf8');
      },
    },
    // With a query vite doesn't take it for JSON.
    transform: {
      order: 'pre',
      filter: { id: /\/i18n\/[a-z]+\.(?:json\?sign-in|json\?all|js\?all)$/ },
      async handler(text, id) {
        const language = LANGUAGES.find((one) => id.includes(`/${one}.js`));
        if (language === undefined) return this.error(`${id} belongs to no language in src/shared/languages.ts`);
        this.addWatchFile(ENGLISH);
        const all = completed(messagesIn(await readFile(ENGLISH, 'utf8')), messagesIn(text));
        const isPart = id.endsWith('?sign-in');
        const messages = Object.entries(all).filter(([name]) => !isPart || SIGN_IN_MESSAGES.test(name));
        const compiled = messages.map(([name, message]) => {
          try {
            const parsed = parse(message);
            return [name, isPseudo ? messageInPseudo(parsed) : parsed] as const;
          } catch (cause) {
            return this.error({ message: `message "${name}" in ${language} is not valid ICU: ${String(cause)}`, cause });
          }
        });
        const code = JSON.stringify(Object.fromEntries(compiled));
        if (isPart) return { code: `export default ${code}`, map: null };
        const names = language === 'en' ? '' : `import 'dayjs/locale/${language}';`;
        return {
          code: `${names}export { default as antd } from 'antd/locale/${antdLocaleOf(language)}';export const messages=${code}`,
          map: null,
        };
      },
    },
  };
}

const messagesIn = (text: string) => JSON.parse(text) as Record<string, string>;

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

/** Fails the build when the sign-in screen would load antd, or shows a message that isn't among those it loads. */
function notBeforeSignIn(): Plugin {
  return {
    name: 'portico:not-before-sign-in',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
      const firstChunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(BEGIN)));
      if (!firstChunk) return this.error('no file of the console begins it');
      const needed = new Set([firstChunk, ...chunks.filter(({ isEntry }) => isEntry)].map(({ fileName }) => fileName));
      for (const file of needed) for (const one of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) needed.add(one);
      const modules = chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
      const unwanted = modules.filter((id) =>
        /\/node_modules\/(?:antd|@rc-component|@ant-design\/(?!icons-svg)|dayjs)\b|\/src\/app\/AppShell\.tsx$/.test(id),
      );
      if (unwanted.length > 0) this.error(`the sign-in screen must not load ${unwanted.join(', ')}`);

      const ids = Object.keys(JSON.parse(await readFile(path.join(ROOT, 'i18n/en.json'), 'utf8')) as object);
      const late = new Set(ids.filter((id) => !SIGN_IN_MESSAGES.test(id)));
      // Components: a slice keeps messages for screens that come later.
      for (const id of modules.filter((one) => /\/src\/.*\.tsx$/.test(one))) {
        const missing = [...(this.getModuleInfo(id)?.code ?? '').matchAll(/(["'`])([\w.]+)\1/g)].flatMap(([, , text = '']) =>
          late.has(text) ? [text] : [],
        );
        if (missing.length > 0)
          this.error(`${path.relative(ROOT, id)} is part of the sign-in screen, whose messages lack ${missing.join(', ')}`);
      }
    },
  };
}

const preloadOf = (fileName: string) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` } });

/** Lets the page ask for the largest file of the sign-in screen itself, and what that needs, together with the first file, which would ask later. */
function startPreloaded(): Plugin {
  return {
    name: 'portico:start-preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
        const start = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(BEGIN)));
        const needed = start.flatMap(({ fileName, imports }) => [fileName, ...imports]).filter((fileName) => !html.includes(fileName));
        return needed.map((fileName) => ({ ...preloadOf(fileName), injectTo: 'head' as const }));
      },
    },
  };
}

/**
 * Writes links that preload the console itself into a template of the page. The console puts them into the document once the sign-in screen's
 * own files are there (`preloadFrameFiles`); in the page itself, they would slow those down.
 */
function framePreloadable(): Plugin {
  return {
    name: 'portico:frame-preloadable',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const frame = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(CONSOLE)));
        if (!frame) throw new Error(`no file of the console contains ${CONSOLE}`);
        return [{ tag: 'template', attrs: { id: 'frame-files' }, children: [preloadOf(frame.fileName)], injectTo: 'body' as const }];
      },
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
  const gzipped = promisify(gzip);
  let outDir = '';

  async function compress(file: string) {
    const content = await readFile(file);
    // Typefaces take half of the time at the best quality, for 3 % of their size; only who prints needs them.
    const [br, gz] = await Promise.all([brotli(content, file.endsWith('.ttf') ? 10 : undefined), gzipped(content, { level: 9 })]);
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

/** As src/portal/fonts.ts names them. */
const PORTAL_FACE = /^(?!noto-).*-latin(?:-ext)?-(?:400|700)-normal\.woff2$/;

/**
 * Puts the migrations, the SQL functions and the portal's typefaces where the bundled server looks for them, and makes the command executable.
 */
function besideTheServer(): Plugin {
  let outDir = '';
  return {
    name: 'portico:beside-the-server',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      for (const name of ['migrations', 'functions'])
        await cp(path.join(ROOT, 'src/server/database', name), path.join(outDir, name), { recursive: true });
      const faces = path.join(outDir, 'faces');
      await mkdir(faces, { recursive: true });
      for (const name of await readdir(path.join(ROOT, 'node_modules/@fontsource'))) {
        const files = path.join(ROOT, 'node_modules/@fontsource', name, 'files');
        for (const file of (await readdir(files)).filter((one) => PORTAL_FACE.test(one)))
          await cp(path.join(files, file), path.join(faces, file));
      }
      await chmod(path.join(outDir, 'cli.js'), 0o755);
    },
  };
}
