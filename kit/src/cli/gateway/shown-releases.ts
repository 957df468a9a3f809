import path from 'node:path';
import type { WholeRelease } from '../../build/refresh/live-shell.ts';
import { writeRelease } from '../../build/release/write-release.ts';
import { openRelease, readReleaseFile } from '../../packaging/release-folder.ts';
import { shortDigest } from '../output/text-table.ts';
import type { LiveSite } from './live-site.ts';

/**
 * Each release is copied to `{folder}/{app}`; a newer one replaces it atomically.
 * @param prepare transforms a release before the copy
 * @returns copies the releases of a site to folders that a gateway watches, app → folder
 */
export function createShownReleases(folder: string, prepare = (release: WholeRelease) => release) {
  const shown = new Map<string, string>();
  return async ({ releases }: Pick<LiveSite, 'releases'>): Promise<Record<string, string>> => {
    for (const [app, from] of Object.entries(releases)) {
      if (shown.get(app) === from) continue;
      const { release, bodies } = prepare(await readRelease(from));
      writeRelease(path.join(folder, app), release, { bodies, named: new Map() });
      shown.set(app, from);
    }
    return Object.fromEntries([...shown.keys()].map((app) => [app, path.join(folder, app)]));
  };
}

async function readRelease(folder: string): Promise<WholeRelease> {
  const opened = await openRelease(folder);
  const bodies: WholeRelease['bodies'] = new Map();
  for (const file of Object.keys(opened.release.files)) bodies.set(file, await readReleaseFile(opened, file));
  return { release: opened.release, bodies };
}

/**
 * The changes between two states of a site.
 * @param except apps that are built here
 * @returns lines for the developer of an app: changes that are followed, and changes that need a restart
 */
export function describeChange(before: LiveSite, after: LiveSite, except: string[]): string[] {
  const [old, current] = [before.composition, after.composition];
  const apps = [...new Set([...Object.keys(old.apps), ...Object.keys(current.apps)])].toSorted();
  const others = apps.filter((app) => !except.includes(app));
  const lines = others.flatMap((app) => {
    if (!(app in current.apps)) return [`${app} was removed from the site; mfe dev shows it until a restart`];
    if (!(app in old.apps)) return [`${app} is new on the site; mfe dev shows it after a restart`];
    const digest = current.apps[app];
    return digest === old.apps[app] ? [] : [`${app} ${shortDigest(digest)} is live`];
  });
  if (JSON.stringify(old.site) !== JSON.stringify(current.site))
    lines.push('the configuration of the site has changed; mfe dev uses it after a restart');
  return lines;
}
