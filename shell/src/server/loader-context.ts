import type { ContentEntry, ContentReader, LoaderContext } from '@voltframe/kit/contract/page/page-server';
import {
  type AskUpstream,
  type Upstream,
  type UpstreamOptions,
  type UpstreamQuestion,
  type UpstreamReply,
  upstreamTarget,
} from '@voltframe/kit/contract/page/upstream';
import type { RendererOptions } from '@voltframe/kit/contract/release/server-module';
import { copied } from './json-data.ts';

/** The files that a rendering has read: `app/data/file.json` → its sha-256, or '' when it was missing. */
type Inputs = Record<string, string>;

const REVALIDATE_S = 60;

/** A context, and what is read through it. */
interface LoaderInputs {
  base: Omit<LoaderContext, 'params' | 'path' | 'query'>;
  inputs: Inputs;
  /** Ends the reading of upstreams. */
  close(): void;
  /** Whether an upstream was asked. */
  hasAsked(): boolean;
}

/**
 * The context of an app's loaders. It records everything that they read.
 * @param ask asks an upstream, for this one call.
 */
export function createLoaderContext(
  { composition, read }: Pick<RendererOptions, 'composition' | 'read'>,
  app: string,
  ask: AskUpstream,
): LoaderInputs {
  const inputs: Inputs = {};
  const content = createContentReader(app, read, inputs);
  const readComposition = (): ReturnType<LoaderContext['composition']> => {
    inputs['composition'] = composition.id;
    return { id: composition.id, timestamp: composition.timestamp, apps: composition.apps };
  };
  const { upstream, close, hasAsked } = createUpstreamReader(ask);
  const base = { site: composition.site, content, composition: readComposition, upstream };
  return { base, inputs, close, hasAsked };
}

/**
 * The parsed content of a file, cached with the file: every page that shows one entry of a list reads the whole list.
 */
const contents = new WeakMap<object, unknown>();

/**
 * The content of one app for one rendering.
 * Each rendering gets a copy: its changes are not visible to other renderings.
 * @param inputs records every read, found or not: the rendering is valid while these are unchanged
 */
function createContentReader(app: string, read: RendererOptions['read'], inputs: Inputs): ContentReader {
  const readJson = async <T>(file: string): Promise<T | undefined> => {
    const found = await read(app, file);
    inputs[`${app}/${file}`] = found?.sha256 ?? '';
    return found && (contentOf(found) as T);
  };
  const need = async <T>(file: string): Promise<T> => {
    const value = await readJson<T>(file);
    if (value === undefined) throw new Error(`The release of "${app}" has no ${file}`);
    return value;
  };
  return {
    list: <T = ContentEntry>(collection: string) => need<T[]>(`data/${collection}/index.json`),
    entry: async <T = ContentEntry>(collection: string, slug: string) =>
      isSlug(slug) ? readJson<T>(`data/${collection}/${slug}.json`) : undefined,
    data: <T>(name: string) => need<T>(`data/${name}.json`),
  };
}

function contentOf(file: { text: string }): unknown {
  if (!contents.has(file)) contents.set(file, JSON.parse(file.text));
  return copied(contents.get(file));
}

/** The slug is part of the address; `index` is the list and not an entry. */
function isSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug !== 'index';
}

/** The upstreams of one rendering. */
function createUpstreamReader(ask: AskUpstream) {
  let [open, asked] = [true, false];
  const get = async (upstream: string, path: string, options: UpstreamOptions) => {
    if (!open)
      throw new Error(
        `upstream('${upstream}').get('${path}') was called after the loader had returned: ` +
          'only loaders ask upstreams, and hand components their data',
      );
    asked = true;
    return responseOf(`${upstream} ${path}`, await ask(questionOf(upstream, path, options)));
  };
  return {
    upstream: (name: string): Upstream => ({ get: (path, options = {}) => get(name, path, options) }),
    /** Refuses further calls: a response to a component's call would not be in the page's data. */
    close: (): void => void (open = false),
    hasAsked: (): boolean => asked,
  };
}

function questionOf(
  upstream: string,
  path: string,
  { query, revalidate = REVALIDATE_S, tags = [] }: UpstreamOptions,
): UpstreamQuestion {
  return { upstream, ...upstreamTarget(path, query), revalidate, tags };
}

function responseOf(what: string, reply: UpstreamReply): Awaited<ReturnType<Upstream['get']>> {
  if (!reply.ok) throw Object.assign(new Error(reply.message), { code: reply.code });
  const { status, headers, text } = reply;
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: () => text,
    json<Value>() {
      try {
        return JSON.parse(text) as Value;
      } catch {
        throw new Error(`What the upstream ${what} answers is no JSON`);
      }
    },
  };
}
