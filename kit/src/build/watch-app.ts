import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import type { Compilation, Configuration, Stats } from 'webpack';
import type { Release } from '../contract/release/release.ts';
import type { App } from './app-paths.ts';
import { type Parts, assembleRelease } from './build-app.ts';
import { type Compiled, collect, createCompiler } from './compile.ts';
import { compileContent, contentFiles } from './content/content.ts';
import { writeEntries } from './generated-entries.ts';
import { browserConfig } from './refresh/browser-config.ts';
import { type EarlyFiles, openEarlyFiles } from './refresh/early-files.ts';
import { type FirstFailure, createFirstFailure } from './refresh/first-failure.ts';
import { moduleParents } from './refresh/module-parents.ts';
import { type BuildOptions, bootstrapConfig, serverConfig } from './webpack-config.ts';

/** How long webpack waits for more changes: the browser's half comes first, open pages show it. Milliseconds. */
const WAIT_MS = { client: 20, bootstrap: 60, server: 60 };
/** Saves come in bursts (editor, formatter); one release is written for each burst. Milliseconds. */
const SETTLE_MS = 30;

export interface WatchEvents {
  released(release: Release, tookMs: number): void;
  failed(error: Error): void;
}

/**
 * Builds an app and again on each change of its code, the kit or its content.
 * @returns stops watching
 */
export async function watchApp(
  app: App,
  options: BuildOptions,
  events: WatchEvents,
): Promise<() => Promise<void>> {
  const parts: Partial<Parts> = {};
  let started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const needed = app.kind === 'shell' ? 4 : 3;

  const release = (): void => {
    if (Object.keys(parts).length < needed) return;
    assembleRelease(app, parts as Parts, options).then(
      (written) => events.released(written, performance.now() - started),
      (error: Error) => events.failed(error),
    );
  };
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(release, SETTLE_MS);
  };
  const readContent = async (): Promise<ReturnType<typeof writeEntries>> => {
    parts.content = await compileContent(app);
    return writeEntries(app, parts.content.icons);
  };

  const entries = await readContent();
  const { early, failure } = openReports(app, events);
  const start = (part: 'client' | 'server' | 'bootstrap', config: Configuration): (() => Promise<void>) =>
    watchWith(app, config, WAIT_MS[part], {
      invalid: () => (started = performance.now()),
      compiled(compiled, compilation) {
        if (part === 'client') early.built(compiled, moduleParents(compilation));
        failure.passed(part);
        parts[part] = compiled;
        settle();
      },
      failed: (error) => failure.failed(part, error),
    });
  const stops = [
    start('client', browserConfig(app, entries, options)),
    start('server', serverConfig(app, entries, options)),
    ...(app.kind === 'shell' ? [start('bootstrap', bootstrapConfig(app, entries, options))] : []),
  ];
  const watchers = watchContent(app, () => {
    started = performance.now();
    readContent().then(
      () => {
        failure.passed('content');
        settle();
      },
      (error: Error) => failure.failed('content', error),
    );
  });
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Who is told of builds and of what fails: open pages, and the terminal. */
function openReports(app: App, events: WatchEvents): { early: EarlyFiles; failure: FirstFailure } {
  const early = openEarlyFiles(app);
  const failure = createFirstFailure({
    failed(error) {
      early.failed(error);
      events.failed(error);
    },
    // The browser's half says so by its files.
    mended: (part) => part === 'client' || early.mended(),
  });
  return { early, failure };
}

function watchContent(app: App, onChange: () => void): FSWatcher[] {
  const files = contentFiles(app).map((file) => path.dirname(path.join(app.paths.root, file)));
  return [...new Set(files)].map((folder) => watch(folder, onChange));
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
