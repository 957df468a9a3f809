import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';
import { writeFiles } from '../../temporary-folders.ts';

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Three packages: two import the third, which has state. */
export const PACKAGES: Record<string, string> = {
  'node_modules/acme-store/package.json': JSON.stringify({
    name: 'acme-store',
    version: '1.2.0',
    type: 'module',
    exports: './index.js',
    sideEffects: false,
  }),
  'node_modules/acme-store/index.js': `import { Values } from './values.js';
export const store = new Values();
export default store;
globalThis.storesMade = (globalThis.storesMade ?? 0) + 1;`,
  'node_modules/acme-store/values.js': `export class Values extends Map {}
export class Unused extends Set {}`,
  'node_modules/@acme/ui/package.json': JSON.stringify({
    name: '@acme/ui',
    version: '3.0.1',
    type: 'module',
    exports: { '.': './index.js', './theme': './theme.js' },
    sideEffects: ['*.css'],
  }),
  'node_modules/@acme/ui/index.js': `import './button.css';
import { createElement, useContext } from 'react';
import { store } from 'acme-store';
import { Theme } from './theme.js';
export { Theme };
export const Button = ({ children }) => createElement('button', { className: 'acme-button', title: useContext(Theme) }, children, store.size);`,
  'node_modules/@acme/ui/theme.js': `import { createContext } from 'react';
export const Theme = createContext('light');`,
  'node_modules/@acme/ui/button.css': '.acme-button { color: rgb(1, 2, 3); }',
  'node_modules/acme-query/package.json': JSON.stringify({
    name: 'acme-query',
    version: '5.0.0',
    main: './index.cjs',
  }),
  'node_modules/acme-query/index.cjs': `const { store } = require('acme-store');
exports.useQuery = (key) => store.get(key) ?? key;
exports.remember = (key, value) => store.set(key, value);`,
};

/**
 * Writes an app with these packages, inside the package, where its imports of the kit are found.
 * @param config of the app, code
 */
export function sharingApp(name: string, config: string, files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  made.push(folder);
  const root = path.join(folder, name);
  writeFiles(root, {
    ...PACKAGES,
    'mfe.config.ts': `export default { name: '${name}', routes: [{ id: '${name}.home', path: '/${name}', page: './src/home.tsx' }], ${config} };`,
    ...files,
  });
  return root;
}
