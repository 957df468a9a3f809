import { escapeHtml, escapeJson } from '@voltframe/kit/contract/page/escape-html';
import { buildHead } from '@voltframe/kit/contract/page/head';
import { activeNavigation } from '@voltframe/kit/contract/page/navigation';
import type { IslandRef, PageData, PagePayload, ShownPayload } from '@voltframe/kit/contract/page/page-data';
import { splitUrl, withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import { type PageError, screenTitle, toPageError } from '@voltframe/kit/errors/page-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { RenderedFrame } from '@voltframe/kit/contract/release/server-module';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { servingErrors } from '../serving-errors.ts';
import { fillPieces, HtmlBytes, JsonBytes, type Pieces, withLastMember } from '../responses/page-bytes.ts';
import { htmlDocument } from '../responses/html-document.ts';
import { redirectFrom } from './resolve-page.ts';
import type { PageRequest } from './page-request.ts';
import type { RenderContext } from '../render/composition-renderer.ts';
import { policyText } from '../responses/page-policy.ts';
import type { RouteTemplate } from '../compositions/document-templates.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';

/** A payload without the page's data. */
type Facts = Omit<PagePayload, 'data'>;

export type BuiltPage =
  /** `inputs`: the inputs of the rendering. */
  | { type: 'page'; payload: Facts; data: JsonBytes; html: HtmlBytes; inputs: Record<string, string> }
  /** By the loader or `validate` of the page. */
  | { type: 'redirect'; to: string; status: number; external: boolean; inputs: Record<string, string> }
  | { type: 'error'; error: PageError };

export interface BuiltDocument {
  html: Buffer;
  headers: Record<string, string>;
  /** False when an island is missing: such a document is not cached. */
  complete: boolean;
  /** The inputs of the page and of its islands. */
  inputs: Record<string, string>;
  /** The apps with content in it. */
  apps: string[];
  /**
   * An island is missing because it shows another answer of an upstream than the rest. The page has to be built
   * again.
   */
  mixed: boolean;
}

interface DocumentContext {
  /** The head with the query that is shown; default: the head of the page. */
  head?: Facts['head'];
  /** See `Reading.isListed`; default: true. */
  isListed?: boolean;
  /** See `RenderContext.isAhead`. */
  isAhead?: boolean;
}

/** Renders a page (or takes it from the cache) as data and fragment. */
export async function buildPage(
  served: ServedComposition,
  page: PageRequest,
  cacheable: boolean,
  context: RenderContext = {},
): Promise<BuiltPage> {
  const { route, params, path, search } = page;
  const rendering = await served.renderer.fragment(route, { params, path, search }, context);
  const { inputs, renderedAt } = rendering;
  const { error, redirect, html, data, head, islands, icons } = rendering.value;
  if (redirect) {
    const { site } = served.composition;
    const resolved = redirectFrom(path, redirect, site);
    if (resolved.type === 'error') return resolved;
    const { to, status, external } = resolved;
    if (splitUrl(to).path + splitUrl(to).search === withTrailingSlash(path, site.trailingSlash) + search)
      return { type: 'error', error: toPageError(siteErrors.REDIRECT_LOOP({ path })) };
    return { type: 'redirect', to, status, external, inputs };
  }
  if (error) {
    const { status, message, fatal } = error;
    const { code } = status === 404 ? siteErrors.PAGE_REFUSED : servingErrors.PAGE_REFUSED;
    return { type: 'error', error: { status, code, message, fatal } };
  }
  const policy = policyText(served.policyOf(route, islands));
  const payload = {
    composition: served.composition.id,
    path,
    routeId: route.id,
    params,
    head,
    islands,
    ...(icons && { icons }),
    ...(policy !== '' && { policy }),
    ...(cacheable && { prerenderedAt: renderedAt }),
  };
  return { type: 'page', html: HtmlBytes.of(html), data: JsonBytes.of(data), inputs, payload };
}

/** The whole document of a page. @param year of the copyright line. */
export async function buildPageDocument(
  served: ServedComposition,
  page: PageRequest,
  { payload, data, html, inputs: ofFragment }: Extract<BuiltPage, { type: 'page' }>,
  year: number,
  { head = payload.head, isListed = true, isAhead = false }: DocumentContext = {},
): Promise<BuiltDocument> {
  const frame = await served.renderer.frame(activeNavigation(page.path, served.tables.navigation.header));
  const inputs = { ...ofFragment };
  const shown = [...payload.islands, ...frame.value.islands];
  if (isListed) for (const { key } of shown) served.embedded.set(key, true);
  const islands = await renderIslands(served, shown, page.route.app, inputs, { isListed, isAhead });
  const fragment = fillPieces(html, islandValues(payload.islands, islands.html));
  const body = fillPieces(
    frameBytes(frame.value),
    tokenValues({ year, app: page.route.scoped ? page.route.app : '' }, islands.html, fragment),
  );
  const template = served.templateOf(page.route, shown);
  const document = htmlDocument(template, {
    head,
    body,
    // `page` comes last, because its data, which is already JSON, is appended.
    pageData: withLastMember(
      pageData(served, template, { year, error: null, page: inDocument(payload, frame.value, page) }),
      2,
      'data',
      data.inScript,
    ),
  });
  const { headers } = template;
  const { complete, mixed } = islands;
  return { html: document, headers, complete, inputs, mixed, apps: appsIn(served, page, shown) };
}

/** @returns the shell, which is in every document, and the other apps with content in this one. */
function appsIn({ composition }: ServedComposition, { route }: PageRequest, islands: IslandRef[]): string[] {
  const owners = islands.flatMap(({ name }) => composition.islands[name]?.app ?? []);
  return [...new Set([SHELL, route.app, ...owners])];
}

/** The fields of a payload that the document does not contain elsewhere, such as titles for other queries. */
function inDocument(
  { icons: _, head, ...rest }: Facts,
  { readsHead }: RenderedFrame,
  { search }: PageRequest,
): Omit<ShownPayload, 'data'> {
  const shown = { ...rest, ...(search !== '' && { search }) };
  return readsHead && !head.choices ? shown : { ...shown, head };
}

/** The error screen in place of the layout, as a whole document (docs/behaviour.md 4.1). */
export async function buildErrorDocument(
  served: ServedComposition,
  error: PageError,
  path: string,
  year: number,
): Promise<Pick<BuiltDocument, 'html' | 'headers'>> {
  const frame = await served.renderer.errorScreen({
    variant: error.status === 404 ? 'not-found' : 'error',
    ...(error.id !== undefined && { withId: true }),
  });
  const islands = await renderIslands(served, frame.value.islands, SHELL, {});
  const texts = {
    year,
    status: String(error.status),
    title: screenTitle(error),
    description: error.message,
    ...(error.id !== undefined && { id: error.id }),
  };
  const template = served.templateOf(undefined, frame.value.islands);
  const { status, message } = error;
  const head = buildHead({ path, search: '', error: { status, message } }, served.composition.site);
  const html = htmlDocument(template, {
    head: { ...head, meta: [...head.meta, ...(frame.value.meta ?? [])] },
    body: fillPieces(frameBytes(frame.value), tokenValues(texts, islands.html)),
    pageData: [pageData(served, template, { year, error, page: null })],
  });
  return { html, headers: template.headers };
}

/** Few frames exist; every page is inserted into one of them. */
const frames = new WeakMap<RenderedFrame, HtmlBytes>();

function frameBytes(frame: RenderedFrame): HtmlBytes {
  const known = frames.get(frame) ?? HtmlBytes.of(frame.html);
  frames.set(frame, known);
  return known;
}

/** A page has no markers but those of its islands. @param refs the islands of the page. @param html by their keys. */
function islandValues(refs: readonly IslandRef[], html: ReadonlyMap<string, string>) {
  const names = new Map(refs.map(({ key }) => [`island:${key}`, html.get(key) ?? '']));
  return (name: string): string | undefined => names.get(name);
}

/** @param texts by their tokens. @param fragment already HTML. */
function tokenValues(
  texts: Record<string, string | number>,
  islands: Map<string, string>,
  fragment?: Pieces,
) {
  return (name: string): string | Pieces | undefined => {
    if (name === 'fragment') return fragment;
    if (name.startsWith('island:')) return islands.get(name.slice('island:'.length)) ?? '';
    const text = texts[name];
    return text === undefined ? undefined : escapeHtml(String(text));
  };
}

/** @returns JSON for the inside of a `<script>` element. */
function pageData(
  { commonData }: Pick<ServedComposition, 'commonData'>,
  { members }: Pick<RouteTemplate, 'members'>,
  own: Pick<PageData, 'year' | 'error'> & { page: Omit<ShownPayload, 'data'> | null },
): string {
  return `${commonData},${members},${escapeJson(own).slice(1)}`;
}

/**
 * Renders each key once. A failed island is left empty, so that the page is still answered. So is an island with
 * another upstream response than the other parts of the page.
 * @param asker the app of the page, which stands for the app of an unknown island.
 * @param inputs of the page; takes those of its islands.
 * @param context for whom the page is.
 */
async function renderIslands(
  served: ServedComposition,
  refs: IslandRef[],
  asker: string,
  inputs: Record<string, string>,
  { isListed = true, isAhead = false }: RenderContext = {},
) {
  const unique = [...new Map(refs.map((ref) => [ref.key, ref])).values()];
  const known = unique.filter(({ name }) => Object.hasOwn(served.composition.islands, name));
  const leftEmpty = (what: string, app: string, error: unknown): void => {
    const of = { app, digest: served.releases[app]?.digest, isListed };
    served.telemetry.failure({ kind: 'island', ...of, what, error });
  };
  for (const ref of unique)
    if (!known.includes(ref)) leftEmpty(ref.name, asker, servingErrors.ISLAND_NOT_FOUND({ name: ref.name }));
  const results = await Promise.all(
    known.map(({ name, props, key }) =>
      served.renderer.island(name, props, { isListed, isAhead }).then(
        ({ value, inputs: read }) => ({ key, html: value.html, inputs: read, mixed: false }),
        (error: unknown) => {
          leftEmpty(name, served.composition.islands[name]!.app, error);
          return { key, html: undefined, inputs: {}, mixed: false };
        },
      ),
    ),
  );
  const shown = results.map((island) =>
    (served.upstreams?.merge(inputs, island.inputs) ?? true)
      ? island
      : { ...island, html: undefined, mixed: true },
  );
  return {
    html: new Map(shown.map(({ key, html }) => [key, html ?? ''])),
    complete: shown.every(({ html }) => html !== undefined) && known.length === unique.length,
    mixed: shown.some(({ mixed }) => mixed),
  };
}
