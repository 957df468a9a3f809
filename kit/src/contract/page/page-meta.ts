import { hasOwn } from '../names.ts';

/** The meta elements that a page may have besides those of the platform. */
const NAMES: ReadonlySet<string> = new Set([
  'apple-itunes-app',
  'application-name',
  'author',
  'creator',
  'facebook-domain-verification',
  'format-detection',
  'google-site-verification',
  'googlebot',
  'keywords',
  'msvalidate.01',
  'p:domain_verify',
  'pinterest',
  'publisher',
  'rating',
  'thumbnail',
  'yandex-verification',
]);
/** The vocabularies of Open Graph (ogp.me), whose elements have `property`. */
const PROPERTIES = ['og:', 'article:', 'book:', 'fb:', 'music:', 'product:', 'profile:', 'video:'];
const PREFIXES = [...PROPERTIES, 'twitter:', 'citation_', 'dc.', 'dcterms.'];

/** Elements that other fields of `head`, or the site, decide. */
const INSTEAD: Readonly<Record<string, string>> = {
  description: 'its field `description`',
  robots: 'its field `indexable`',
  'og:title': 'its field `title`',
  'og:description': 'its field `description`',
  'og:type': 'its field `type`',
  'og:image': 'its field `image`',
  'og:locale': 'its field `lang`',
  'article:published_time': 'its field `published`',
  'article:modified_time': 'its field `updated`',
  'og:url': 'the address of the page',
  'og:site_name': 'the site',
  'twitter:card': 'the site',
  'twitter:site': 'the site',
};
/** A letter, then the characters of the names above. */
const NAME = /^[a-z][a-z\d.:_-]{0,80}$/i;

/**
 * @param meta of a page: `{ author: 'Ada', 'article:tag': ['math', 'engines'] }`.
 * @returns its elements, one for each value.
 * @throws TypeError with the name of one that a page may not have: those of the browser (`viewport`, `referrer`,
 *   `theme-color`) decide how the whole site works.
 */
export function pageMeta(
  meta: Record<string, string | string[]> = {},
): { name?: string; property?: string; content: string }[] {
  return Object.entries(meta).flatMap(([name, content]) => {
    const key = name.toLowerCase();
    const reason = hasOwn(INSTEAD, key) ? `${INSTEAD[key]} decides it` : undefined;
    const isAllowed = NAMES.has(key) || PREFIXES.some((prefix) => key.startsWith(prefix));
    if (reason !== undefined || !isAllowed || !NAME.test(name))
      throw new TypeError(
        `head: meta '${name.slice(0, 60)}' is not allowed: ${reason ?? `a page may have ${allowed}`}`,
      );
    const isProperty = PROPERTIES.some((prefix) => key.startsWith(prefix));
    return [content].flat().map((text) => ({ [isProperty ? 'property' : 'name']: name, content: text }));
  });
}

const allowed = `${[...NAMES].join(', ')}, and names with ${PREFIXES.join(', ')}`;
