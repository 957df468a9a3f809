/** The used properties of a DOM node. */
export interface DomNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<DomNode>;
  getAttribute?(name: string): string | null;
}

/** Finds the first difference between the server's HTML and the hydrated DOM. */
export interface Difference {
  /** The elements from the root to it: `main > article > p`. */
  where: string;
  server: string;
  browser: string;
}

type Item = string | DomNode;

const [ELEMENT, TEXT] = [1, 3];
/** Characters that are shown before the first difference, and in total. */
const BEFORE = 20;
const SHOWN = 60;
const NOTHING = 'nothing';
/** Most elements of the named path. */
const MOST_NAMED = 5;

/**
 * Compares elements and text, like React. Attributes, which React does not change, and islands without JavaScript are
 * not compared.
 * @param server a copy of the root from the server. @param browser the root after hydration.
 */
export function firstDifference(server: DomNode, browser: DomNode): Difference | undefined {
  return compare(server, browser, []);
}

function compare(server: DomNode, browser: DomNode, path: string[]): Difference | undefined {
  const [ours, theirs] = [itemsOf(server), itemsOf(browser)];
  const where = path.slice(-MOST_NAMED).join(' > ');
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    const [before, after] = [ours[index], theirs[index]];
    if (typeof before === 'object' && typeof after === 'object' && before.nodeName === after.nodeName) {
      const inside = isLeftAlone(before) ? undefined : compare(before, after, [...path, nameOf(before)]);
      if (inside) return inside;
    } else if (before !== after) return { where, ...shown(before, after) };
  }
  return undefined;
}

/** Elements, and adjacent texts as one, because the server's HTML has React's comments between texts. */
function itemsOf({ childNodes }: DomNode): Item[] {
  const items: Item[] = [];
  for (const node of childNodes) {
    if (node.nodeType === ELEMENT) items.push(node);
    if (node.nodeType !== TEXT || !node.textContent) continue;
    const last = items.at(-1);
    if (typeof last === 'string') items[items.length - 1] = last + node.textContent;
    else items.push(node.textContent);
  }
  return items;
}

/** Attribute of a stylesheet of the server that is limited to its app (kit/src/contract/page/runtime-scope.ts). */
const WRITTEN_ATTRIBUTE = 'data-written';

/** An interactive island has an element around its HTML; browsers write a limited stylesheet again. */
function isLeftAlone(node: DomNode): boolean {
  if (has(node, WRITTEN_ATTRIBUTE)) return true;
  return has(node, 'data-island') && ![...node.childNodes].some((child) => has(child, 'data-interactive'));
}

function has(node: DomNode, attribute: string): boolean {
  return (node.getAttribute?.(attribute) ?? null) !== null;
}

function nameOf({ nodeName }: DomNode): string {
  return nodeName.toLowerCase();
}

function shown(server: Item | undefined, browser: Item | undefined): Pick<Difference, 'server' | 'browser'> {
  if (typeof server !== 'string' || typeof browser !== 'string')
    return { server: tell(server), browser: tell(browser) };
  let same = 0;
  while (same < server.length && server[same] === browser[same]) same++;
  const start = Math.max(0, same - BEFORE);
  return { server: quote(server, start), browser: quote(browser, start) };
}

function tell(item: Item | undefined): string {
  if (item === undefined) return NOTHING;
  if (typeof item === 'string') return quote(item, 0);
  const text = item.textContent?.trim() ?? '';
  return `<${nameOf(item)}>${text.slice(0, SHOWN)}`;
}

function quote(text: string, start: number): string {
  const end = start + SHOWN;
  return `“${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}”`;
}
