import type { IconBody } from '../react/icons/icon-registry.ts';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Collection {
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
  width?: number;
  height?: number;
}

/** The Iconify collections that builds inline from; read when an icon of theirs is named. */
const COLLECTIONS: Record<string, () => Collection> = {
  lucide: () => require('@iconify-json/lucide/icons.json') as Collection,
  'simple-icons': () => require('@iconify-json/simple-icons/icons.json') as Collection,
};
const NAMES = new RegExp(`\\b(${Object.keys(COLLECTIONS).join('|')}):([a-z0-9]+(?:-[a-z0-9]+)*)\\b`, 'g');

/**
 * Finds the icons a text names.
 * @param text source code, YAML or JSON
 * @returns the data of each icon by its name; names that no collection has are left out
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
  const collection = COLLECTIONS[prefix]!(); // require keeps what it has read
  const icon = collection.icons[name] ?? collection.icons[collection.aliases?.[name]?.parent ?? ''];
  if (!icon) return undefined;
  const { width = 24, height = 24 } = { ...collection, ...icon };
  return { body: icon.body, width, height };
}
