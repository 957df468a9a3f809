import { defaultTreeAdapter, html, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export { serialize } from 'parse5';

export type Document = Tree.Document;
export type Element = Tree.Element;

/** Most elements of one document. Misnested formatting elements are cloned for every element that they overlap. */
const MOST_ELEMENTS = 50_000;

/** @throws when the document has more than {@link MOST_ELEMENTS}. */
export function parsePage(text: string): Document {
  let made = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
    if (++made > MOST_ELEMENTS) throw new Error(`it has more than ${MOST_ELEMENTS} elements`);
    return defaultTreeAdapter.createElement(...given);
  };
  return parse(text, { treeAdapter: { ...defaultTreeAdapter, createElement } });
}

/** @returns every element below `root`, in document order. */
export function* elements(root: Tree.ParentNode): Generator<Element> {
  for (const node of root.childNodes) {
    if (!('tagName' in node)) continue;
    yield node;
    yield* elements(node);
  }
}

export function find(root: Tree.ParentNode, is: (element: Element) => boolean): Element | undefined {
  for (const element of elements(root)) if (is(element)) return element;
  return undefined;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/** @param value undefined removes the attribute. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  element.attrs = element.attrs.filter((candidate) => candidate.name !== name);
  if (value !== undefined) element.attrs.push({ name, value });
}

/** Replaces an element's content by text. */
export function setText(element: Element, value: string): void {
  element.childNodes = [{ nodeName: '#text', value, parentNode: element }];
}

/** @returns a new element; children are elements or text. */
export function make(
  tagName: string,
  attrs: Record<string, string>,
  children: readonly (Element | string)[] = [],
): Element {
  const element: Element = {
    nodeName: tagName,
    tagName,
    attrs: Object.entries(attrs).map(([name, value]) => ({ name, value })),
    namespaceURI: html.NS.HTML,
    childNodes: [],
    parentNode: null,
  };
  setChildren(element, children);
  return element;
}

export function setChildren(element: Element, children: readonly (Element | string)[]): void {
  element.childNodes = children.map((child) => {
    if (typeof child === 'string') return { nodeName: '#text', value: child, parentNode: element };
    child.parentNode = element;
    return child;
  });
}

export function removeElements(root: Document, is: (element: Element) => boolean): void {
  for (const element of [...elements(root)].filter(is)) {
    const parent = element.parentNode;
    if (parent) parent.childNodes = parent.childNodes.filter((node) => node !== element);
  }
}

/**
 * Removes a document's scripts. For answers at an address without a client route (`/api/contact`), which hydration
 * would replace by an error screen. Pages work without scripts.
 */
export function removeScripts(document: Document): void {
  removeElements(document, (element) => {
    if (element.tagName === 'script') return true;
    const rel = element.tagName === 'link' ? attribute(element, 'rel') : undefined;
    return rel === 'modulepreload' || (rel === 'preload' && attribute(element, 'as') === 'script');
  });
}

/**
 * Sets the title, and removes the metadata of the address: canonical link, alternates, description, robots, Open Graph.
 */
export function retitle(document: Document, change: (title: string) => string): void {
  const title = find(
    document,
    (element) => element.tagName === 'title' && element.namespaceURI === html.NS.HTML,
  );
  if (title) setText(title, change(textOf(title)));
  removeElements(document, (element) => {
    const rel = element.tagName === 'link' ? attribute(element, 'rel') : undefined;
    if (rel === 'canonical' || rel === 'alternate') return true;
    if (element.tagName !== 'meta') return false;
    const name = attribute(element, 'name') ?? '';
    return attribute(element, 'property') !== undefined || /^(robots|description|twitter:.*)$/.test(name);
  });
}

function textOf(element: Element): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
