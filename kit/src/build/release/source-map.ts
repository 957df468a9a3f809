import type { App } from '../app-paths.ts';
import type { Compiled } from '../compile.ts';
import { stableName } from '../stable-names.ts';

/**
 * The map of a built file as a release holds it: which line of which source, not the sources themselves, and nothing of
 * the machine that built it. The same sources give the same map in any folder.
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
  // Webpack tells alike names apart by stars, in an order that depends on where they are.
  const file = source.replaceAll('\\', '/').replace(/[?*].*$/, '');
  const name = stableName(file, root).replace(/^\.\//, '');
  // Module Federation's own entry has a name made from absolute paths.
  return name === file || /^(?:(?:@voltframe\/kit\/)?\.cache\/|federation-entry)/.test(name)
    ? 'generated'
    : name;
}

/** What somebody here may be looking for: nothing generated, nothing of a package. */
const BY_HAND = /^(?:src|content|@voltframe\/kit)\//;

interface FullMap {
  sources: string[];
  sourcesContent?: (string | null)[];
  names: string[];
  mappings: string;
}

/**
 * Gives scripts their maps, with the sources in them, for the tools of the browser, while developing: a file of its own
 * would be asked for by a name that leads nowhere, and a release keeps its maps to itself. To scripts of packages alone
 * it gives none; React's would be longer than it is.
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
    // As debuggers know it from webpack: they find the files in the folder that is open.
    sources: named.map((name) => `webpack://${app}/${name}`),
    sourcesContent: named.map((name, index) => (BY_HAND.test(name) ? (sourcesContent[index] ?? null) : null)),
    names,
    mappings,
  };
  const data = Buffer.from(JSON.stringify(inlined)).toString('base64');
  return `\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}\n`;
}
