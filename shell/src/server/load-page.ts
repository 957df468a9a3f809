import { buildHead, type Head } from '@voltframe/kit/contract/page/head';
import { isRedirect, type Redirect } from '@voltframe/kit/contract/page/redirect';
import type { LoaderContext, PageImage, PageServer } from '@voltframe/kit/contract/page/page-server';
import type { AskUpstream } from '@voltframe/kit/contract/page/upstream';
import type { FragmentRequest, RendererOptions } from '@voltframe/kit/contract/release/server-module';
import { copied, jsonData } from './json-data.ts';
import { createLoaderContext } from './loader-context.ts';

/** The server module of a page, and the picture of its route. */
interface PageModule {
  app: string;
  server: PageServer;
  card: PageImage | undefined;
}

interface PageData {
  data: unknown;
  /** The data as JSON, of data that is kept. */
  json?: string;
  /** The head of all queries of the page: the gateway inserts the requested one. */
  head: Head;
  /** Everything that was read. */
  inputs: Record<string, string>;
}

export type LoadedPage =
  | ({ type: 'data'; /** The data for the components, which may change it. */ shown: unknown } & PageData)
  | { type: 'redirect'; redirect: Redirect; inputs: PageData['inputs'] }
  | { type: 'refusal'; refusal: { status?: number; message?: string }; inputs: PageData['inputs'] };

/** Most characters of the data that is kept, as JSON. */
const MOST_CHARACTERS = 1_000_000;

/**
 * Composition, route and path → the data of a page that was requested with a query. It is the same for all queries:
 * the files of a release never change.
 */
const kept = new Map<string, { server: PageServer; page: PageData; characters: number }>();
let characters = 0;

/**
 * Runs the server module of a page: `validate`, `loader` and `head`. Data that depends on no query and on no upstream
 * is kept for the other queries of the page.
 * @param ask asks an upstream, for this one call.
 * @throws the errors of the module
 */
export async function loadPage(
  options: Pick<RendererOptions, 'composition' | 'read'>,
  { app, server, card }: PageModule,
  { routeId, params, path, search }: FragmentRequest,
  ask: AskUpstream,
): Promise<LoadedPage> {
  const { id, site } = options.composition;
  const key = `${id} ${routeId} ${path}`;
  const known = kept.get(key);
  if (known?.server === server) return { type: 'data', ...known.page, shown: copied(known.page.data) };
  const { base, inputs, close, hasAsked } = createLoaderContext(options, app, ask);
  let query: Record<string, string> | undefined;
  const context: LoaderContext = {
    ...base,
    params,
    path,
    get query() {
      return (query ??= Object.fromEntries(new URLSearchParams(search)));
    },
  };
  const valid = (await orRedirect(() => server.validate?.(context))) ?? true;
  const loaded = valid === true ? await orRedirect(() => server.loader?.(context)) : undefined;
  close();
  const redirect = [valid, loaded].find(isRedirect);
  if (redirect) return { type: 'redirect', redirect, inputs };
  if (valid !== true) return { type: 'refusal', refusal: valid || {}, inputs };
  const data = jsonData(loaded);
  const own = server.head?.(Object.assign(context, { data }));
  const head = buildHead({ page: { ...own, image: own?.image ?? card }, path, search: '' }, site);
  if (search === '' || query !== undefined || hasAsked())
    return { type: 'data', data, shown: data, head, inputs };
  const page = { data, json: JSON.stringify(data), head, inputs };
  keep(key, server, page);
  return { type: 'data', ...page, shown: copied(data) };
}

/** @returns the result of `validate` or a loader; a thrown redirect is one. */
async function orRedirect<Value>(run: () => Promise<Value> | Value): Promise<Value | Redirect> {
  try {
    return await run();
  } catch (error) {
    if (isRedirect(error)) return error;
    throw error;
  }
}

/** The oldest data gives way. */
function keep(key: string, server: PageServer, page: PageData & { json: string }): void {
  const size = key.length + page.json.length + JSON.stringify(page.head).length;
  if (size > MOST_CHARACTERS) return;
  forget(key);
  for (const oldest of kept.keys()) {
    if (characters + size <= MOST_CHARACTERS) break;
    forget(oldest);
  }
  kept.set(key, { server, page, characters: size });
  characters += size;
}

function forget(key: string): void {
  characters -= kept.get(key)?.characters ?? 0;
  kept.delete(key);
}
