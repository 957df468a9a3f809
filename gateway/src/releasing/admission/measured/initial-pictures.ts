/** What a picture is made of; the rest of a document is not looked at. React writes no `<` or `>` into attributes. */
const TAG = /<(\/?picture|source|img)\b([^<>]*)>/gi;
const MOST_PICTURES = 200;

/**
 * @returns of each picture that a browser asks for with the document (not those that come when they are near) the address of its
 *   widest version, in the format that is listed first.
 */
export function initialPictures(html: string): string[] {
  const found = new Set<string>();
  let first: string | undefined;
  for (const [, name = '', attributes = ''] of html.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (tag.endsWith('picture')) first = undefined;
    else if (tag === 'source') first ??= attribute(attributes, 'srcset');
    else if (attribute(attributes, 'loading') !== 'lazy') {
      const versions = first ?? attribute(attributes, 'srcset');
      const address = (versions && widest(versions)) ?? attribute(attributes, 'src');
      if (address !== undefined && !address.startsWith('data:')) found.add(address);
    }
    if (found.size >= MOST_PICTURES) break;
  }
  return [...found];
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(attributes);
  return found?.[1]?.replaceAll('&amp;', '&');
}

/** @param versions `/a.avif 640w, /b.avif 1280w` */
function widest(versions: string): string | undefined {
  const listed = versions.split(',').map((version) => version.trim().split(/\s+/, 2));
  const sorted = listed.toSorted(([, a = ''], [, b = '']) => Number.parseFloat(b) - Number.parseFloat(a));
  return sorted[0]?.[0] || undefined;
}
