import type { App } from '../app-paths.ts';
import type { Compiled } from '../compile.ts';
import { stableName } from '../stable-names.ts';

/**
 * The source map of a built file in a release: positions without the text of the sources, and without paths of the
 * build machine. The same sources give the same map in any folder.
 * @param map as webpack wrote it, its sources absolute
 * @param root folder of the app
 */
export function stableMap(map: Buffer, root: string): Buffer {
  const { sources, mappings } = JSON.parse(String(map)) as { sources: string[]; mappings: string };
  return Buffer.from(
    JSON.stringify({
      version: 3,
      sources: sources.map((source) => sourceName(source, root)),
      names: [],
      mappings,
    }),
  );
}

/**
 * @returns `src/pages/home.tsx` of the app, `@voltframe/kit/src/…`, `react-dom/…` of a package; `generated` of neither.
 */
export function sourceName(source: string, root: string): string {
  // Webpack appends stars to equal names, in an order that depends on their folders. It begins those of ES modules with
  // their type.
  const file = source
    .replaceAll('\\', '/')
    .replace(/[?*].*$/, '')
    .replace(/^javascript(?:\/\w+\|)?(?=\/)/, '');
  const name = stableName(file, root).replace(/^\.\//, '');
  // The name of Module Federation's own entry depends on absolute paths.
  return name === file || /^(?:(?:@voltframe\/kit\/)?\.cache\/|federation-entry)/.test(name)
    ? 'generated'
    : name;
}

/** Sources that a team may look for: neither generated ones nor those of packages. */
const BY_HAND = /^(?:src|content|@voltframe\/kit)\//;

interface FullMap {
  sources: string[];
  sourcesContent?: (string | null)[];
  names: string[];
  mappings: string;
}

/**
 * Appends source maps with their sources to scripts, for the browser's developer tools, in development. A separate
 * file is not possible, because its address would not exist and maps of a release are private. Scripts of packages
 * get no map, because React's map would be longer than React.
 */
export function withInlineMaps({ config, paths }: App, compiled: Compiled): Compiled {
  const files = new Map(compiled.files);
  for (const [file, map] of compiled.maps) {
    const body = files.get(file);
    const line = body && mapLine(map, config.name, paths.root);
    if (line) files.set(file, Buffer.concat([body, Buffer.from(line)]));
  }
  return { ...compiled, files };
}

function mapLine(map: Buffer, app: string, root: string): string | undefined {
  const { sources, sourcesContent = [], names, mappings } = JSON.parse(String(map)) as FullMap;
  const named = sources.map((source) => sourceName(source, root));
  if (!named.some((name) => BY_HAND.test(name))) return undefined;
  const inlined = {
    version: 3,
    // The URL format of webpack, in which debuggers find the files of the open folder.
    sources: named.map((name) => `webpack://${app}/${name}`),
    sourcesContent: named.map((name, index) => (BY_HAND.test(name) ? (sourcesContent[index] ?? null) : null)),
    names,
    mappings,
  };
  const data = Buffer.from(JSON.stringify(inlined)).toString('base64');
  return `\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}\n`;
}
