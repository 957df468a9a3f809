import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/settings/config.ts';

import type { SitePort } from './errors/attribution.ts';
import { createAppSources, createEditor, createScriptPositions } from './errors/development/sources.ts';
import type { PositionsIn } from './errors/source-positions.ts';
import { createDevelopment, type Development } from './errors/development/development.ts';

export interface DevelopmentOptions {
  config: Config;
  positionsIn: PositionsIn;
  live: SitePort['live'];
}

/** @returns undefined without `DEV=1`. */
export async function openDevelopment({
  config,
  positionsIn,
  live,
}: DevelopmentOptions): Promise<Development | undefined> {
  if (!config.development.on) return undefined;
  const { default: launch } = await import('launch-editor');
  const tell = (text: string): void => void process.stderr.write(text);
  const sources = createAppSources(config.releases.sources);
  return createDevelopment({
    token: randomBytes(16).toString('base64url'),
    editor: createEditor({ sources, editor: config.development.editor, launch, tell }),
    sources,
    positions: createScriptPositions({
      readBuilt: (app, name) => readFile(path.join(folderOf(config, app), '.cache/refresh/client', name)),
      live: (app) => live()?.releases[app],
      positionsIn,
    }),
    isLive: (app, digest) => live()?.releases[app]?.digest === digest,
    tell,
  });
}

/** @throws for an app that is built elsewhere */
function folderOf({ releases }: Config, app: string): string {
  const source = releases.sources.find((entry) => entry.app === app);
  if (source?.type !== 'folder') throw new Error(`${app} is not built here`);
  return source.folder;
}
