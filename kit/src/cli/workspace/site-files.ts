import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../build/app-paths.ts';
import { kitIcons } from '../../build/icon-data.ts';
import { propsSchema } from '../../build/release/props-schema.ts';
import { writeChanged } from '../../build/release/write-release.ts';
import { type SiteContract, siteContractSchema } from '../../contract/release/site-contract.ts';
import { sourceFiles } from '../../packaging/source-record.ts';
import { parseJson } from '../../packaging/verify-release.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type OwnNames, siteTypesText } from '../output/site-types.ts';

/** The files of the site in an app's repository: its types, and their source. */
export const SITE_TYPES = 'mfe-env.d.ts';
export const SITE_LOCK = 'mfe.lock.json';

/**
 * @returns the names of the site that the app was built with; undefined before the first sync. @throws
 * CLI_LOCK_INVALID
 */
export function readSiteLock(folder: string): SiteContract | undefined {
  const file = path.join(folder, SITE_LOCK);
  if (!existsSync(file)) return undefined;
  const lock = siteContractSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!lock.success) throw cliErrors.LOCK_INVALID({ file });
  return lock.data;
}

/** @returns whether the app's repository has the files. */
export function isSynced({ paths }: App): boolean {
  return existsSync(path.join(paths.root, SITE_LOCK));
}

/** Writes both files, each atomically. @returns whether one of them changed. */
export function writeSiteFiles({ config, paths }: App, site: SiteContract): boolean {
  const islands = Object.entries(config.islands ?? {});
  const own: OwnNames = {
    pages: config.routes.map((route) => route.path),
    islands: islands.map(([name]) => name),
    islandProps: Object.fromEntries(
      islands.flatMap(([name, { props }]) => (props ? [[name, propsSchema(props)!]] : [])),
    ),
    guards: Object.keys(config.guards ?? {}),
    personal: config.personal,
    icons: [...kitIcons()].flatMap(([prefix, names]) => names.map((name) => `${prefix}:${name}`)),
  };
  const used = iconNames(paths.root);
  const lock: SiteContract = { ...site, icons: site.icons.filter((icon) => used.has(icon)) };
  const written = [
    writeChanged(path.join(paths.root, SITE_TYPES), siteTypesText(site, own)),
    writeChanged(path.join(paths.root, SITE_LOCK), `${JSON.stringify(lock, null, 2)}\n`),
  ];
  return written.includes(true);
}

/** @returns possible names of icons in an app's sources and content. */
function iconNames(root: string): ReadonlySet<string> {
  const files = sourceFiles(root).filter((name) => /^(?:src|content)\//.test(name));
  const texts = files.map((name) => readFileSync(path.join(root, name), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/\b[a-z\d-]+:[a-z\d-]+\b/g) ?? []));
}
