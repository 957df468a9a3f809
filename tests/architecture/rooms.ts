import { posix } from 'node:path';
import { importsOf, importTarget, type SourceFile } from './source-files.ts';

/** From → to → the imports that make the arrow, one line each. */
export type Arrows = Map<string, Map<string, string[]>>;

/** @returns the imports between files of the tree, by the room that `roomOf` puts each file in. */
export function arrowsBetween(files: SourceFile[], roomOf: (path: string) => string | undefined): Arrows {
  const known = new Set(files.map(({ path }) => path));
  const arrows: Arrows = new Map();
  for (const file of files) {
    const from = roomOf(file.path);
    if (from === undefined) continue;
    for (const { specifier } of importsOf(file)) {
      const target = fileOf(importTarget(file, specifier), known);
      const to = target && roomOf(target);
      if (to === undefined || to === from) continue;
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

/** Parts whose first folders must not import each other in a circle: what they are made of, by the flow. */
const PARTS = ['gateway/src', 'kit/src/contract', 'kit/src', 'shell/src'];

/** @returns the room of a file in a part: its first folder there; undefined for files of other parts, and beside the rooms. */
export function roomIn(part: string): (path: string) => string | undefined {
  return (path) => {
    const [room, ...rest] = path.startsWith(`${part}/`) ? path.slice(part.length + 1).split('/') : [];
    return rest.length > 0 ? room : undefined;
  };
}

export const parts = PARTS;

/** @returns folders with more files than a newcomer reads at a glance. */
export function crowded(paths: string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder}: ${count} files`);
}
