import { hasOwn } from '../names.ts';

/** Longest URL of an icon request, in characters as sent (docs/behaviour.md 12.4). */
export const ICON_URL_MAX_LENGTH = 500;
/** Most icons in one request. */
export const MAX_ICONS_PER_REQUEST = 100;

/** Data of one icon, as Iconify's JSON has it. */
export interface IconData {
  /** Inner SVG. */
  body: string;
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  rotate?: number;
  hFlip?: boolean;
  vFlip?: boolean;
}

/** Iconify's JSON of one collection, or of some icons of it. */
export interface IconSet {
  prefix: string;
  icons: Record<string, IconData>;
  aliases?: Record<string, Partial<IconData> & { parent: string }>;
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  lastModified?: number;
  /** Requested names that do not exist; always present in answers of the site's endpoint. */
  not_found?: string[];
}

/** Name of an icon, and of a collection (docs/behaviour.md 12.3). */
const ICON_NAME = /^[a-z\d]+(?:-[a-z\d]+)*$/;
const MAX_NAME_LENGTH = 64;

/** @returns whether `text` can name an icon or a collection. */
export function isIconName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && ICON_NAME.test(text);
}

/** Reads `lucide:arrow-right`, also as `i-lucide:arrow-right`. @returns null for an invalid name */
export function parseIconName(text: string): { prefix: string; name: string } | null {
  const [, prefix = '', name = ''] = /^(?:i-)?([^:]*):(.*)$/.exec(text) ?? [];
  return isIconName(prefix) && isIconName(name) ? { prefix, name } : null;
}

/** Reads the `icons` parameter of a request: distinct valid names, sorted; null when there is none, or too many. */
export function parseIconList(text: string | undefined): { names: string[]; invalid: string[] } | null {
  const all = [...new Set((text ?? '').split(',').filter((name) => name !== ''))].sort();
  if (all.length === 0 || all.length > MAX_ICONS_PER_REQUEST) return null;
  return { names: all.filter(isIconName), invalid: all.filter((name) => !isIconName(name)) };
}

/**
 * Groups names into requests no longer than the limit as sent: origin, path and the encoded commas included.
 * Invalid names are left out (they are missing without a request).
 * @param base address of the endpoint: absolute, since the limit counts all of it.
 */
export function splitIconRequests(
  prefix: string,
  names: readonly string[],
  { base, maxLength = ICON_URL_MAX_LENGTH }: { base: string; maxLength?: number },
) {
  const start = `${base.replace(/\/+$/, '')}/${prefix}.json?icons=`;
  const requests: { url: string; names: string[] }[] = [];
  for (const name of [...new Set(names)].filter(isIconName).sort()) {
    const last = requests[requests.length - 1];
    const joined = last && `${last.url}%2C${name}`;
    if (last && joined && joined.length <= maxLength && last.names.length < MAX_ICONS_PER_REQUEST) {
      last.url = joined;
      last.names.push(name);
    } else {
      requests.push({ url: start + name, names: [name] });
    }
  }
  return requests;
}

/** Aliases may point at aliases; Iconify's own sets stay far below this. */
const MAX_ALIAS_DEPTH = 8;

/** @returns the icon with the sizes of its set filled in and its alias followed, or undefined. */
export function findIcon(set: IconSet, name: string, depth = 0): IconData | undefined {
  if (hasOwn(set.icons, name)) {
    const icon = set.icons[name] as IconData;
    return { width: set.width ?? 16, height: set.height ?? 16, ...icon };
  }
  if (!set.aliases || !hasOwn(set.aliases, name) || depth >= MAX_ALIAS_DEPTH) return undefined;
  const { parent, ...own } = set.aliases[name] as Partial<IconData> & { parent: string };
  const base = findIcon(set, parent, depth + 1);
  return base && transformed(base, own);
}

function transformed(base: IconData, own: Partial<IconData>): IconData {
  const icon: IconData = { ...base, ...own };
  const rotate = ((base.rotate ?? 0) + (own.rotate ?? 0)) % 4;
  if (rotate === 0) delete icon.rotate;
  else icon.rotate = rotate;
  if (base.hFlip && own.hFlip) icon.hFlip = false;
  if (base.vFlip && own.vFlip) icon.vFlip = false;
  return icon;
}

/** @returns the requested part of a set; names that it does not have are in `not_found`. */
export function selectIcons(set: IconSet, names: readonly string[]): IconSet & { not_found: string[] } {
  const icons: Record<string, IconData> = {};
  const missing: string[] = [];
  for (const name of names) {
    const icon = findIcon(set, name);
    if (icon) icons[name] = icon;
    else missing.push(name);
  }
  return { prefix: set.prefix, icons, not_found: missing };
}
