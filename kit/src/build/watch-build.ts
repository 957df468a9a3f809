import { globSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Configuration, Stats } from 'webpack';
import { RECORDED_SOURCE } from '../contract/release/recorded-answers.ts';
import type { Release } from '../contract/release/release.ts';
import type { App } from './app-paths.ts';
import { type Parts, assembleRelease } from './build-app.ts';
import { checkIslands } from './check-islands.ts';
import { type Compiled, collect, createCompiler } from './compile.ts';
import { type CompiledContent, compileContent, contentPatterns } from './content/content.ts';
import { fontFiles, makeFonts } from './fonts/make-fonts.ts';
import { type Entries, writeEntries } from './generated-entries.ts';
import { browserConfig } from './refresh/browser-config.ts';
import { withInlineMaps } from './release/source-map.ts';
import { createPictures } from './images/pictures.ts';
import type { EarlyFiles } from './refresh/early-files.ts';
import { PUBLIC_FOLDER } from './release/public-files.ts';
import { createTurns } from './turns.ts';
import { watchDirectly, watchFolder } from './watching.ts';
import { type BuildOptions, bootstrapConfig, serverConfig } from './webpack-config.ts';
import type { Parents } from './refresh/refresh-event.ts';

/**
 * Delays in milliseconds for which webpack collects changes: the browser's part is built first, because open pages
 * show it.
 */
const WAIT_MS = { client: 20, bootstrap: 60, server: 60 };
type BuiltPart = keyof typeof WAIT_MS;
/** Saves come in bursts (editor, formatter); one release is written for each burst. In milliseconds. */
const SETTLE_MS = 30;

export interface BuildReports {
  /** @param tookMs since the change */
  released(release: Release, tookMs: number): void;
  /** The error of writing the release. */
  failed(error: Error): void;
  early: Pick<EarlyFiles, 'built'>;
  failure: ReturnType<typeof createFirstFailure>;
}

/**
 * Builds an app and again on each change of its code, the kit, its content or `public/`; its config stays what it is.
 * @returns stops watching. Defects, also of content, are reported, and the next change is awaited
 */
export async function watchBuild(
  app: App,
  options: BuildOptions,
  { released, failed, early, failure }: BuildReports,
): Promise<() => Promise<void>> {
  const parts: Partial<Parts> = {};
  let started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  /** Watching of each compiler; none before the content is valid. */
  let stops: (() => Promise<void>)[] | undefined;
  let stopped = false;
  // A slow earlier write would overwrite newer files.
  const turns = createTurns(Promise.resolve(), (error) => failed(error as Error));

  const release = async (): Promise<void> => {
    if (!isWhole(app, parts)) return;
    const since = started;
    try {
      const written = await assembleRelease(app, parts, options);
      failure.passed('files');
      released(written, performance.now() - since);
    } catch (error) {
      failure.failed('files', error as Error);
    }
  };
  const settle = (): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void turns.runNewest('release', release), SETTLE_MS);
  };
  const start = (part: BuiltPart, config: Configuration): (() => Promise<void>) =>
    watchWith(app, config, WAIT_MS[part], {
      invalid: () => (started = performance.now()),
      compiled(compiled, compilation) {
        if (part === 'server') checkIslands(app);
        parts[part] = part === 'client' ? withInlineMaps(app, compiled) : compiled;
        if (part === 'client') early.built(parts[part], moduleParents(compilation));
        failure.passed(part);
        settle();
      },
      failed: (error) => failure.failed(part, error),
    });
  const readContent = async (): Promise<void> => {
    const read = await readEntries(app, options.mode).catch((error: Error) => {
      failure.failed('content', error);
      return undefined;
    });
    if (stopped || !read) return;
    parts.content = read.content;
    failure.passed('content');
    if (stops) settle();
    else stops = configsOf(app, read.entries, options).map(([part, config]) => start(part, config));
  };
  const stopWatching = watchContent(app, () => {
    started = performance.now();
    void turns.runNewest('content', readContent);
  });
  await turns.runNewest('content', readContent);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    stopWatching();
    await turns.run(() => Promise.resolve());
    await Promise.all((stops ?? []).map((stop) => stop()));
  };
}

/** The current content and fonts. */
async function readEntries(
  app: App,
  mode: BuildOptions['mode'],
): Promise<{ content: CompiledContent; entries: Entries }> {
  const content = await compileContent(app, createPictures(app, mode));
  return { content, entries: writeEntries(app, content.icons, {}, await makeFonts(app)) };
}

function configsOf(app: App, entries: Entries, options: BuildOptions): [BuiltPart, Configuration][] {
  const halves: [BuiltPart, Configuration][] = [
    ['client', browserConfig(app, entries, options)],
    ['server', serverConfig(app, entries, options)],
  ];
  return app.kind === 'shell' ? [...halves, ['bootstrap', bootstrapConfig(app, entries, options)]] : halves;
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

function watchWith(
  app: App,
  config: Configuration,
  waitMs: number,
  on: {
    invalid(): void;
    compiled(compiled: Compiled, compilation: Compilation): void;
    failed(error: Error): void;
  },
): () => Promise<void> {
  const compiler = createCompiler(config);
  compiler.hooks.invalid.tap('watch', on.invalid);
  const handle = (error: Error | null, stats?: Stats): void => {
    if (error) return on.failed(error);
    try {
      on.compiled(collect(app, stats!), stats!.compilation);
    } catch (failure) {
      on.failed(failure as Error);
    }
  };
  const watching = compiler.watch({ aggregateTimeout: waitMs }, handle);
  return () => new Promise((done) => watching!.close(() => done()));
}

/** A part of an app that is built by itself; `files`: what is sent as it is, and all that a release is put together from. */
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
