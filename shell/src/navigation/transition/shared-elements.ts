/**
 * Elements that two pages share, `data-shared="title /blog/a-post"`: a name and the path (with its hash) that it
 * belongs to. Between those pages the element moves to its new place; all others fade.
 */
export function createSharedElements(document: Document) {
  let marked: HTMLElement[] = [];
  let markedPath: string | undefined;
  const clear = (): void => {
    for (const element of marked.splice(0)) element.style.viewTransitionName = '';
  };
  const elementsOf = (path: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>('[data-shared]')].filter(
      ({ dataset }) => dataset['shared']?.split(' ')[1] === path,
    );
  return {
    /**
     * Names the elements of the shown page for the view transition: those of the first of `paths` with any.
     * @returns that path, so that the other page's elements are named for the same one
     */
    mark(paths: readonly string[]): string | undefined {
      clear();
      const path = paths.find((one) => elementsOf(one).length > 0);
      markedPath = path;
      if (path === undefined) return undefined;
      // The browser skips the whole transition when two elements have the same name.
      const byName = new Map(
        elementsOf(path).map((element) => [element.dataset['shared']!.split(' ')[0]!, element]),
      );
      for (const [name, element] of byName) element.style.viewTransitionName = `shared-${name}`;
      marked = [...byName.values()];
      return path;
    },
    /**
     * Removes the names: an element with a name is drawn separately from its surroundings.
     * @param path returned by `mark`. When another path was marked since, its transition is pending and its names stay
     */
    clear(path: string | undefined): void {
      if (path === markedPath) clear();
    },
  };
}
