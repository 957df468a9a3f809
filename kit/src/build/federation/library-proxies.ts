import path from 'node:path';
import type { ResolvePluginInstance } from 'webpack';
import { libraryUrl } from '../../contract/release/library-file.ts';
import { writeChanged } from '../release/write-release.ts';
import type { LibraryModule } from './library-graph.ts';

const NAME = 'LibraryProxies';

/** Resource of a module of a library → the module that takes its place in code outside of the file. */
export type Proxies = ReadonlyMap<string, string>;

/**
 * Writes the proxies of the open modules of a file. A proxy imports the stylesheets, which belong to the app, and has
 * the exports of the module in the file; its name is known to chunk-libraries.ts.
 * @param folder of generated modules
 * @param digest sha-256 of the file, hex
 */
export function writeProxies(folder: string, digest: string, modules: readonly LibraryModule[]): Proxies {
  const write = (name: string, lines: string[]): string => {
    const file = path.join(folder, name);
    writeChanged(file, `${lines.join('\n')}\n`);
    return file;
  };
  return new Map(
    modules.map(({ resource, isEsm, styles }, index) => {
      const name = `library.${digest}.${index}`;
      const address = JSON.stringify(libraryUrl(digest));
      const requires = isEsm ? [] : styles.map((style) => `require(${JSON.stringify(style)});`);
      const file = write(`${name}.cjs`, [
        ...requires,
        `module.exports = __webpack_require__.libraries[${address}](${index});`,
      ]);
      if (!isEsm) return [resource, file];
      // With the exports of an ES module, also for modules that import a CommonJS module otherwise.
      return [
        resource,
        write(`${name}.mjs`, [
          ...styles.map((style) => `import ${JSON.stringify(style)};`),
          `import library from './${name}.cjs';`,
          `export * from './${name}.cjs';`,
          `export default library.default;`,
        ]),
      ];
    }),
  );
}

/** Resolves the modules of libraries to their proxies. */
export function resolveToProxies(proxies: Proxies): ResolvePluginInstance {
  return {
    apply(resolver) {
      resolver.getHook('resolved').tapAsync(NAME, (request, _, done) => {
        const proxy = request.path && proxies.get(`${request.path}${request.query ?? ''}`);
        if (proxy) Object.assign(request, { path: proxy, query: '' });
        done();
      });
    },
  };
}
