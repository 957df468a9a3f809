import { rmSync } from 'node:fs';
import { cleanIdentity } from '../contract/release/identity.ts';
import { MOST_CLIENT_BYTES } from '../contract/operations/operations.ts';
import type { Release } from '../contract/release/release.ts';
import { buildErrors } from '../errors/build-errors.ts';
import type { App } from './app-paths.ts';
import { type Compiled, compileOnce } from './compile.ts';
import { checkIslands } from './check-islands.ts';
import { createCards } from './cards/place-card.ts';
import { type CompiledContent, compileContent } from './content/content.ts';
import { makeFonts } from './fonts/make-fonts.ts';
import { writeEntries } from './generated-entries.ts';
import { checkImages } from './images/check-images.ts';
import { createPictures } from './images/pictures.ts';
import { removeUnused } from './made-cache.ts';
import { type Libraries, buildLibraries } from './federation/libraries.ts';
import { checkSharedVersions, sharedDigest } from './federation/shared-scope.ts';
import { readPublicFiles } from './release/public-files.ts';
import {
  type ReleaseFiles,
  addClientFiles,
  addLibrary,
  addMap,
  addModules,
  addPublicFiles,
} from './release/release-files.ts';
import { releaseManifest } from './release/release-manifest.ts';
import { readSources, writeSourceRecord } from '../packaging/source-record.ts';
import { withInlineMaps } from './release/source-map.ts';
import { browserConfig } from './refresh/browser-config.ts';
import { type BuildOptions, bootstrapConfig, serverConfig } from './webpack-config.ts';
import { checkServerSize } from './server-size.ts';
import { writeRelease } from './release/write-release.ts';

/** The parts of a release. */
export interface Parts {
  content: CompiledContent;
  client: Compiled;
  server: Compiled;
  bootstrap?: Compiled;
  libraries?: Libraries;
}

/**
 * Builds one app into its release folder.
 * @returns the release that was written
 * @throws BUILD_SHARED_VERSION; BUILD_CLIENT_SIZE, BUILD_SERVER_SIZE, BUILD_IMAGES, BUILD_ISLANDS, BUILD_PUBLIC, BUILD_CONTENT_INVALID,
 *   BUILD_FONT, BUILD_COMPILE_FAILED: then there is no release folder any more
 */
export async function buildApp(app: App, options: BuildOptions): Promise<Release> {
  checkSharedVersions(app);
  // A failed build must not leave a folder that looks like a release.
  rmSync(app.paths.dist, { recursive: true, force: true });
  const sources = readSources(app.paths.root);
  // Before the pictures, which take minutes.
  const pictures = createPictures(app, options.mode, bytesLeft(app, readPublicFiles(app)));
  const unsized = await checkImages(app, pictures);
  if (unsized.length > 0)
    options.warn?.(`<img> without width and height moves what is below it:\n${unsized.join('\n')}`);
  checkIslands(app);
  const cards = options.mode === 'production' ? createCards(app) : undefined;
  const content = await compileContent(app, pictures, cards);
  const entries = writeEntries(app, content.icons, content.cards, await makeFonts(app));
  const libraries = await buildLibraries(app, entries, options);
  const scripts = await compileOnce(app, browserConfig(app, entries, options, libraries.proxies));
  const client = options.mode === 'development' ? withInlineMaps(app, scripts) : scripts;
  const server = await compileOnce(app, serverConfig(app, entries, options));
  if (options.mode === 'production') checkServerSize(app, server);
  const bootstrap =
    app.kind === 'shell' ? await compileOnce(app, bootstrapConfig(app, entries, options)) : undefined;
  const parts = { content, client, server, libraries, ...(bootstrap && { bootstrap }) };
  const release = await assembleRelease(app, parts, options);
  // Only the release of `mfe build` is published.
  if (app.paths.workplace === 'build') writeSourceRecord(app.paths.root, release.digest, sources);
  // In development, the checks of the visitors' build are skipped.
  if (options.mode === 'production') removeUnused(app);
  return release;
}

/** Names the files, describes them and writes the folder. */
export async function assembleRelease(app: App, parts: Parts, options: BuildOptions): Promise<Release> {
  const files: ReleaseFiles = { bodies: new Map(), named: new Map() };
  const compress = options.mode === 'production';
  const { root } = app.paths;
  await addClientFiles(files, withoutIslandScripts(parts.client), compress, root);
  for (const library of parts.libraries?.files ?? []) await addLibrary(files, library, compress, root);
  if (parts.bootstrap) await addClientFiles(files, parts.bootstrap, compress, root);
  files.bodies.set('server/server.cjs', parts.server.files.get('server.cjs')!);
  addMap(files, 'server/server.cjs', parts.server.maps.get('server.cjs'), root);
  addModules(files, app.config, new Map([...parts.server.importers, ...parts.client.importers]));
  if (app.kind === 'shell') files.bodies.set('server/shared.json', Buffer.from(sharedDigest(app)));
  for (const [name, text] of parts.content.files) files.bodies.set(name, Buffer.from(text));
  for (const [name, body] of parts.content.images) files.bodies.set(name, body);
  await addPublicFiles(files, readPublicFiles(app), compress);
  const release = releaseManifest(app, parts.client, files, options.mode, parts.libraries);
  if (compress) bytesLeft(app, new Map([...files.bodies].filter(([name]) => name.startsWith('client/'))));
  const { team } = app.config;
  writeRelease(app.paths.dist, release, files, cleanIdentity({ ...options.identity, ...(team && { team }) }));
  return release;
}

/**
 * @param files for browsers, by name.
 * @returns the bytes that further files may have.
 * @throws BUILD_CLIENT_SIZE when there are too many already
 */
function bytesLeft(
  { config, mostClientBytes = MOST_CLIENT_BYTES }: App,
  files: ReadonlyMap<string, Buffer>,
): number {
  const bytes = [...files.values()].reduce((sum, body) => sum + body.length, 0);
  if (bytes <= mostClientBytes) return mostClientBytes - bytes;
  const bySize = [...files].toSorted(([, a], [, b]) => b.length - a.length);
  const largest = bySize.slice(0, 3).map(([name, body]) => `${name} (${body.length} bytes)`);
  throw buildErrors.CLIENT_SIZE({
    app: config.name,
    bytes,
    limit: mostClientBytes,
    largest: largest.join(', '),
  });
}

/** The scripts of the shell's islands: built for their stylesheets, never loaded. */
function withoutIslandScripts(client: Compiled): Compiled {
  const kept = [...client.files].filter(
    ([name]) => !(client.groups.has('main') && /^islands\..+\.js$/.test(name)) && name !== 'mf-stats.json',
  );
  return { ...client, files: new Map(kept) };
}
