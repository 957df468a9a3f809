/** What an `<Icon>` needs to draw itself: inner SVG and the size of its view box. */
export interface IconBody {
  body: string;
  width: number;
  height: number;
}

const icons = new Map<string, IconBody>();
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

export function findRegisteredIcon(name: string): IconBody | undefined {
  return icons.get(name);
}

export function subscribeToIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers the icons that the server drew into the page and that no script of it names (those of its content). */
export function adoptIcons(root: ParentNode): void {
  for (const svg of root.querySelectorAll('svg[data-icon]')) {
    const name = svg.getAttribute('data-icon') ?? '';
    const [, , width = 24, height = 24] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    if (svg.innerHTML !== '' && !icons.has(name)) registerIcons({ [name]: { body: svg.innerHTML, width, height } });
  }
}
