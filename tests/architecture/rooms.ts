import { importsOf, importTarget, type SourceFile } from './source-files.ts';

/** Importing room → imported room → the imports, one line each. */
export type Arrows = Map<string, Map<string, string[]>>;

/** @param roomOf returns the room of a file. @returns the imports between the rooms of the files. */
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

/** The package name of the kit and a relative path may name the same file. */
function fileOf(target: string, known: ReadonlySet<string>): string | undefined {
  const path = target.replace(/^@voltframe\/kit\//, 'kit/src/');
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
}

/** @returns the imports of each cycle, by their rooms. */
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

/** Parts of the repository whose rooms must not form import cycles. */
export const parts = ['gateway/src', 'kit/src/contract', 'kit/src', 'shell/src'];

/** The wings of the gateway, from the bottom: a wing imports only wings below it. */
export const WINGS = ['platform', 'observing', 'serving', 'releasing', 'operations'];

/**
 * @param part a folder of `parts`.
 * @returns a function for the room of a file: in the gateway `wing/folder`, elsewhere the first folder; undefined for
 *   files of other parts, and for files outside the rooms, which connect them.
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

/** @returns the wing of a file of the gateway; undefined for files outside the wings, which connect them. */
export function wingOf(path: string): string | undefined {
  const wing = /^gateway\/src\/([^/]+)\//.exec(path)?.[1];
  return wing !== undefined && WINGS.includes(wing) ? wing : undefined;
}

/** @returns every import of a module of a higher wing, as `file → file`. */
export function upwardImports(files: SourceFile[]): string[] {
  return [...arrowsBetween(files, wingOf)].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, ties]) => (WINGS.indexOf(to) > WINGS.indexOf(from) ? ties : [])),
  );
}
