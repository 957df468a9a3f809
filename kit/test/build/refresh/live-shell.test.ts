import { expect, it } from 'vitest';
import { releaseDigest } from '../../../src/contract/release/digest.ts';
import {
  exchangeReact,
  type ReactFile,
  readReactFiles,
  refreshableShell,
  type WholeRelease,
} from '../../../src/build/refresh/live-shell.ts';
import { sharedVersions } from '../../../src/build/federation/shared-scope.ts';
import { sha256 } from '../../../src/packaging/sha256.ts';
import { describeRelease } from '../../packaging/fixtures/releases.ts';

const REACT: ReactFile = { name: 'react', production: '', development: 'exports.development = true;' };
const FILES = {
  'client/main.0123456789.js': 'import "./react.js";',
  'client/react.0123456789.js': `export const __webpack_esm_modules__={"${sha256('react').slice(0, 4)}"(e,t){}};`,
  'client/react.0123456789.js.br': 'compressed',
  'maps/client/react.0123456789.js.map': '{}',
  'server/server.cjs': '',
};
const js = ['client/react.0123456789.js'];

function shellOf(provides: Record<string, string>, files: Record<string, string> = FILES): WholeRelease {
  const release = describeRelease('shell', files, {
    kind: 'shell',
    client: { entry: 'client/main.0123456789.js', js, css: [] },
    shared: { provides, requires: {} },
  });
  return { release, bodies: new Map(Object.entries(files).map(([name, body]) => [name, Buffer.from(body)])) };
}

it('replaces the script with React, and deletes its compressed forms and its map', () => {
  const live = shellOf(sharedVersions());
  const { release, bodies } = refreshableShell(live, 'client();', [REACT]) as WholeRelease;
  const [changed] = release.client.js!;
  expect(changed).toMatch(/^client\/react\.[0-9a-f]{10}\.js$/);
  expect([...bodies.keys()].toSorted()).toEqual(
    ['client/main.0123456789.js', changed, 'server/server.cjs'].toSorted(),
  );
  expect(String(bodies.get(changed!))).toMatch(/^client\(\);\nexport const [^]+exports\.development = true;/);
});

it('returns a valid release that is marked as development', () => {
  const { release, bodies } = refreshableShell(shellOf(sharedVersions()), '', [REACT]) as WholeRelease;
  expect(release).toMatchObject({ kind: 'shell', development: true });
  expect(release.digest).toBe(releaseDigest(release, sha256));
  const declared = Object.entries(release.files).map(([name, file]) => [name, file.sha256, file.bytes]);
  expect(declared).toEqual([...bodies].map(([name, body]) => [name, sha256(body), body.length]));
});

it.each([
  ['has another React', shellOf({ react: '18.0.0' }), /the site has react 18\.0\.0, this folder \d/],
  ['contains no React', shellOf(sharedVersions(), { ...FILES, [js[0]!]: '' }), /React was not found/],
])('returns the reason for a shell that %s', (_, shell, reason) => {
  expect(refreshableShell(shell, '', [REACT])).toEqual({ reason: expect.stringMatching(reason) as string });
});

it('does not change the given release', () => {
  const live = shellOf(sharedVersions());
  const before = JSON.stringify(live.release);
  refreshableShell(live, '', [REACT]);
  expect([JSON.stringify(live.release), live.bodies.size]).toEqual([before, Object.keys(FILES).length]);
});

const LIBRARY: ReactFile = {
  name: 'library/production.js',
  production: 'var other = require("other"), more = require("more"); exports.mode = "production";',
  development: 'exports.mode = process.env.NODE_ENV; exports.used = require("more") + require("other");',
};
const id = (name: string) => sha256(name).slice(0, 4);
const OTHERS = `"aaaa"(e){e.exports="other"},"bbbb"(e){e.exports="more"}`;
const chunk = (module: string) => `export const __webpack_esm_modules__={${module},${OTHERS}};`;

/** Evaluates a chunk as a page does. @returns the exports of the library's module */
async function evaluate(script: string): Promise<unknown> {
  const { __webpack_esm_modules__: factories } = (await import(
    `data:text/javascript,${encodeURIComponent(script)}`
  )) as { __webpack_esm_modules__: Record<string, (...parameters: unknown[]) => void> };
  const require = (name: string): unknown => {
    const module = { exports: {} };
    factories[name]!(module, module.exports, require);
    return module.exports;
  };
  return require(id(LIBRARY.name));
}

it.each([
  ['a method', `"${id(LIBRARY.name)}"(e,t,n){var r=n("aaaa"),l=n("bbbb");t.mode="production"}`],
  [
    'a function',
    `${JSON.stringify(id(LIBRARY.name))}:function(e,t,$){var r=$("aaaa"),l=$("bbbb");t.mode="p"}`,
  ],
  ['an arrow', `"${id(LIBRARY.name)}":(e,t,n)=>{var r=n("aaaa"),l=n("bbbb");t.mode="production"}`],
])('replaces a module that is written as %s, and preserves its imports', async (_, module) => {
  const script = exchangeReact(chunk(module), [LIBRARY])!;
  expect(await evaluate(script)).toEqual({ mode: 'development', used: 'moreother' });
});

it.each([
  ['has no such module', chunk('"cccc"(e,t,n){}')],
  ['imports less than the module does', chunk(`"${id(LIBRARY.name)}"(e,t,n){var r=n("aaaa")}`)],
  ['has another module with the same prefix', chunk(`"${id(LIBRARY.name)}0000"(e,t,n){}`)],
])('leaves a script unchanged that %s', (_, script) => {
  expect(exchangeReact(script, [LIBRARY])).toBeUndefined();
});

it('lists the files of React that differ', () => {
  const files = readReactFiles();
  expect(files.map(({ name }) => name)).toContain('react-dom/cjs/react-dom-client.production.js');
  expect(files.find(({ name }) => name.includes('dom-client'))!.development).toContain('scheduleRefresh');
});
