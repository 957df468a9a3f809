import path from 'node:path';
import { devOutput } from '../contract/development/dev-output.ts';
import type { MfeConfig, MfeResource } from '../contract/release/mfe-config.ts';

/** `dev`: the command `mfe dev`, which runs for a day, while `mfe build` runs beside it. */
export type Workplace = 'build' | 'dev';

/** @param root folder of the app's `mfe.config.ts`. @returns the folders of the app. */
export function appPaths(root: string, workplace: Workplace = 'build') {
  const output = workplace === 'dev' ? path.normalize(devOutput(root)) : root;
  return {
    root,
    workplace,
    /** The folder of everything that a build writes. */
    output,
    /** The release folder. */
    dist: path.join(output, 'dist'),
    /** Generated entries; not part of a release. */
    generated: path.join(output, '.cache', 'entries'),
  };
}

/** An app's config with its folders, the input of every step of the build. */
export interface App {
  config: MfeConfig;
  kind: 'shell' | 'remote';
  paths: ReturnType<typeof appPaths>;
  /** Most bytes of all files for browsers together, as the gateway allows. Default: MOST_CLIENT_BYTES. */
  mostClientBytes?: number;
}

/** @returns the absolute path of a module that the config names. */
export function resolveModule(app: App, module: string): string {
  return path.resolve(app.paths.root, module);
}

/** @returns the module of a resource, in the form of the config. */
export function resourceModule(resource: MfeResource): string {
  return typeof resource === 'string' ? resource : resource.module;
}
