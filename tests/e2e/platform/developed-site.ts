import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { buildApp } from '@voltframe/kit/build/build-app';
import { keepState } from '@voltframe/kit/build/refresh/live-shell';
import { loadApp } from '@voltframe/kit/build/load-config';
import { watchApp } from '@voltframe/kit/build/watch-app';
import { createShownReleases } from '../../../kit/src/cli/gateway/shown-releases.ts';
import { type Gateway, startGateway } from '../gateway.ts';

const SHELL = path.resolve(import.meta.dirname, '../../../shell');
const WORKSHOP = path.resolve(import.meta.dirname, '../../fixtures/platform/workshop');
const DEVELOPMENT = { mode: 'development' } as const;

/** `development`: a development build. `live`: a production build, as `mfe dev` fetches it. */
export type ShellOfSite = 'development' | 'live';

/** The shell and the fixture `workshop`, which is built after each change. */
export interface DevelopedSite extends Gateway {
  /** Replaces a text in a source or the config of the workshop. @throws if it does not contain the text */
  edit(file: string, from: string, to: string): void;
  /** @returns the line of a source that contains a text: `src/tool.tsx:12` */
  placeOf(file: string, text: string): string;
}

/** Does the same as `npm run dev` or `mfe dev`, with copies. */
export async function startDevelopedSite(shell: ShellOfSite): Promise<DevelopedSite> {
  // Inside the package, where the workshop's imports are found.
  const work = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  const workshop = path.join(work, 'workshop');
  cpSync(WORKSHOP, workshop, { recursive: true, filter: (source) => !source.endsWith('tsconfig.json') });
  const shellFolder = await SHELLS[shell](path.join(work, 'shell'));
  const stopWatching = await watchUntilBuilt(workshop);
  const releases = `shell=${shellFolder},workshop=${workshop}`;
  const gateway = await startGateway({ RELEASES: releases, DEV: '1' });
  return {
    ...gateway,
    edit(name, from, to) {
      const file = path.join(workshop, name === 'mfe.config.ts' ? '' : 'src', name);
      const text = readFileSync(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
      writeFileSync(file, text.replace(from, to));
    },
    placeOf(name, text) {
      const lines = readFileSync(path.join(workshop, 'src', name), 'utf8').split('\n');
      return `src/${name}:${lines.findIndex((line) => line.includes(text)) + 1}`;
    },
    async stop() {
      await Promise.all([gateway.stop(), stopWatching()]);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Builds or copies a release of the shell into a folder. @returns the path of the release */
const SHELLS: Record<ShellOfSite, (folder: string) => Promise<string>> = {
  async development(folder) {
    const paths = { ...appPaths(folder), root: SHELL };
    await buildApp({ ...(await loadApp(SHELL)), paths }, DEVELOPMENT);
    return paths.dist;
  },
  async live(folder) {
    const tell = (text: string): never => {
      throw new Error(text);
    };
    const show = createShownReleases(folder, await keepState(await loadApp(WORKSHOP), tell));
    const { shell } = await show({ releases: { shell: SHELL } });
    return shell!;
  },
};

async function watchUntilBuilt(folder: string): Promise<() => Promise<void>> {
  const built = Promise.withResolvers<unknown>();
  const stop = await watchApp(await loadApp(folder), DEVELOPMENT, {
    released: built.resolve,
    failed: built.reject,
  });
  await built.promise;
  return stop;
}
