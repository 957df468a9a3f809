import { setImmediate } from 'node:timers/promises';
import pMap from 'p-map';
import { valueIssue } from '@voltframe/kit/contract/page/value-schema';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import type { Reference } from '@voltframe/kit/contract/operations/verdict';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { buildPage } from '../../serving/pages/build-page.ts';
import type { PageRequest } from '../../serving/pages/page-request.ts';
import { firstPages } from './candidate-requests.ts';

/**
 * A link or an embedded island of pages of an app; `props`: properties that an island does not accept; `markup`:
 * markup that the Content-Security-Policy blocks; `style`: a stylesheet that is not declared; `stylesheet`: a file that
 * the page itself names as its stylesheet.
 */
export interface PageReference {
  kind: Reference['kind'] | 'props' | 'markup' | 'style' | 'stylesheet';
  /** A path, the address of a stylesheet of another site, the name of an island, or the markup. */
  name: string;
  /** Of `props`: the defect. Of `markup`, `style` and `stylesheet`: a text of the code that creates it. */
  detail?: string;
  /** The first page with the reference: its path, or its description. */
  page: string;
  /** Number of other pages with the reference. */
  more: number;
}

/** Most different references of one app; a site has fewer pages. */
const MOST_REFERENCES = 10_000;
const CONCURRENCY = 4;

/** A rendered page, island or layout. */
interface Rendered {
  /** Its description for people. */
  page: string;
  /** The path that its relative links start from. */
  path: string;
  html: string;
  islands: IslandRef[];
  /** Addresses of the stylesheets that its components put into the head: by `preinit` or with a `precedence`. */
  stylesheets?: string[];
  /** Whether its stylesheets are declared. */
  styles?: 'runtime' | undefined;
}

/**
 * @param signal aborted at the deadline of the admission: no further page is read.
 * @returns all references of the pages, islands and layout of an app, each once. Pages that do not render are
 * skipped.
 */
export async function referencesOf(
  served: ServedComposition,
  app: string,
  signal: AbortSignal,
): Promise<PageReference[]> {
  const found = new Map<string, PageReference>();
  const add = (kind: PageReference['kind'], name: string, page: string, detail?: string): void => {
    const key = `${kind} ${name} ${detail ?? ''}`;
    const known = found.get(key);
    if (known) known.more++;
    else if (found.size < MOST_REFERENCES)
      found.set(key, { kind, name, page, more: 0, ...(detail !== undefined && { detail }) });
  };
  const read = async (render: () => Promise<Rendered | undefined>): Promise<void> => {
    if (signal.aborted) return;
    const rendered = await render().catch(() => undefined);
    if (!rendered) return;
    const { page, path, html, islands, stylesheets, styles } = rendered;
    for (const name of new Set(islands.map((island) => island.name))) add('island', name, page);
    for (const { name, props } of islands) {
      const issue = propsIssue(served, name, props);
      if (issue !== undefined) add('props', name, page, issue);
    }
    const { url } = served.composition.site;
    const dropped = new Map<string, string>();
    const sheets = new Set(stylesheets);
    const links = (await linksIn(html, undefined, dropped, sheets)).map((href) => sitePath(href, path, url));
    for (const [markup, code] of dropped) {
      const isStyle = markup.startsWith('<style');
      if (!isStyle || styles === undefined) add(isStyle ? 'style' : 'markup', markup, page, code);
    }
    for (const link of new Set(links)) if (link !== undefined) add('link', link, page);
    for (const href of sheets) {
      const address = URL.canParse(href, url) ? new URL(href, url).href : href;
      add('stylesheet', sitePath(href, path, url) ?? address, page, href);
    }
  };
  await pMap(await renderingsOf(served, app), read, { concurrency: CONCURRENCY });
  return [...found.values()];
}

/** @returns the defect of properties that a page passes to an island with a declared schema. */
function propsIssue(
  { composition, releases }: ServedComposition,
  name: string,
  props: unknown,
): string | undefined {
  const owner = Object.hasOwn(composition.islands, name) ? composition.islands[name]!.app : undefined;
  const schema = owner === undefined ? undefined : releases[owner]?.islands[name]?.props;
  return schema && valueIssue(schema, props ?? {});
}

/** All renderings are in the cache, because they were checked or served before. */
async function renderingsOf(
  served: ServedComposition,
  app: string,
): Promise<(() => Promise<Rendered | undefined>)[]> {
  const { composition, renderer } = served;
  const pagesOf = async (route: CompositionRoute) => {
    const requests = await firstPages(served, route).catch(() => []);
    return requests.map((page) => () => renderPage(served, page));
  };
  const pages = await Promise.all(composition.routes.filter((route) => route.app === app).map(pagesOf));
  const islands = Object.keys(composition.islands)
    .filter((name) => composition.islands[name]!.app === app)
    .map((name) => async () => {
      const { html } = (await renderer.island(name, {})).value;
      return {
        page: `The island ${name}`,
        path: '/',
        html,
        islands: [],
        styles: composition.islands[name]!.styles,
      };
    });
  const layout = async () => ({
    page: 'The layout',
    path: '/',
    ...(await renderer.frame('')).value,
    styles: undefined,
  });
  return [...pages.flat(), ...islands, ...(app === SHELL ? [layout] : [])];
}

async function renderPage(served: ServedComposition, page: PageRequest): Promise<Rendered | undefined> {
  const built = await buildPage(served, page, page.route.prerender);
  if (built.type !== 'page') return undefined;
  const { path, route } = page;
  const { head, islands } = built.payload;
  const named = head.links.filter(({ rel, href }) => STYLESHEET.test(rel) && href !== undefined);
  const stylesheets = named.map(({ href }) => href!);
  return { page: path, path, html: String(built.html), islands, stylesheets, styles: route.styles };
}

/** @returns the path of a link on the site; undefined for a link that leaves the site or stays on its page. */
function sitePath(href: string, from: string, site: string): string | undefined {
  if (/^\s*(?:[#?]|$)/.test(href)) return undefined;
  const base = new URL(from, site);
  if (!URL.canParse(href, base.href)) return undefined;
  const { origin, pathname } = new URL(href, base);
  return origin === base.origin ? pathname : undefined;
}

/** Most links of one page that are checked, and the longest link, in characters. */
export const MOST_LINKS = 500;
const LONGEST = 2_048;
/** Tags and attributes between two pauses: about a millisecond. */
const SLICE = 2_000;
/** Most attributes of one tag; the rest of the tag is skipped. */
const MOST_ATTRIBUTES = 200;

/** A start tag by its name, up to its attributes. */
const NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const STYLESHEET = /(?:^|\s)stylesheet(?:\s|$)/i;
/** Elements whose content is text or is not rendered. */
const TEXT = /^(?:script|style|textarea|title|iframe|noembed|noframes|template|xmp)$/;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi;
const NAMED: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * Reads the links of a page in one linear pass, in slices that do not block other work.
 * @param pause yields to the event loop; replaced by tests.
 * @param dropped receives the markup that the Content-Security-Policy blocks, each with a text of the code that
 * creates it.
 * @param stylesheets receives the address of each stylesheet that a `<link>` names.
 * @returns each `href` of its `<a>` once, as a browser understands it.
 */
export async function linksIn(
  html: string,
  pause: () => Promise<unknown> = setImmediate,
  dropped = new Map<string, string>(),
  stylesheets = new Set<string>(),
): Promise<string[]> {
  const found = new Set<string>();
  let work = 0;
  for (let at = html.indexOf('<'); at !== -1 && found.size < MOST_LINKS; at = html.indexOf('<', at)) {
    if (work > SLICE) {
      await pause();
      work = 0;
    }
    const read = readMarkup(html, at, { found, dropped, stylesheets });
    at = read.end;
    work += 1 + read.attributes;
  }
  return [...found];
}

interface Read {
  /** Index of the next character. */
  end: number;
  attributes: number;
}

/** What the markup names. */
interface Named {
  found: Set<string>;
  dropped: Map<string, string>;
  stylesheets: Set<string>;
}

function readMarkup(html: string, at: number, { found, dropped, stylesheets }: Named): Read {
  if (html.startsWith('<!--', at)) return { end: after(html, '-->', at + 4), attributes: 0 };
  NAME.lastIndex = at + 1;
  const name = NAME.exec(html)?.[0].toLowerCase();
  // An end tag, a declaration, or a `<` that is text.
  if (name === undefined) return { end: at + 1, attributes: 0 };
  let library = '';
  let [rel, href] = ['', ''];
  const read = readAttributes(html, at + 1 + name.length, (attribute, value) => {
    if (name === 'style' && /^data-[a-z-]{1,40}$/.test(attribute)) library ||= attribute;
    if (attribute === 'rel') rel ||= value;
    if (name === 'link' && attribute === 'href' && value.length <= LONGEST) href ||= decoded(value);
    if (name === 'a' && attribute === 'href' && value.length <= LONGEST) found.add(decoded(value));
    if (dropped.size >= MOST_DROPPED) return;
    if (name === 'script' && attribute === 'src' && FOREIGN.test(value) && value.length <= LONGEST)
      dropped.set(`a script of ${decoded(value)}`, decoded(value));
  });
  if (name === 'link' && href !== '' && STYLESHEET.test(rel)) stylesheets.add(href);
  if (name === 'style') dropped.set(library === '' ? '<style>' : `<style ${library}>`, library);
  return TEXT.test(name) ? { ...read, end: after(html, `</${name}`, read.end) } : read;
}

/** Most kinds of markup of one page that are reported. */
const MOST_DROPPED = 20;
const FOREIGN = /^\s*(?:https?:)?\/\//i;
function readAttributes(html: string, start: number, take: (attribute: string, value: string) => void): Read {
  let at = start;
  let attributes = 0;
  for (; attributes < MOST_ATTRIBUTES; attributes++) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) break;
    at = ATTRIBUTE.lastIndex;
    const [, name = '', double, single, bare] = match;
    take(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return { end: after(html, '>', at), attributes };
}

/** @returns the index after the next occurrence of the text; without one, the end. */
function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found === -1 ? html.length : found + text.length;
}

function decoded(value: string): string {
  return value.replace(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
