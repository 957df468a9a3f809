import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { sha256 } from '../../packaging/sha256.ts';

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
