import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Configuration } from 'webpack';
import { RECORDED_SOURCE } from '../contract/release/recorded-answers.ts';
import type { Release } from '../contract/release/release.ts';
import { buildErrors } from '../errors/build-errors.ts';
import type { App } from './app-paths.ts';
import { type Parts, assembleRelease, buildApp } from './build-app.ts';
import { checkIslands } from './check-islands.ts';
import { collect, createCompiler } from './compile.ts';
import { compileContent, contentPatterns } from './content/content.ts';
import { fontFiles, makeFonts } from './fonts/make-fonts.ts';
import { type Entries, writeEntries } from './generated-entries.ts';
import { createPictures } from './images/pictures.ts';
import { loadApp, readApp } from './load-config.ts';
import { browserConfig } from './refresh/browser-config.ts';
import { openBuildEvents } from './refresh/build-events.ts';
import type { Parents } from './refresh/refresh-event.ts';
import { PUBLIC_FOLDER } from './release/public-files.ts';
import { withInlineMaps } from './release/source-map.ts';
import { createTurns } from './turns.ts';
import { createSettling, isSource, watchDirectly, watchFolder, watchSources } from './watching.ts';
import { bootstrapConfig, serverConfig } from './webpack-config.ts';

export interface WatchEvents {
  /** @param tookMs since the change */
  released(release: Release, tookMs: number): void;
  failed(error: Error): void;
  /** @param app with the configuration that the next build uses, after a change of it */
  configured?(app: App): void;
}

const DEVELOPMENT = { mode: 'development' } as const;
/** Delay in milliseconds for which webpack collects changes. */
const WAIT_MS = 20;
type BuiltPart = 'client' | 'server' | 'bootstrap';
/** Saves come in bursts (editor, formatter); one release is written for each burst. In milliseconds. */
const SETTLE_MS = 30;
/** Delay after a change of the config, because editors write a file in steps; in milliseconds. */
const CONFIG_SETTLE_MS = 20;

/**
 * Builds an app for development, and again on each change of its code, the kit, its content or its config.
 * @returns stops watching
 */
export async function watchApp(app: App, events: WatchEvents): Promise<() => Promise<void>> {
  const pages = openBuildEvents(app);
  const failure = createFirstFailure({
    failed(error) {
      pages.failed(error);
      events.failed(error);
    },
    // The browser's part reports it by its build.
    mended: (part) => part === 'client' || pages.mended(),
  });
  let stop = await watchBuild(app, events, pages, failure);
  const stopConfig = await watchConfig(app, {
    async changed(next) {
      failure.passed('config');
      events.configured?.(next);
      await stop();
      stop = await watchBuild(next, events, pages, failure);
    },
    failed: (error) => failure.failed('config', error),
  });
  return async () => {
    await stopConfig();
    await stop();
  };
}

/**
 * Builds an app for production, and again from scratch at each change of its sources: slower than `watchApp`.
 * @returns stops it; resolves when no build runs any more
 */
export function buildAtChanges({ paths }: App, events: WatchEvents): () => Promise<void> {
  const { released, failed, configured } = events;
  const turns = createTurns(Promise.resolve(), (error) => failed(error as Error));
  const build = (): Promise<void> =>
    turns.runNewest('build', async () => {
      const started = performance.now();
      const app = await loadApp(paths.root, paths.workplace);
      configured?.(app);
      const release = await buildApp(app, { mode: 'production' });
      released(release, performance.now() - started);
    });
  const stopWatching = watchSources([paths.root], build);
  void build();
  return () => {
    stopWatching();
    return turns.runNewest('build', () => Promise.resolve());
  };
}

/** All other parts of a config may change in a watching build. */
function assertSame({ config: before, kind, paths }: App, changed: App): void {
  if (changed.config.name === before.name && changed.kind === kind) return;
  const file = path.join(paths.root, 'mfe.config.ts');
  throw buildErrors.CONFIG_INVALID({ file, reason: 'another name or kind needs a new start' });
}

/**
 * Reads an app's config again after each change of it or of its imports (`src/section.ts`), one call at a time. A
 * config that failed is read again after each change of the app's sources, because a module that it names may exist
 * now.
 * @param on.changed called with each valid config. @param on.failed called once for each error
 * @returns stops it; resolves when the last call is done
 */
async function watchConfig(
  app: App,
  on: { changed(app: App): Promise<void>; failed(error: Error): void },
): Promise<() => Promise<void>> {
  const { root, workplace } = app.paths;
  let { files } = await readApp(root, workplace);
  const textsOf = (): string => JSON.stringify(files.map(textOf));
  let texts = textsOf();
  let failed: { reason: string; stopWatching(): void } | undefined;

  const look = async (): Promise<void> => {
    if (!failed && textsOf() === texts) return;
    texts = textsOf();
    try {
      const read = await readApp(root, workplace);
      assertSame(app, read.app);
      ({ files } = read);
      texts = textsOf();
      failed?.stopWatching();
      failed = undefined;
      await on.changed(read.app);
    } catch (error) {
      const { message: reason } = error as Error;
      if (failed?.reason !== reason) on.failed(error as Error);
      // The missing file may have come before the watching of it.
      if (!failed) soon();
      failed = { reason, stopWatching: failed?.stopWatching ?? watchFolder(root, isSource, soon) };
    }
  };
  const { soon, stop } = createSettling(CONFIG_SETTLE_MS, look);
  const onChange = (name: string | null): void => {
    if (name === null || files.some((file) => path.basename(file) === name)) soon();
  };
  const folders = new Set(files.map((file) => path.dirname(file)));
  const watchers = [...folders].map((folder) => watchDirectly(folder, onChange));
  return () => {
    failed?.stopWatching();
    for (const watcher of watchers) watcher.close();
    return stop();
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the file is being written
  }
}

/**
 * Builds an app and again on each change of its code, the kit, its content or `public/`; its config stays what it is.
 * @returns stops watching. Defects, also of content, are reported, and the next change is awaited
 */
async function watchBuild(
  app: App,
  { released, failed }: WatchEvents,
  pages: ReturnType<typeof openBuildEvents>,
  failure: ReturnType<typeof createFirstFailure>,
): Promise<() => Promise<void>> {
  const parts: Partial<Parts> = {};
  let started = performance.now();
  /** Watching of each compiler; none before the content is valid. */
  let stops: (() => Promise<void>)[] | undefined;
  let stopped = false;
  // A slow earlier write would overwrite newer files.
  const turns = createTurns(Promise.resolve(), (error) => failed(error as Error));

  const release = async (): Promise<void> => {
    if (!isWhole(app, parts)) return;
    const since = started;
    try {
      const written = await assembleRelease(app, parts, DEVELOPMENT);
      failure.passed('files');
      released(written, performance.now() - since);
    } catch (error) {
      failure.failed('files', error as Error);
    }
  };
  const { soon, stop } = createSettling(SETTLE_MS, () => turns.runNewest('release', release));
  const settle = (): void => {
    if (!stopped) soon();
  };
  const start = (part: BuiltPart, config: Configuration): (() => Promise<void>) => {
    const compiler = createCompiler(config);
    compiler.hooks.invalid.tap('watch', () => void (started = performance.now()));
    const watching = compiler.watch({ aggregateTimeout: WAIT_MS }, (error, stats) => {
      if (stopped) return;
      try {
        if (error) throw error;
        const compiled = collect(app, stats!);
        if (part === 'server') checkIslands(app);
        parts[part] = part === 'client' ? withInlineMaps(app, compiled) : compiled;
        if (part === 'client') pages.built(moduleParents(stats!.compilation));
        failure.passed(part);
        settle();
      } catch (cause) {
        failure.failed(part, cause as Error);
      }
    });
    return () => new Promise((done) => watching!.close(() => done()));
  };
  const readContent = async (): Promise<void> => {
    try {
      const content = await compileContent(app, createPictures(app, 'development'));
      const entries = writeEntries(app, content.icons, {}, await makeFonts(app));
      if (stopped) return;
      parts.content = content;
      failure.passed('content');
      if (stops) settle();
      else stops = configsOf(app, entries).map(([part, config]) => start(part, config));
    } catch (error) {
      failure.failed('content', error as Error);
    }
  };
  const stopWatching = watchContent(app, () => {
    started = performance.now();
    void turns.runNewest('content', readContent);
  });
  await turns.runNewest('content', readContent);
  return async () => {
    stopped = true;
    stopWatching();
    await stop();
    await turns.run(() => Promise.resolve());
    await Promise.all((stops ?? []).map((end) => end()));
  };
}

function configsOf(app: App, entries: Entries): [BuiltPart, Configuration][] {
  const halves: [BuiltPart, Configuration][] = [
    ['client', browserConfig(app, entries, DEVELOPMENT)],
    ['server', serverConfig(app, entries, DEVELOPMENT)],
  ];
  return app.kind === 'shell'
    ? [...halves, ['bootstrap', bootstrapConfig(app, entries, DEVELOPMENT)]]
    : halves;
}

function isWhole({ kind }: App, parts: Partial<Parts>): parts is Parts {
  return Object.keys(parts).length === (kind === 'shell' ? 4 : 3);
}

/** Of patterns whose files are watched one folder at a time: among code, each edit of which is no edit of content. */
const AMONG_CODE = /^(?:src\b|[^/\\]*[*?{[])/;

/** Folders of content and of public files may not exist yet. */
function watchContent(app: App, onChange: () => void): () => void {
  const { root } = app.paths;
  const named = [...contentPatterns(app), ...fontFiles(app)].map(path.normalize);
  const folders = globSync(
    named.filter((pattern) => AMONG_CODE.test(pattern)),
    { cwd: root },
  ).map((file) => path.dirname(path.join(root, file)));
  const watchers = [...new Set(folders)].map((folder) => watchDirectly(folder, onChange));
  const apart = named.filter((pattern) => !AMONG_CODE.test(pattern));
  const beside = new Set([
    PUBLIC_FOLDER,
    RECORDED_SOURCE,
    ...apart.map((pattern) => pattern.split(path.sep)[0]),
  ]);
  const stop = watchFolder(root, (name) => beside.has(name), onChange);
  return () => {
    stop();
    for (const watcher of watchers) watcher.close();
  };
}

/** A part of an app that is built by itself; `files`: the files sent unchanged, and the release as a whole. */
export type Part = 'client' | 'server' | 'bootstrap' | 'content' | 'config' | 'files';

/**
 * Reports each defect once, although a mistake in a component fails both parts of a build.
 * @param on.failed called for the first failed part, and for each further mistake in it
 * @param on.mended called when that part is built again
 */
export function createFirstFailure(on: { failed(error: Error): void; mended(part: Part): void }) {
  let told: Part | undefined;
  return {
    failed(part: Part, error: Error): void {
      if (told !== undefined && told !== part) return;
      told = part;
      on.failed(error);
    },
    passed(part: Part): void {
      if (told !== part) return;
      told = undefined;
      on.mended(part);
    },
  };
}

/** @returns the importers of each module of a finished build, by their ids in the files. */
export function moduleParents({ modules, moduleGraph, chunkGraph }: Compilation): Parents {
  const parents: Parents = {};
  for (const module of modules) {
    const id = chunkGraph.getModuleId(module);
    if (id === null) continue;
    const above = new Set<string>();
    for (const { originModule } of moduleGraph.getIncomingConnections(module)) {
      const parent = originModule && chunkGraph.getModuleId(originModule);
      if (parent !== null && parent !== undefined && parent !== id) above.add(String(parent));
    }
    if (above.size > 0) parents[id] = [...above].toSorted();
  }
  return parents;
}
