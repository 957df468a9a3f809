import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SHELL } from '../../contract/release/composition.ts';
import { releaseDigest } from '../../contract/release/digest.ts';
import type { Release } from '../../contract/release/release.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { App } from '../app-paths.ts';
import { BROWSERS, moduleRules } from '../module-rules.ts';
import { compileOnce } from '../compile.ts';
import { sharedVersions } from '../federation/shared-scope.ts';
import { hashedName } from '../release/release-files.ts';

/** A release with the bodies of its files. */
export interface WholeRelease {
  release: Release;
  bodies: Map<string, Buffer>;
}

const CLIENT = 'refresh.js';

/**
 * Keeps the state of open pages after an edit, also inside a shell that was built for production.
 * @param app in development
 * @param tell called when that is not possible
 * @returns a transformation of the releases around the app
 * @throws BUILD_COMPILE_FAILED
 */
export async function keepState(
  app: App,
  tell: (text: string) => void,
): Promise<(whole: WholeRelease) => WholeRelease> {
  if (app.kind === SHELL) return (whole) => whole; // its own build contains React Refresh
  const client = await buildRefreshClient(app);
  const react = readReactFiles();
  return (whole) => {
    if (whole.release.kind !== SHELL) return whole;
    const shell = refreshableShell(whole, client, react);
    if (!('reason' in shell)) return shell;
    tell(`mfe: open pages load again at each edit, without their state: ${shell.reason}\n`);
    return whole;
  };
}

/** @returns the script that applies edits to pages of a live shell. */
async function buildRefreshClient(app: App): Promise<string> {
  const extension = path.extname(import.meta.filename);
  const { files } = await compileOnce(app, {
    mode: 'development',
    devtool: false,
    context: app.paths.root,
    performance: false,
    target: `browserslist:${BROWSERS.join(', ')}`,
    entry: path.join(import.meta.dirname, `client/live-client${extension}`),
    output: { filename: CLIENT, iife: true },
    resolve: { extensions: ['.ts', '.js'] },
    module: { rules: moduleRules(app, 'client', 'development', []) },
  });
  return String(files.get(CLIENT));
}

/**
 * Changes a live shell's release so that pages keep their state after an edit: it gets the development version of
 * React, which can replace components, with the refresh client before it. Nothing else changes.
 * @param client the script that applies edits to pages
 * @param react the installed version
 * @returns the release; or the reason why its pages reload at each edit
 */
export function refreshableShell(
  { release, bodies }: WholeRelease,
  client: string,
  react: readonly ReactFile[],
): WholeRelease | { reason: string } {
  const installed = sharedVersions();
  const { provides } = release.shared;
  for (const name of ['react', 'react-dom'])
    if (provides[name] !== installed[name])
      return { reason: `the site has ${name} ${provides[name]}, this folder ${installed[name]}` };
  for (const file of release.client.js ?? []) {
    const script = exchangeReact(String(bodies.get(file)), react);
    if (script !== undefined) return withScript({ release, bodies }, file, `${client}\n${script}`);
  }
  return { reason: `React was not found in the scripts of the site's ${SHELL}` };
}

function withScript({ release, bodies }: WholeRelease, file: string, script: string): WholeRelease {
  const body = Buffer.from(script);
  const name = `client/${hashedName(path.basename(file).replace(/\.[0-9a-f]{10}(?=\.js$)/, ''), body)}`;
  // Compressed bodies and the map belong to the original script.
  const others = [...bodies].filter(
    ([one]) => !one.startsWith(`${file}.`) && one !== file && one !== `maps/${file}.map`,
  );
  const changed = new Map([...others, [name, body] as const]);
  const { digest: _, ...rest } = release;
  const content: Omit<Release, 'digest'> = {
    ...rest,
    development: true,
    files: Object.fromEntries(
      [...changed].map(([one, { length }]) => {
        const declared = release.files[one];
        return [one, declared ?? { sha256: sha256(body), bytes: length }];
      }),
    ),
    client: { ...release.client, js: release.client.js!.map((one) => (one === file ? name : one)) },
  };
  return { release: { ...content, digest: releaseDigest(content, sha256) }, bodies: changed };
}

/** A file of React with a production and a development version. */
export interface ReactFile {
  /** `react/cjs/react.production.js`, as a build names the module. */
  name: string;
  production: string;
  development: string;
}

const FILES = [
  ['react', 'react'],
  ['react', 'react-jsx-runtime'],
  ['react-dom', 'react-dom'],
  ['react-dom', 'react-dom-client'],
  ['scheduler', 'scheduler'],
] as const;
const REQUIRE = /\brequire\("([^"]+)"\)/g;

/** @returns React as it is installed beside the kit. */
export function readReactFiles(): ReactFile[] {
  const require = createRequire(import.meta.url);
  // React's own dependency: with pnpm only React finds it.
  const ofReact = createRequire(require.resolve('react-dom/package.json'));
  return FILES.map(([name, file]) => {
    const folder = path.dirname((name === 'scheduler' ? ofReact : require).resolve(`${name}/package.json`));
    const read = (mode: string): string => readFileSync(path.join(folder, `cjs/${file}.${mode}.js`), 'utf8');
    return {
      name: `${name}/cjs/${file}.production.js`,
      production: read('production'),
      development: read('development'),
    };
  });
}

/**
 * Replaces the production files of React in a build of the shell by the development files: modules are found by
 * their ids, which follow from their names (stable-names.ts), and what they import by the order of their imports.
 * @param script of the shell's release, with React in it
 * @returns undefined for a script without all of React
 */
export function exchangeReact(script: string, files: readonly ReactFile[]): string | undefined {
  const found = files.map((file) => ({ file, module: findModule(script, file) }));
  const ids: Record<string, string> = {};
  for (const { module } of found) Object.assign(ids, module?.imports);
  const factories: string[] = [];
  for (const { file, module } of found) {
    const imported = [...file.development.matchAll(REQUIRE)].map(([, name]) => name!);
    if (!module || imported.some((name) => !(name in ids))) return undefined;
    factories.push(`${JSON.stringify(module.id)}(module, exports, __webpack_require__) {
const process = { env: { NODE_ENV: 'development' } };
const require = (name) => __webpack_require__(${JSON.stringify(ids)}[name]);
${file.development}
}`);
  }
  return `${script}\nObject.assign(__webpack_esm_modules__, {\n${factories.join(',\n')}\n});\n`;
}

/** @returns its id, and the ids of its imports by their names. */
function findModule(script: string, { name, production }: ReactFile) {
  const start = sha256(name).slice(0, 4);
  const head = new RegExp(`[{,]"?(${start}[0-9a-f]*)"?(?::(?:function)?)?\\(([\\w$,]*)\\)(?:=>)?\\{`, 'g');
  for (const { 0: text, 1: id = '', 2: parameters = '', index } of script.matchAll(head)) {
    if (!sha256(name).startsWith(id)) continue;
    const imported = [...production.matchAll(REQUIRE)].map(([, one]) => one!);
    if (imported.length === 0) return { id, imports: {} as Record<string, string> };
    const require = parameters.split(',')[2];
    if (require === undefined) return undefined;
    const call = new RegExp(`(?<![\\w$.])${require.replaceAll('$', '\\$')}\\("([0-9a-f]+)"\\)`, 'g');
    // They are at its beginning.
    const calls = script.slice(index + text.length, index + text.length + 500).matchAll(call);
    const ids = [...calls].slice(0, imported.length).map(([, one]) => one!);
    if (ids.length < imported.length) return undefined;
    return { id, imports: Object.fromEntries(imported.map((one, at) => [one, ids[at]!])) };
  }
  return undefined;
}
