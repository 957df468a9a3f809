/** The data of an icon: inner SVG and the size of its view box. */
export interface IconBody {
  body: string;
  width: number;
  height: number;
}

const icons = new Map<string, IconBody>();
/** Names of icons that only content names, so no script contains them. On the server only. */
const contentIcons = new Set<string>();
const listeners = new Set<() => void>();

/** Adds icons by their full names (`lucide:globe`). The build adds a call to every module that names icons. */
export function registerIcons(bodies: Record<string, IconBody>): void {
  let changed = false;
  for (const [name, body] of Object.entries(bodies)) {
    changed ||= !icons.has(name);
    icons.set(name, body);
  }
  if (changed) for (const listener of listeners) listener();
}

/** Adds the icons in the HTML of the server. */
export function adoptIcons(root: ParentNode): void {
  const drawn: Record<string, IconBody> = {};
  for (const svg of root.querySelectorAll('svg[data-icon]')) {
    const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const name = svg.getAttribute('data-icon') ?? '';
    if (svg.innerHTML && width && height) drawn[name] = { body: svg.innerHTML, width, height };
  }
  registerIcons(drawn);
}

/** Adds icons that content names, on the server. The data of the pages brings them to the browser. */
export function registerContentIcons(bodies: Record<string, IconBody>): void {
  registerIcons(bodies);
  for (const name of Object.keys(bodies)) contentIcons.add(name);
}

const DRAWN = ' data-icon="';

/** @returns the icons in rendered HTML that only content names. */
export function contentIconsIn(html: string): Record<string, IconBody> {
  const drawn: Record<string, IconBody> = {};
  if (contentIcons.size === 0) return drawn; // most apps have none, and the HTML of a page is long
  // `indexOf` is faster on long HTML than a regular expression.
  for (let at = html.indexOf(DRAWN); at >= 0; at = html.indexOf(DRAWN, at)) {
    at += DRAWN.length;
    const name = html.slice(at, html.indexOf('"', at));
    const icon = icons.get(name);
    if (icon && contentIcons.has(name)) drawn[name] = icon;
  }
  return drawn;
}

export function findRegisteredIcon(name: string): IconBody | undefined {
  return icons.get(name);
}

export function subscribeToIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
