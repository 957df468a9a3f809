/** What a page stands for, from the widest to the narrowest: who is accused, the app, what hydrates it, the route. */
export interface Standing {
  groups: readonly string[];
  /** Digest of the page: of pages alike it says which comes first, so that a few of them are from everywhere. */
  key: string;
}

/** @returns one page of each of the widest groups, then of each of the next, to the narrowest; then all others. */
export function inOrder<Page extends Standing>(pages: readonly Page[]): Page[] {
  const left = new Set(pages.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  const levels = Math.max(0, ...new Set(pages.map(({ groups }) => groups.length)));
  const ordered: Page[] = [];
  const seen = new Set<string>();
  for (let level = 0; level < levels; level++)
    for (const page of left) {
      const name = nameAt(page, level);
      if (seen.has(name)) continue;
      left.delete(page);
      ordered.push(page);
      for (let of = 0; of < levels; of++) seen.add(nameAt(page, of));
    }
  return [...ordered, ...left];
}

/** Two levels may have the same name. */
function nameAt({ groups }: Standing, level: number): string {
  return `${level} ${groups[level] ?? groups.at(-1) ?? ''}`;
}
