import type { ComponentType, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { buildHead, type HeadLink } from '@voltframe/kit/contract/page/head';
import { NO_NAVIGATION } from '@voltframe/kit/contract/page/navigation';
import { LOADED_ATTRIBUTE } from '@voltframe/kit/contract/page/interactive-island';
import { INTERACTIVE_ATTRIBUTE } from '@voltframe/kit/contract/page/island';
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
import type { LoaderContext, PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { PageProps } from '@voltframe/kit/react';
import { contentIconsIn } from '@voltframe/kit/react/icons/icon-registry.ts';
import { PlatformProvider } from '@voltframe/kit/react/platform.ts';
import { Frame, PageView } from '../app.tsx';
import { THEME_COLOURS } from '../design/theme-colours.ts';
import { Screen } from '../error-screen/error-screen.tsx';
import { createServerPlatform, serverNavigator } from '../server-platform.ts';
import { jsonData } from './json-data.ts';
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
  const { Component, server } = pages[routeId]!;
  const { base, inputs, close } = createLoaderContext(options, route.app, ask);
  const query = Object.fromEntries(new URLSearchParams(search));
  const loaderContext: LoaderContext = { ...base, params, path, query };
  const refused = (error: NonNullable<FragmentResult['error']>): FragmentResult => {
    const head = buildHead({ path, search, error }, site);
    return { error, html: '', head, data: null, islands: [], inputs };
  };
  const valid = (await server.validate?.(loaderContext)) ?? true;
  if (valid !== true) {
    const { status = 404, message = `Page Not Found: ${path}` } = valid || {};
    return refused({ status, message, fatal: true });
  }
  const data = jsonData(await server.loader?.(loaderContext));
  close();
  const page = server.head?.({ ...loaderContext, data });
  // The head of all queries of the page: the gateway inserts the requested one.
  const built = buildHead(
    { page: { ...page, image: page?.image ?? cards[routeId] }, path, search: '' },
    site,
  );
  const islands: IslandRef[] = [];
  const { html, preloads } = renderHtml(
    <PageView
      platform={createServerPlatform(site, islands)}
      navigator={serverNavigator}
      Component={Component as ComponentType<PageProps>}
      route={route}
      data={data}
      params={params}
      path={path}
      search={search}
    />,
  );
  const head = { ...built, meta: [...built.meta, ...THEME_COLOURS], links: [...preloads, ...built.links] };
  const icons = contentIconsIn(html);
  return { html, head, data, islands, ...(Object.keys(icons).length > 0 ? { icons } : {}), inputs };
}

async function island(
  options: RendererOptions,
  request: { name: string; props: Record<string, unknown> },
  ask: AskUpstream,
): Promise<RenderedIsland> {
  const { composition, apps } = options;
  const { app } = composition.islands[request.name]!;
  const { Component, loader, interactive } = apps[app]!.islands[request.name]!;
  const { base, inputs, close } = createLoaderContext(options, app, ask);
  const given = (await loader?.({ ...base, props: request.props })) ?? {};
  close();
  const loaded = interactive ? (jsonData(given) as object) : given;
  const Island = Component as ComponentType<Record<string, unknown>>;
  const content = <Island {...request.props} {...loaded} />;
  const around = { [INTERACTIVE_ATTRIBUTE]: app, [LOADED_ATTRIBUTE]: JSON.stringify(loaded) };
  const { html } = renderHtml(
    <PlatformProvider value={createServerPlatform(composition.site, [])}>
      {interactive ? <div {...around}>{content}</div> : content}
    </PlatformProvider>,
  );
  return { html, inputs };
}

async function frame(
  { composition }: RendererOptions,
  { navigation }: { navigation: string },
): Promise<RenderedFrame> {
  const islands: IslandRef[] = [];
  const platform = createServerPlatform(composition.site, islands);
  const { html } = renderHtml(
    <Frame
      platform={platform}
      links={composition.navigation ?? NO_NAVIGATION}
      navigation={navigation}
      year={lateToken('year')}
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
  const { html } = renderHtml(
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
  { path }: { path: string },
  ask: AskUpstream,
): Promise<RenderedResource> {
  const { composition, apps } = options;
  const app = composition.resources?.[path] ?? '';
  const answer = apps[app]?.resources?.[path];
  if (!answer) throw new Error(`The composition has no resource "${path}"`);
  const { base, inputs } = createLoaderContext(options, app, ask);
  return { ...(await answer({ ...base, path })), inputs };
}

function routeOf(routes: CompositionRoute[], id: string): CompositionRoute {
  const route = routes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`The composition has no route "${id}"`);
  return route;
}

/**
 * The preload links that React writes before the HTML: for every image that is not lazy, and for calls of `preload`.
 */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const LINK = /<link([^>]*)>/g;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
const KEPT = ['rel', 'href', 'as', 'type', 'imagesrcset', 'imagesizes', 'fetchpriority'] as const;

/**
 * Renders a part of a document. The preloads that React writes before it belong into the document's head: inside of
 * `<main>` they do not hydrate (React error 418). Preloads of normal priority are dropped, since the images follow in
 * the same document.
 * @returns the HTML, and the images that the page requests with high priority
 */
function renderHtml(element: ReactElement): { html: string; preloads: HeadLink[] } {
  const text = renderToString(element);
  const written = PRELOADS.exec(text)?.[0] ?? '';
  const links = [...written.matchAll(LINK)].map(([, attributes]) => linkOf(attributes!));
  return {
    html: text.slice(written.length),
    preloads: links.filter(({ as, fetchpriority }) => as === 'image' && fetchpriority === 'high'),
  };
}

function linkOf(attributes: string): HeadLink {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!.toLowerCase(), textOf(value!)]),
  );
  const kept = KEPT.flatMap((name) => (values.has(name) ? [[name, values.get(name)!]] : []));
  return { rel: 'preload', ...Object.fromEntries(kept) };
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
