import { SHARED_MODULES, SHARED_SURFACE, requiredRange, sharedVersions } from './shared-scope.ts';

/**
 * What the shell shares, as a module of it: the shell itself takes all of it as any app takes what it imports. The format is that of
 * Module Federation's share scope; what webpack's `__webpack_require__.S` has of it is for `mfe dev` (refresh/client/live-client.ts).
 * @returns code: TypeScript
 */
export function shareScopeModule(): string {
  const versions = sharedVersions();
  const surface: Record<string, readonly string[]> = SHARED_SURFACE;
  const imports: string[] = [];
  const provided = SHARED_MODULES.map((name, i) => {
    const [module, version, range] = [name, versions[name]!, requiredRange(versions[name]!)].map((text) =>
      JSON.stringify(text),
    );
    const names = surface[name];
    // A package of CommonJS is its default export; the kit's modules have none.
    const all = name.startsWith('@voltframe/') ? `* as shared${i}` : `shared${i}`;
    imports.push(`import ${names ? `{ ${names.join(', ')} }` : all} from ${module};`);
    return `  ${module}: provide(${version}, ${range}, ${names ? `{ ${names.join(', ')} }` : `shared${i}`}),`;
  });
  return `${imports.join('\n')}
declare const __webpack_require__: { S: object };
const provide = (version: string, requiredVersion: string, module: object) => {
  const lib = () => module;
  const shareConfig = { singleton: true, requiredVersion };
  return {
    [version]: { version, get: () => lib, lib, loaded: 1, from: 'shell', scope: ['default'], shareConfig, useIn: [] },
  };
};
const scope = {
${provided.join('\n')}
};
__webpack_require__.S = { default: scope };
export const shareScope = () => scope;
`;
}
