/** The data of an icon: inner SVG and the size of its view box. */
export interface IconBody {
  body: string;
  width: number;
  height: number;
}

const icons = new Map<string, IconBody>();
/** Icons that no script brings to the browser: content names them. Filled on the server only. */
const contentIcons = new Set<string>();
const listeners = new Set<() => void>();

/** Makes icons known by their full names (`lucide:globe`). The build adds a call to every module that names icons. */
export function registerIcons(bodies: Record<string, IconBody>): void {
  let changed = false;
  for (const [name, body] of Object.entries(bodies)) {
    changed ||= !icons.has(name);
    icons.set(name, body);
  }
  if (changed) for (const listener of listeners) listener();
}

/** Makes the icons known that the server has drawn into the document. */
export function adoptIcons(root: ParentNode): void {
  const drawn: Record<string, IconBody> = {};
  for (const svg of root.querySelectorAll('svg[data-icon]')) {
    const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const name = svg.getAttribute('data-icon') ?? '';
    if (svg.innerHTML && width && height) drawn[name] = { body: svg.innerHTML, width, height };
  }
  registerIcons(drawn);
}

/** Makes the icons known that an app's content names: its pages' data carries them to the browser. On the server. */
export function registerContentIcons(bodies: Record<string, IconBody>): void {
  registerIcons(bodies);
  for (const name of Object.keys(bodies)) contentIcons.add(name);
}

/** The label of an icon. */
const DRAWN = ' data-icon="';

/** @returns the drawings of the icons in rendered HTML that only content names. */
export function contentIconsIn(html: string): Record<string, IconBody> {
  const drawn: Record<string, IconBody> = {};
  if (contentIcons.size === 0) return drawn; // most apps have none, and the HTML of a page is long
  // Searched for, not matched: a pattern looks at every character.
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
