import type { IconBody } from '../react/icons/icon-registry.ts';
import { findIcon, type IconSet } from '../contract/page/icon.ts';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The Iconify collections for inlined icons, read when one of their icons is named. */
const COLLECTIONS: Record<string, () => IconSet> = {
  lucide: () => require('@iconify-json/lucide/icons.json') as IconSet,
  'simple-icons': () => require('@iconify-json/simple-icons/icons.json') as IconSet,
};
const NAMES = new RegExp(`\\b(${Object.keys(COLLECTIONS).join('|')}):([a-z0-9]+(?:-[a-z0-9]+)*)\\b`, 'g');

/** @returns collection → the names of its icons, in order. */
export function kitIcons(): Map<string, string[]> {
  const namesOf = ({ icons, aliases = {} }: IconSet): string[] =>
    [...Object.keys(icons), ...Object.keys(aliases)].toSorted();
  return new Map(Object.entries(COLLECTIONS).map(([prefix, read]) => [prefix, namesOf(read())]));
}

/**
 * Finds the icons that a text names.
 * @param text source code, YAML or JSON
 * @returns the data of each icon by its name, without unknown names
 */
export function iconsIn(text: string): Record<string, IconBody> {
  const found: Record<string, IconBody> = {};
  for (const [name, prefix, icon] of text.matchAll(NAMES)) {
    const body = iconBody(prefix!, icon!);
    if (body) found[name] = body;
  }
  return found;
}

function iconBody(prefix: string, name: string): IconBody | undefined {
  const icon = findIcon(COLLECTIONS[prefix]!(), name); // `require` caches the collection
  if (!icon) return undefined;
  const { body, width = 24, height = 24 } = icon;
  return { body, width, height };
}
