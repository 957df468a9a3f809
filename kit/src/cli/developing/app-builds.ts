import type { App } from '../../build/app-paths.ts';
import { buildAtChanges } from '../../build/build-at-changes.ts';
import { type WatchEvents, watchApp } from '../../build/watch-app.ts';
import type { CommandContext } from '../command-context.ts';
import { buildOptions, describeBuild } from '../commands/build.ts';

/** The builds of an app that is worked on. */
export interface AppBuilds {
  /** Resolves when the first release is written. */
  first: Promise<void>;
  /** @returns when no build runs any more */
  stop(): Promise<void>;
}

/** Builds an app at each change, and tells of each build. @param production as visitors will have it */
export async function startBuilds(
  app: App,
  production: boolean,
  context: Pick<CommandContext, 'env' | 'tell'>,
): Promise<AppBuilds> {
  const first = Promise.withResolvers<void>();
  const options = buildOptions(context, !production);
  const events: WatchEvents = {
    released(release, tookMs) {
      context.tell(`${describeBuild(release, tookMs)}\n`);
      first.resolve();
    },
    failed: (error) => context.tell(`mfe: ${error.message}\n`),
  };
  const stop = production ? buildAtChanges(app, options, events) : await watchApp(app, options, events);
  return { first: first.promise, stop };
}
