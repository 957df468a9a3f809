import path from 'node:path';

const KIT = path.resolve(import.meta.dirname, '../../..');

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

/** @returns `src/pages/home.tsx` of the app, `@voltframe/kit/src/…`, `react-dom/…` of a package; `generated` of neither. */
export function sourceName(source: string, root: string): string {
  // Webpack tells alike names apart by stars, in an order that depends on where they are.
  const file = source.replaceAll('\\', '/').replace(/[?*].*$/, '');
  // Module Federation's own entry has a name made from absolute paths.
  if (file.includes('/node_modules/.federation/')) return 'generated';
  const inPackage = file.lastIndexOf('/node_modules/');
  if (inPackage >= 0) return file.slice(inPackage + '/node_modules/'.length);
  for (const [folder, name] of [
    [root, ''],
    [KIT, '@voltframe/kit/'],
  ] as const) {
    const start = `${folder.replaceAll('\\', '/')}/`;
    if (file.startsWith(`${start}.cache/`)) return 'generated';
    if (file.startsWith(start)) return name + file.slice(start.length);
  }
  return 'generated';
}
