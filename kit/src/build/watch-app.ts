import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildErrors } from '../errors/build-errors.ts';
import type { App } from './app-paths.ts';
import { buildApp } from './build-app.ts';
import { type LoadedApp, loadApp, readApp } from './load-config.ts';
import { createTurns } from './turns.ts';
import { openEarlyFiles } from './refresh/early-files.ts';
import { createFirstFailure, type BuildReports, watchBuild } from './watch-build.ts';
import { createSettling, watchDirectly, watchSources } from './watching.ts';
import type { BuildOptions } from './webpack-config.ts';

export type WatchEvents = Pick<BuildReports, 'released' | 'failed'>;

/** Delay after a change, because editors write a file in steps; in milliseconds. */
const SETTLE_MS = 20;

/**
 * Builds an app and again on each change of its code, the kit, its content or its config.
 * @returns stops watching
 */
export async function watchApp(
  app: App,
  options: BuildOptions,
  events: WatchEvents,
): Promise<() => Promise<void>> {
  const early = openEarlyFiles(app);
  const failure = createFirstFailure({
    failed(error) {
      early.failed(error);
      events.failed(error);
    },
    // The browser's part reports it by its files.
    mended: (part) => part === 'client' || early.mended(),
  });
  const watchOf = (current: App) => watchBuild(current, options, { ...events, early, failure });
  let stop = await watchOf(app);
  const stopConfig = await watchConfig(app.paths.root, async (read) => {
    try {
      const { app: changed } = await read;
      assertSame(app, changed);
      failure.passed('config');
      await stop();
      stop = await watchOf(changed);
    } catch (error) {
      failure.failed('config', error as Error);
    }
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
export function buildAtChanges(
  { paths }: App,
  options: BuildOptions,
  { released, failed }: WatchEvents,
): () => Promise<void> {
  const turns = createTurns(Promise.resolve(), (error) => failed(error as Error));
  const build = (): Promise<void> =>
    turns.runNewest('build', async () => {
      const started = performance.now();
      const release = await buildApp(await loadApp(paths.root), options);
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
 * Calls back after each change of an app's config or of its imports (`src/section.ts`), one call at a time.
 * @param changed called with the new config
 * @returns stops it; resolves when the last call is done
 */
async function watchConfig(
  root: string,
  changed: (read: Promise<LoadedApp>) => Promise<void>,
): Promise<() => Promise<void>> {
  let { files } = await readApp(root);
  const textsOf = (): string => JSON.stringify(files.map(textOf));
  let texts = textsOf();

  const look = async (): Promise<void> => {
    if (textsOf() === texts) return;
    texts = textsOf();
    const read = readApp(root);
    await changed(read);
    ({ files } = await read.catch(() => ({ files })));
  };
  const { soon, stop } = createSettling(SETTLE_MS, look);
  const onChange = (name: string | null): void => {
    if (name === null || files.some((file) => path.basename(file) === name)) soon();
  };
  const folders = new Set(files.map((file) => path.dirname(file)));
  const watchers = [...folders].map((folder) => watchDirectly(folder, onChange));
  return () => {
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
