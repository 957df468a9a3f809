import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument } from 'commander';
import type { App } from '../../build/app-paths.ts';
import { buildApp } from '../../build/build-app.ts';
import { loadApp } from '../../build/load-config.ts';
import { buildAtChanges, type WatchEvents, watchApp } from '../../build/watch-app.ts';
import type { BuildOptions } from '../../build/webpack-config.ts';
import { MOST_CLIENT_BYTES, MOST_FILES_MB } from '../../contract/operations/operations.ts';
import type { Release } from '../../contract/release/release.ts';
import { MB } from '../../contract/units.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  type JsonOption,
  KEY_VARIABLE,
  signingKey,
  untilAborted,
} from '../command.ts';
import { findIdentity } from '../find-identity.ts';
import { printable, shortDigest } from '../output/text-table.ts';
import { SIGNATURE_FILE, signRelease } from '../../packaging/release-signature.ts';

interface BuildFlags extends JsonOption {
  watch?: boolean;
  dev?: boolean;
  key?: string;
}

/** Declares `mfe build`. */
export const buildCommand: DeclareCommand = (run) =>
  createCommand('build', {
    description:
      'Builds each app (a folder with an mfe.config.ts; default: this folder) into its release folder, dist/.',
    examples: ['mfe build', 'mfe build mfe-blog mfe-legal', 'mfe build --key blog.key'],
    variables: {
      ...KEY_VARIABLE,
      RELEASE_FILES_MB: 'most megabytes of the files for browsers, as the gateway allows; default 32',
    },
  })
    .addArgument(new Argument('[folder...]', 'of apps').default(['.'], 'this folder'))
    .option('--watch', 'build again on each change; implies --dev')
    .option('--dev', 'development build: fast, not minified, not compressed')
    .option('--key <file>', 'signs the release with this private key: writes release.sig beside release.json')
    .action((folders: string[], flags: BuildFlags) => buildAll(folders, flags, run));

async function buildAll(
  named: string[],
  { watch, dev, key: keyFile, json: asJson }: BuildFlags,
  context: CommandContext,
): Promise<void> {
  const options: BuildOptions = { mode: dev ? 'development' : 'production', warn: warnOn(context) };
  const mostClientBytes = readFilesLimit(context.env);
  const folders = named.map((folder) => path.resolve(context.cwd, folder));
  const key = signingKey(keyFile, context);
  if (watch) return watchAll(folders, key, context);
  for (const folder of folders) {
    const identity = findIdentity(folder, context.env);
    const started = performance.now();
    const app = { ...(await loadApp(folder)), mostClientBytes };
    const release = await buildApp(app, { ...options, ...(identity && { identity }) });
    writeSignature(folder, release, key);
    const { digest, files } = release;
    const json = () => JSON.stringify({ app: release.app, digest, files: Object.keys(files).length });
    context.print(asJson ? json() : describeBuild(release, performance.now() - started));
  }
}

/** @returns prints a warning of a build, and each place that it names on its line. */
export function warnOn({ tell }: Pick<CommandContext, 'tell'>): (message: string) => void {
  return (message) => tell(`mfe: warning: ${message.split('\n').map(printable).join('\n     ')}\n`);
}

/** @returns bytes. @throws CLI_SETTING_INVALID */
function readFilesLimit({ RELEASE_FILES_MB: value }: CommandContext['env']): number {
  if (!value) return MOST_CLIENT_BYTES;
  if (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= MOST_FILES_MB) return Number(value) * MB;
  const expected = `a number from 1 to ${MOST_FILES_MB}`;
  throw cliErrors.SETTING_INVALID({ name: 'RELEASE_FILES_MB', value, expected });
}

async function watchAll(
  folders: string[],
  key: KeyObject | undefined,
  context: CommandContext,
): Promise<void> {
  const failed = (error: Error) => context.tell(`mfe: ${error.message}\n`);
  const stops = [];
  for (const folder of folders) {
    const released = (release: Release, tookMs: number): void => {
      writeSignature(folder, release, key);
      context.print(describeBuild(release, tookMs));
    };
    stops.push(await watchApp(await loadApp(folder), { released, failed }));
  }
  await untilAborted(context.signal);
  await Promise.all(stops.map((stop) => stop()));
}

/** The builds of an app in development. */
export type AppBuilds = Awaited<ReturnType<typeof startBuilds>>;

/**
 * Builds an app at each change, and prints a line for each build.
 * @param production builds for visitors. @param configured called with each changed configuration
 * @returns `first` resolves when the first release is written, `stop()` when no build runs any more
 */
export async function startBuilds(
  app: App,
  production: boolean,
  context: Pick<CommandContext, 'env' | 'tell'>,
  configured?: WatchEvents['configured'],
) {
  const first = Promise.withResolvers<void>();
  const events: WatchEvents = {
    released(release, tookMs) {
      context.tell(`${describeBuild(release, tookMs)}\n`);
      first.resolve();
    },
    failed: (error) => context.tell(`mfe: ${error.message}\n`),
    ...(configured && { configured }),
  };
  const stop = production ? buildAtChanges(app, events) : await watchApp(app, events);
  return { first: first.promise, stop };
}

/** After `release.json`; a build removes the signature of the release before. */
function writeSignature(folder: string, release: Release, key: KeyObject | undefined): void {
  if (key) writeFileSync(path.join(folder, 'dist', SIGNATURE_FILE), signRelease(release, key));
}

/** @returns one line about a built release. */
export function describeBuild({ app, digest, files }: Release, tookMs: number): string {
  const seconds = (tookMs / 1000).toFixed(1);
  return `${app.padEnd(10)} ${shortDigest(digest)}  ${Object.keys(files).length} files  ${seconds} s`;
}
