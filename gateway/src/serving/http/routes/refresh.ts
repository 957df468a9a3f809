import { lstat, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import type { Release } from '@voltframe/kit/contract/release/release';
import { MB } from '@voltframe/kit/contract/units';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CACHE } from '../../responses/cache-policy.ts';
import type { Site } from '../../compositions/site.ts';
import type { ReleaseSource } from '../../../platform/settings/setting-formats.ts';
import type { Development } from '../../../observing/errors/development/development.ts';
import { servingErrors } from '../../serving-errors.ts';
import { isOwnHost } from '../own-host.ts';
import { NO_INPUT } from '../request-state.ts';

const PATH = '/-/refresh';
const LOOK_MS = 20;
/** Most open pages; a developer has few tabs. */
const MOST_PAGES = 100;
const LARGEST_FILE = 16 * MB;

/**
 * Goes at the end of the inline bootstrap while developing: the page loads again when something newer is live. The
 * shell's development build closes it and listens itself (kit/src/build/refresh/client).
 */
export const REFRESH_SCRIPT = `
;platformBoot.updates = Object.assign(new EventSource('${PATH}'), { onmessage({ data }) {
  const { composition } = JSON.parse(data);
  if (composition && composition !== platformBoot.data.composition) location.reload();
} });`;

interface RefreshOptions {
  site: Site;
  sources: ReleaseSource[];
  development: Development;
}

const config = { kind: 'platform', errors: 'json' } as const;

/**
 * Sends builds, activations and problems to open pages as server-sent events (HTML §9.2). Only while developing
 * (`DEV=1`).
 */
export const refreshRoutes: FastifyPluginAsyncZod<RefreshOptions> = async (
  app,
  { site, sources, development },
) => {
  // The first build runs during the start of the gateway, and may already have ended.
  const since = performance.timeOrigin;
  const builds = createBuildEvents(sources, since);
  const pages = new Set<ServerResponse>();
  /** The live composition that each page knows: a page that connects during a change is notified once. */
  const knownLive = new WeakMap<ServerResponse, string>();
  let looking = true;

  const send = (event: string, to: Iterable<ServerResponse> = pages): void => {
    for (const page of to) page.write(`data: ${event}\n\n`);
  };
  const sendLive = (to: Iterable<ServerResponse>): void => {
    const id = site.live()?.composition.id;
    const late = [...to].filter((page) => knownLive.get(page) !== id);
    if (id === undefined || late.length === 0) return;
    send(liveEvent(site), late);
    for (const page of late) knownLive.set(page, id);
  };
  const look = async (): Promise<void> => {
    for (const event of await builds.look()) send(event);
    sendLive(pages);
    if (looking) setTimeout(() => void look(), LOOK_MS).unref();
  };
  void look();
  const problemsEvent = (): string =>
    JSON.stringify({ token: development.token, problems: development.problems() });
  development.onProblems(() => send(problemsEvent()));

  app.addHook('preClose', (done) => {
    looking = false;
    for (const page of pages) page.end();
    done();
  });
  // By DNS rebinding a foreign page could read the token of the events, and the sources.
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    const siteUrl = site.live()?.composition.site.url;
    if (!isOwnHost(headers.host, siteUrl === undefined ? [] : [new URL(siteUrl).hostname]))
      throw servingErrors.DEVELOPMENT_REFUSED();
  };
  app.get(PATH, { schema: NO_INPUT, config, onRequest }, (_, reply) => {
    if (pages.size >= MOST_PAGES) throw servingErrors.ASSET_NOT_FOUND();
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': CACHE.never });
    raw.once('close', () => pages.delete(raw));
    pages.add(raw);
    for (const event of builds.latest()) send(event, [raw]);
    sendLive([raw]);
    send(problemsEvent(), [raw]);
  });
};

/** @throws when it is not a regular file or is too large */
async function readSmall(file: string): Promise<Buffer> {
  const stats = await lstat(file);
  if (!stats.isFile() || stats.size > LARGEST_FILE) throw new Error(`${file} is no file of a build`);
  return readFile(file);
}

/** @returns the live composition, with its apps and the files of their releases: unhashed URL → URL. */
function liveEvent(site: Site): string {
  const { composition, releases } = site.live()!;
  const all = Object.values(releases);
  const files = { ...importMap(all).imports, ...stylesheets(all) };
  return JSON.stringify({ composition: composition.id, files, apps: composition.apps });
}

function stylesheets(releases: Release[]): Record<string, string> {
  const sheets = releases.flatMap(({ app, files }) =>
    Object.keys(files).flatMap((file) => {
      const [, name] = /^client\/(.+)\.[0-9a-f]{10}\.css$/.exec(file) ?? [];
      const base = `/assets/${app}/`;
      return name === undefined ? [] : [[`${base}${name}.css`, `${base}${file.slice('client/'.length)}`]];
    }),
  );
  return Object.fromEntries(sheets) as Record<string, string>;
}

/** Of the last build of an app, and of the last check of its types. */
const EVENTS = ['build.json', 'types.json'];

/**
 * The events of watching builds for open pages (kit/src/build/refresh/build-events.ts).
 * @param since older files belong to a build that has ended; ms since the epoch.
 */
export function createBuildEvents(sources: readonly ReleaseSource[], since: number) {
  const folders = sources.flatMap((source) =>
    source.type === 'folder' ? [path.join(source.folder, '.cache', 'refresh')] : [],
  );
  const files = folders.flatMap((folder) => EVENTS.map((name) => path.join(folder, name)));
  const seen = new Map<string, number>();
  const newest = new Map<string, string>();

  async function lookAt(file: string): Promise<string[]> {
    try {
      const { mtimeMs } = await lstat(file);
      if (mtimeMs < since || mtimeMs === seen.get(file)) return [];
      // Serialized again, so that it has no line breaks.
      const event = JSON.stringify(JSON.parse(String(await readSmall(file))));
      seen.set(file, mtimeMs);
      newest.set(file, event);
      return [event];
    } catch {
      return []; // no watching build writes there
    }
  }

  return {
    /** @returns the new entries since the last call, one line of JSON each. */
    look: async () => (await Promise.all(files.map(lookAt))).flat(),
    /** @returns the newest of each app and kind. */
    latest: () => [...newest.values()],
  };
}
