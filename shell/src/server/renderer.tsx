import type { ComponentType, ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { Writable } from 'node:stream';
import { hash } from 'ohash';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { buildHead, type Head, type HeadLink, type HeadMeta } from '@voltframe/kit/contract/page/head';
import { NO_NAVIGATION } from '@voltframe/kit/contract/page/navigation';
import { LOADED_ATTRIBUTE } from '@voltframe/kit/contract/page/interactive-island';
import { INTERACTIVE_ATTRIBUTE, islandKey } from '@voltframe/kit/contract/page/island';
import { scopeHtml } from '@voltframe/kit/contract/page/runtime-scope';
import { lateToken } from '@voltframe/kit/contract/page/late-tokens';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import type { AskUpstream } from '@voltframe/kit/contract/page/upstream';
import type {
  ErrorScreenRequest,
  FragmentRequest,
  FragmentResult,
  RenderedFrame,
  RenderedIsland,
  RenderedResource,
  Renderer,
  RendererOptions,
} from '@voltframe/kit/contract/release/server-module';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { PageProps } from '@voltframe/kit/react';
import { contentIconsIn } from '@voltframe/kit/react/icons/icon-registry.ts';
import { PlatformProvider } from '@voltframe/kit/react/platform.ts';
import { Frame, type PageLayout, PageView } from '../app.tsx';
import { PagePlace } from '../layout/page-place.tsx';
import { THEME_COLOURS } from '../design/theme-colours.ts';
import { Screen } from '../error-screen/error-screen.tsx';
import { createServerPlatform } from '../server-platform.ts';
import { jsonData } from './json-data.ts';
import { loadPage } from './load-page.ts';
import { createLoaderContext } from './loader-context.ts';
import { runGuards } from './run-guards.ts';

/** Renders the parts of documents for one composition. Implements the calls of the render process. */
export function createRenderer(options: RendererOptions): Renderer {
  return {
    fragment: (request, ask) => fragment(options, request, ask),
    island: (request, ask) => island(options, request, ask),
    frame: (request) => frame(options, request),
    errorScreen: (request) => errorScreen(options, request),
    paths: (request, ask) => paths(options, request, ask),
    resource: (request, ask) => resource(options, request, ask),
    guards: (request) => runGuards(request, options),
  };
}

async function fragment(
  options: RendererOptions,
  request: FragmentRequest,
  ask: AskUpstream,
): Promise<FragmentResult> {
  const { composition, apps } = options;
  const { site } = composition;
  const { routeId, params, path, search } = request;
  const route = routeOf(composition.routes, routeId);
  const { pages, cards = {} } = apps[route.app]!;
  const { Component, server, layouts } = pages[routeId]!;
  const loaded = await loadPage(options, { app: route.app, server, card: cards[routeId] }, request, ask);
  const { inputs } = loaded;
  if (loaded.type === 'redirect') {
    const { to, status, external } = loaded.redirect;
    const head = buildHead({ path, search: '' }, site);
    return { redirect: { to, status, external }, html: '', head, data: null, islands: [], inputs };
  }
  if (loaded.type === 'refusal') {
    const { status = 404, message = `Page Not Found: ${path}` } = loaded.refusal;
    const error = { status, message, fatal: true };
    const head = buildHead({ path, search, error }, site);
    return { error, html: '', head, data: null, islands: [], inputs };
  }
  const { data, json, shown, head: built } = loaded;
  const islands: IslandRef[] = [];
  const { html, hoisted } = await renderHtml(
    <PagePlace>
      <PageView
        platform={createServerPlatform(site, islands)}
        Component={Component as ComponentType<PageProps>}
        layouts={layouts as PageLayout[] | undefined}
        route={route}
        data={shown}
        params={params}
        path={path}
        search={search}
      />
    </PagePlace>,
  );
  const head = withHoisted({ ...built, meta: [...built.meta, ...THEME_COLOURS] }, hoisted);
  const icons = contentIconsIn(html);
  const limited = route.scoped && route.styles ? scopeHtml(html, route.app) : html;
  return {
    html: limited,
    head,
    data,
    ...(json !== undefined && { json }),
    islands,
    ...(Object.keys(icons).length > 0 && { icons }),
    inputs,
  };
}

async function island(
  options: RendererOptions,
  request: { name: string; props: Record<string, unknown> },
  ask: AskUpstream,
): Promise<RenderedIsland> {
  const { composition, apps } = options;
  const { app, scoped, styles } = composition.islands[request.name]!;
  const { Component, loader, interactive } = apps[app]!.islands[request.name]!;
  const { base, inputs, close } = createLoaderContext(options, app, ask);
  const given = (await loader?.({ ...base, props: request.props })) ?? {};
  close();
  const loaded = interactive ? (jsonData(given) as object) : given;
  const Island = Component as ComponentType<Record<string, unknown>>;
  const content = <Island {...request.props} {...loaded} />;
  const around = { [INTERACTIVE_ATTRIBUTE]: app, [LOADED_ATTRIBUTE]: JSON.stringify(loaded) };
  const { html } = await renderHtml(
    <PlatformProvider value={createServerPlatform(composition.site, [])}>
      {interactive ? (
        <div {...around}>{content}</div>
      ) : scoped ? (
        <div data-app={app}>{content}</div>
      ) : (
        content
      )}
    </PlatformProvider>,
    // The browser reads it from the element around the island.
    islandKey(request.name, request.props, hash),
  );
  return { html: scoped && styles ? scopeHtml(html, app) : html, inputs };
}

async function frame(
  { composition }: RendererOptions,
  { navigation }: { navigation: string },
): Promise<RenderedFrame> {
  const islands: IslandRef[] = [];
  const platform = createServerPlatform(composition.site, islands);
  const { html } = await renderHtml(
    <Frame
      platform={platform}
      links={composition.navigation ?? NO_NAVIGATION}
      navigation={navigation}
      year={lateToken('year')}
      app={lateToken('app')}
    >
      {lateToken('fragment')}
    </Frame>,
  );
  return { html, islands, readsHead: true };
}

async function errorScreen(
  { composition }: RendererOptions,
  { variant, withId = false }: ErrorScreenRequest,
): Promise<RenderedFrame> {
  const islands: IslandRef[] = [];
  const { html } = await renderHtml(
    <PlatformProvider value={createServerPlatform(composition.site, islands)}>
      <Screen
        variant={variant}
        status={lateToken('status')}
        statusMessage={lateToken('title')}
        message={lateToken('description')}
        id={withId ? lateToken('id') : undefined}
      />
    </PlatformProvider>,
  );
  return { html, islands, meta: THEME_COLOURS };
}

async function paths(
  options: RendererOptions,
  { routeId }: { routeId: string },
  ask: AskUpstream,
): Promise<PathEntry[]> {
  const { composition, apps } = options;
  const route = routeOf(composition.routes, routeId);
  const { server } = apps[route.app]!.pages[routeId]!;
  if (!server.paths) return route.path.includes(':') ? [] : [{ path: route.path }];
  return server.paths({ ...createLoaderContext(options, route.app, ask).base, params: {}, path: route.path });
}

async function resource(
  options: RendererOptions,
  { path, search }: { path: string; search: string },
  ask: AskUpstream,
): Promise<RenderedResource> {
  const { composition, apps } = options;
  const app = composition.resources?.[path] ?? '';
  const answer = apps[app]?.resources?.[path];
  if (!answer) throw new Error(`The composition has no resource "${path}"`);
  const { base, inputs } = createLoaderContext(options, app, ask);
  const query = Object.fromEntries(new URLSearchParams(search));
  return { ...(await answer({ ...base, path, query })), inputs };
}

function routeOf(routes: CompositionRoute[], id: string): CompositionRoute {
  const route = routes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`The composition has no route "${id}"`);
  return route;
}

/** Elements of a head that React writes before the HTML; with `itemprop` they belong to the page. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link) (?![^>]*\bitemprop=)[^>]*>)+/;
const ELEMENT = /<(title|meta|link)([^>]*)>(?:([^<]*)<\/title>)?/g;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
const LINK_NAMES = [
  'rel',
  'href',
  'as',
  'type',
  'title',
  'hreflang',
  'crossorigin',
  'imagesrcset',
  'imagesizes',
  'fetchpriority',
] as const;
const META_NAMES = ['name', 'property', 'media', 'content'] as const;
/**
 * What React writes for a boundary whose content is missing, and for a form with an action of the browser. The searched
 * texts begin with a rare character, which makes the search of a page about 20 times faster.
 */
const UNFINISHED = '$!-->';
const FORM_REPLAY = /<script>addEventListener\("submit"[^]*?<\/script>/;

type Hoisted = Pick<Head, 'meta' | 'links'> & { title?: string };

/**
 * Renders a part of a document. What React hoists belongs into the document's head: inside of `<main>` it does not
 * hydrate (React error 418). Preloads of pictures of normal priority are dropped, since the images follow in the same
 * document.
 * @param prefix of the ids of `useId`
 * @returns the HTML, and the elements for the head
 */
async function renderHtml(element: ReactElement, prefix = ''): Promise<{ html: string; hoisted: Hoisted }> {
  const text = await renderWhole(element, prefix);
  const written = HOISTED.exec(text)?.[0] ?? '';
  const hoisted: Hoisted = { meta: [], links: [] };
  for (const [, name, attributes, title] of written.matchAll(ELEMENT)) {
    if (name === 'title') hoisted.title = textOf(title!);
    if (name === 'meta') hoisted.meta.push(kept(attributes!, META_NAMES) as unknown as HeadMeta);
    if (name !== 'link') continue;
    const link = kept(attributes!, LINK_NAMES) as unknown as HeadLink;
    const isCommonPicture = link.rel === 'preload' && link.as === 'image' && link.fetchpriority !== 'high';
    if (!isCommonPicture) hoisted.links.push(link);
  }
  const html = text.slice(written.length);
  return { html: html.includes('("submit"') ? html.replace(FORM_REPLAY, '') : html, hoisted };
}

/** Most pages do not suspend, and are rendered at once. The others are rendered again as a stream, to its end. */
async function renderWhole(element: ReactElement, identifierPrefix: string): Promise<string> {
  try {
    const text = renderToString(element, { identifierPrefix });
    if (!text.includes(UNFINISHED)) return text;
  } catch (error) {
    if (!isSuspension(error)) throw error;
  }
  return new Promise((done, fail) => {
    let text = '';
    const into = new Writable({
      write(chunk, _, next) {
        text += String(chunk);
        next();
      },
      final(next) {
        next();
        done(text);
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      identifierPrefix,
      // Each boundary at its place.
      progressiveChunkSize: Infinity,
      // Also of an error within a boundary: its fallback would stay for visitors without JavaScript.
      onError: fail,
      onShellError: fail,
      onAllReady: () => void pipe(into),
    });
  });
}

/** @returns whether React threw since a component outside of each boundary waits. */
function isSuspension(error: unknown): boolean {
  return /suspended while responding to synchronous input|Minified React error #426/.test(String(error));
}

/** A page's own elements take precedence over those of the platform that say the same. */
function withHoisted(head: Head, { title, meta, links }: Hoisted): Head {
  const named = new Set(meta.map(keyOf));
  const has = (rel: string): boolean => links.some((link) => link.rel === rel);
  return {
    ...head,
    title: title ?? head.title,
    meta: [...head.meta.filter((one) => !named.has(keyOf(one))), ...meta],
    links: [...links, ...head.links.filter(({ rel }) => rel !== 'canonical' || !has(rel))],
  };
}

const keyOf = ({ name, property, media }: HeadMeta): string => [name, property, media].join(' ');

function kept(attributes: string, names: readonly string[]): Record<string, string> {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!.toLowerCase(), textOf(value!)]),
  );
  return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name)!]] : [])));
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/** Reverses the escaping of React. */
function textOf(value: string): string {
  return value.replaceAll(/&(?:amp|quot|#x27|lt|gt);/g, (escaped) => CHARACTERS[escaped]!);
}
