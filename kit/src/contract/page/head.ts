import { hasOwn, LANGUAGE_TAG } from '../names.ts';
import { absoluteUrl, canonicalUrl } from './canonical.ts';
import { escapeHtml, escapeJson } from './escape-html.ts';
import { pageMeta } from './page-meta.ts';
import { pageTitle, type TitleSource } from './page-title.ts';
import type { PageHead } from './page-server.ts';
import type { SiteConfig } from './site-config.ts';

/** Everything of a document's head that depends on the page. JSON: it travels in payloads. */
export interface Head {
  title: string;
  meta: HeadMeta[];
  links: HeadLink[];
  /** schema.org JSON-LD objects. */
  jsonLd: object[];
  /** Value of `<html lang>`. */
  lang: string;
  /** The titles by query: the data of a page is the same for all queries. */
  choices?: PageHead['choices'];
}

export interface HeadMeta {
  name?: string;
  property?: string;
  /** The colour schemes, as a media query, in which it counts. */
  media?: string;
  content: string;
}

export interface HeadLink {
  rel: string;
  /** Absent only of a preload that has `imagesrcset`. */
  href?: string;
  type?: string;
  title?: string;
  hreflang?: string;
  crossorigin?: string;
  /** Of a preload. */
  as?: string;
  imagesrcset?: string;
  imagesizes?: string;
  fetchpriority?: string;
}

export interface HeadSource extends Omit<TitleSource, 'title'> {
  page?: Partial<PageHead>;
  /** Query with its `?`, or ''. */
  search: string;
}

const ROBOTS = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';

/** @returns the value of the robots meta element and of the X-Robots-Tag header. */
export function robotsContent(indexable: boolean): string {
  return indexable ? ROBOTS : 'noindex, nofollow';
}

/**
 * The head of a page: the page's own fields, completed by the site (docs/behaviour.md 2.5).
 * Error screens have neither a canonical link nor og:url, and are not indexable.
 */
export function buildHead({ page = {}, path, search, error }: HeadSource, site: SiteConfig): Head {
  const { meta = {} } = page;
  const title = pageTitle({ title: page.title, path, error }, site);
  const description = page.description?.trim() || site.description;
  const canonical = error ? undefined : canonicalUrl(path, search, site);
  const indexable = site.indexable && !error && (page.indexable ?? true);
  return {
    title,
    meta: [
      ...named('description', description),
      ...named('robots', robotsContent(indexable)),
      ...openGraph(page, { title, description, canonical }, site),
      ...(error ? [] : picture(page, site)),
      ...named('twitter:card', 'summary_large_image'),
      ...named('twitter:site', site.twitter),
      ...('twitter:creator' in meta ? [] : named('twitter:creator', site.twitter)),
      ...pageMeta(error ? {} : meta),
    ],
    links: [...(canonical ? [{ rel: 'canonical', href: canonical }] : []), ...alternates(page, site)],
    jsonLd: error ? [] : (page.jsonLd ?? []),
    lang: localeOf(page, site),
    ...(page.choices && { choices: page.choices }),
  };
}

function named(name: string, content: string): HeadMeta[] {
  return content === '' ? [] : [{ name, content }];
}

function property(name: string, content: string | undefined): HeadMeta[] {
  return content ? [{ property: name, content }] : [];
}

interface Shown {
  title: string;
  description: string;
  canonical: string | undefined;
}

function openGraph(
  page: Partial<PageHead>,
  { title, description, canonical }: Shown,
  site: SiteConfig,
): HeadMeta[] {
  const type = page.type ?? 'website';
  const article = type === 'article';
  return [
    ...property('og:type', type),
    ...property('og:url', canonical),
    ...property('og:title', title),
    ...property('og:description', description),
    ...property('og:site_name', site.name),
    ...property('og:locale', ogLocale(localeOf(page, site))),
    ...property('article:published_time', article ? page.published : undefined),
    ...property('article:modified_time', article ? page.updated : undefined),
  ];
}

function picture({ image }: Partial<PageHead>, site: SiteConfig): HeadMeta[] {
  if (!image) return [];
  return [
    ...property('og:image', absoluteUrl(image.src, site)),
    ...property('og:image:width', String(image.width)),
    ...property('og:image:height', String(image.height)),
    ...property('og:image:alt', image.alt),
  ];
}

/** @throws when the page names no language. */
function localeOf({ lang }: Partial<PageHead>, site: SiteConfig): string {
  if (lang === undefined) return site.defaultLocale;
  if (!LANGUAGE_TAG.test(lang))
    throw new TypeError(`head: lang '${lang.slice(0, 40)}' is not a language tag. Use BCP 47: en, pt-BR`);
  return lang;
}

/** Open Graph wants `en_US`; a language without a region has no such form. */
function ogLocale(locale: string): string | undefined {
  const [language = '', ...rest] = locale.split('-');
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  return region ? `${language.toLowerCase()}_${region.toUpperCase()}` : undefined;
}

/** @throws when an alternate names no language. */
function alternates(page: Partial<PageHead>, site: SiteConfig): HeadLink[] {
  return (page.alternates ?? []).map(({ href, ...given }) => {
    if ('hreflang' in given && given.hreflang !== 'x-default' && !LANGUAGE_TAG.test(given.hreflang))
      throw new TypeError(
        `head: hreflang '${given.hreflang.slice(0, 40)}' is not a language tag. Use BCP 47 (en, pt-BR) or x-default`,
      );
    return { rel: 'alternate', ...given, href: absoluteUrl(href, site) };
  });
}

/**
 * @param search the query that is shown, with its `?`; the page itself may know nothing of it
 * @returns the head with the address of this query (one without an address, an error's, keeps none), and with the title
 *   of what the query chooses; a choice that the page does not have is not for search engines
 */
export function withQuery(head: Head, path: string, search: string, site: SiteConfig): Head {
  const canonical = canonicalUrl(path, search, site);
  const chosen = chosenTitle(head, search);
  const title = chosen ? pageTitle({ title: chosen, path }, site) : head.title;
  const contents: Record<string, string | undefined> = {
    'og:url': canonical,
    'og:title': title,
    ...(chosen === null && { robots: robotsContent(false) }),
  };
  const meta = head.meta.map((entry) => {
    const content = contents[entry.property ?? entry.name ?? ''];
    return content === undefined ? entry : { ...entry, content };
  });
  const links = head.links.map((link) => (link.rel === 'canonical' ? { ...link, href: canonical } : link));
  return { ...head, title, meta, links };
}

/** @returns the title of the choice; null when the page has none of this name, undefined when nothing is chosen. */
function chosenTitle({ choices }: Head, search: string): string | null | undefined {
  const value = choices && new URLSearchParams(search).get(choices.parameter);
  if (!choices || typeof value !== 'string') return undefined;
  return hasOwn(choices.titles, value) ? choices.titles[value] : null;
}

/** Marks the elements that the client's head manager owns: it removes and replaces exactly these. */
export const HEAD_ATTRIBUTE = 'data-head';

/** @returns the HTML of the head's elements, escaped; `lang` goes to the `<html>` element instead. */
export function renderHead(head: Head): string {
  const elements = [`<title ${HEAD_ATTRIBUTE}>${escapeHtml(head.title)}</title>`];
  for (const meta of head.meta) elements.push(`<meta ${HEAD_ATTRIBUTE}${attributes(meta)}>`);
  for (const link of head.links) elements.push(`<link ${HEAD_ATTRIBUTE}${attributes(link)}>`);
  for (const object of head.jsonLd) {
    elements.push(`<script ${HEAD_ATTRIBUTE} type="application/ld+json">${escapeJson(object)}</script>`);
  }
  return elements.join('');
}

function attributes(of: HeadMeta | HeadLink): string {
  let text = '';
  for (const [name, value] of Object.entries(of) as [string, string | undefined][])
    if (value !== undefined) text += ` ${name}="${escapeHtml(value)}"`;
  return text;
}
