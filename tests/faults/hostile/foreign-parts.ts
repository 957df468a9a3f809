/** What a document is besides the parts of one app: facts of the document, and a line for each foreign element. */
export interface ForeignParts {
  document: Record<string, unknown>;
  elements: string[];
}

/**
 * Runs in the page.
 * @param own selector of the elements of the app.
 */
export function foreignPartsOf(own: string): ForeignParts {
  const STYLES = (
    'display visibility opacity position z-index color background-color background-image font-family font-size ' +
    'font-weight line-height letter-spacing text-transform text-decoration-line cursor pointer-events overflow ' +
    'border-top-width border-top-color margin-top padding-left transform filter clip-path animation-name content'
  ).split(' ');
  // Data of the page, with the time of its rendering; and rules of the import map.
  const isData = (element: Element): boolean => element.matches('script');
  const textOf = (element: Element): string =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent)
      .join('|');
  const lineOf = (element: Element): string => {
    const styles = getComputedStyle(element);
    return [
      element.parentElement?.tagName,
      element.tagName,
      // Pages of the same address may differ in their query.
      ...[...element.attributes].map(({ name, value }) => `${name}=${value.split('?')[0]}`).toSorted(),
      isData(element) ? '' : textOf(element),
      ...STYLES.map((name) => `${name}:${styles.getPropertyValue(name)}`),
    ].join(' ');
  };
  // The shell loads scripts when an island is missing, and those of links at any time.
  const loads = 'script[src^="/assets/shell/"], link[rel="modulepreload"]';
  const foreign = [...document.querySelectorAll('*')].filter(
    (element) => !element.closest(`${own}, ${loads}`),
  );
  const replaced = Object.keys(document).filter((name) => !/^location$|^_react/.test(name));
  return {
    document: {
      address: location.pathname,
      title: document.title,
      base: new URL(document.baseURI).pathname,
      mode: document.compatMode,
      width: innerWidth,
      replaced,
      stylesheets: [...document.styleSheets].filter(
        ({ ownerNode }) => !(ownerNode instanceof Element && ownerNode.closest(own)),
      ).length,
    },
    elements: foreign.map(lineOf),
  };
}

const MOST_SHOWN = 250;

/** @returns the facts and elements that differ, at most five. */
export function differences(before: ForeignParts, after: ForeignParts): string[] {
  const facts = Object.keys(before.document)
    .filter((name) => JSON.stringify(before.document[name]) !== JSON.stringify(after.document[name]))
    .map(
      (name) =>
        `${name}: ${JSON.stringify(before.document[name])} became ${JSON.stringify(after.document[name])}`,
    );
  const known = new Set(before.elements);
  const left = new Set(after.elements);
  const added = after.elements.filter((line) => !known.has(line)).map((line) => `added ${line}`);
  const gone = before.elements.filter((line) => !left.has(line)).map((line) => `removed ${line}`);
  const count = before.elements.length === after.elements.length ? [] : [`${after.elements.length} elements`];
  return [...facts, ...count, ...gone, ...added].slice(0, 5).map((line) => line.slice(0, MOST_SHOWN));
}
