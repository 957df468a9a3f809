import { importsOf, importTarget, type SourceFile } from './source-files.ts';

/** From → to → the imports that make the arrow, one line each. */
export type Arrows = Map<string, Map<string, string[]>>;

/**
 * @param left imports that are left out, as `file → file`.
 * @returns the imports between files of the tree, by the room that `roomOf` puts each file in.
 */
export function arrowsBetween(
  files: SourceFile[],
  roomOf: (path: string) => string | undefined,
  left: string[] = [],
): Arrows {
  const known = new Set(files.map(({ path }) => path));
  const arrows: Arrows = new Map();
  for (const file of files) {
    const from = roomOf(file.path);
    if (from === undefined) continue;
    for (const { specifier } of importsOf(file)) {
      const target = fileOf(importTarget(file, specifier), known);
      const to = target && roomOf(target);
      if (to === undefined || to === from || left.includes(`${file.path} → ${target}`)) continue;
      const targets = arrows.get(from) ?? new Map<string, string[]>();
      targets.set(to, [...(targets.get(to) ?? []), `${file.path} → ${target}`]);
      arrows.set(from, targets);
    }
  }
  return arrows;
}

/** An import by the kit's own name leads to the same files as one by a path. */
function fileOf(target: string, known: ReadonlySet<string>): string | undefined {
  const path = target.replace(/^@voltframe\/kit\//, 'kit/src/');
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
}

/** @returns each group of rooms that import each other in a circle, with the imports that tie it. */
export function circles(arrows: Arrows): string[] {
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const open = [start];
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const next of arrows.get(room)?.keys() ?? [])
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
    return seen;
  };
  const reached = new Map([...arrows.keys()].map((room) => [room, reach(room)]));
  const tied = [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reached.get(to)?.has(from))
      .map(([to, ties]) => `${from} ⇄ ${to}: ${ties.join(', ')}`),
  );
  return tied.toSorted();
}

/** Parts of the repository whose rooms must not import each other in a circle. */
export const parts = ['gateway/src', 'kit/src/contract', 'kit/src', 'shell/src'];

/** The wings of the gateway, from the bottom: a wing imports only wings below it. */
export const WINGS = ['platform', 'observing', 'serving', 'releasing'];

/**
 * @param part a folder of `parts`.
 * @returns the room of a file: in the gateway `wing/folder`, elsewhere the first folder; undefined for files of other
 *   parts and for files beside the rooms, which put the rooms together.
 */
export function roomIn(part: string): (path: string) => string | undefined {
  const depth = part === 'gateway/src' ? 2 : 1;
  return (path) => {
    const folders = path.startsWith(`${part}/`)
      ? path
          .slice(part.length + 1)
          .split('/')
          .slice(0, -1)
      : [];
    return folders.length < depth ? undefined : folders.slice(0, depth).join('/');
  };
}

/** @returns the wing of a file of the gateway; undefined for files beside the wings, which put the wings together. */
export function wingOf(path: string): string | undefined {
  const wing = /^gateway\/src\/([^/]+)\//.exec(path)?.[1];
  return wing !== undefined && WINGS.includes(wing) ? wing : undefined;
}

/** @returns every import of a wing from a wing above it, as `file → file`. */
export function upwardImports(files: SourceFile[]): string[] {
  return [...arrowsBetween(files, wingOf)].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, ties]) => (WINGS.indexOf(to) > WINGS.indexOf(from) ? ties : [])),
  );
}
