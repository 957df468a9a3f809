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
import { withInlineMaps } from './refresh/inline-maps.ts';
import type { EarlyFiles } from './refresh/early-files.ts';
import type { FirstFailure } from './refresh/first-failure.ts';
import { moduleParents } from './refresh/module-parents.ts';
import { createTurns } from './turns.ts';
import { type BuildOptions, bootstrapConfig, serverConfig } from './webpack-config.ts';

/** How long webpack waits for more changes: the browser's half comes first, open pages show it. Milliseconds. */
const WAIT_MS = { client: 20, bootstrap: 60, server: 60 };
/** Saves come in bursts (editor, formatter); one release is written for each burst. Milliseconds. */
const SETTLE_MS = 30;

export interface BuildReports {
  /** @param tookMs since the change */
  released(release: Release, tookMs: number): void;
  /** What could not be written. */
  failed(error: Error): void;
  early: Pick<EarlyFiles, 'built'>;
  failure: FirstFailure;
}

/**
 * Builds an app and again on each change of its code, the kit or its content; its config stays what it is.
 * @returns stops watching
 * @throws BUILD_CONTENT_INVALID
 */
export async function watchBuild(
  app: App,
  options: BuildOptions,
  { released, failed, early, failure }: BuildReports,
): Promise<() => Promise<void>> {
  const parts: Partial<Parts> = {};
  let started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  // A slow one that is overtaken would write what is old over what is new.
  const turns = createTurns(Promise.resolve(), (error) => failed(error as Error));

  const release = async (): Promise<void> => {
    if (!isWhole(app, parts)) return;
    const since = started;
    const written = await assembleRelease(app, parts, options);
    released(written, performance.now() - since);
  };
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void turns.runNewest('release', release), SETTLE_MS);
  };
  const readContent = async (): Promise<ReturnType<typeof writeEntries>> => {
    parts.content = await compileContent(app);
    failure.passed('content');
    return writeEntries(app, parts.content.icons);
  };

  const entries = await readContent();
  const start = (part: 'client' | 'server' | 'bootstrap', config: Configuration): (() => Promise<void>) =>
    watchWith(app, config, WAIT_MS[part], {
      invalid: () => (started = performance.now()),
      compiled(compiled, compilation) {
        parts[part] = part === 'client' ? withInlineMaps(app, compiled) : compiled;
        if (part === 'client') early.built(parts[part], moduleParents(compilation));
        failure.passed(part);
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
    void turns.runNewest('content', () =>
      readContent().then(settle, (error: Error) => failure.failed('content', error)),
    );
  });
  return async () => {
    for (const watcher of watchers) watcher.close();
    await Promise.all(stops.map((stop) => stop()));
    clearTimeout(timer);
    await turns.run(() => Promise.resolve());
    clearTimeout(timer); // content that was read meanwhile
  };
}

function isWhole({ kind }: App, parts: Partial<Parts>): parts is Parts {
  return Object.keys(parts).length === (kind === 'shell' ? 4 : 3);
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
