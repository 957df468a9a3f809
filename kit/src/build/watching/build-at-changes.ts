import type { App } from '../app-paths.ts';
import { buildApp } from '../build-app.ts';
import { loadApp } from '../load-config.ts';
import { createTurns } from '../turns.ts';
import type { WatchEvents } from '../watch-app.ts';
import { watchSources } from './watch-sources.ts';
import type { BuildOptions } from '../webpack-config.ts';

/**
 * Builds an app, and again from scratch at each change of its sources: slower than `watchApp`, and what visitors would get.
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
