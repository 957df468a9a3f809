import path from 'node:path';
import type { MfeConfig } from '../contract/release/mfe-config.ts';

/** The folders of one app. */
export interface AppPaths {
  root: string;
  /** The release folder. */
  dist: string;
  /** Generated entries; not part of a release. */
  generated: string;
}

/** @param root folder of the app's `mfe.config.ts` */
export function appPaths(root: string): AppPaths {
  return { root, dist: path.join(root, 'dist'), generated: path.join(root, '.cache', 'entries') };
}

/** An app's config with its folders, the input of every step of the build. */
export interface App {
  config: MfeConfig;
  kind: 'shell' | 'remote';
  paths: AppPaths;
}

/** @returns the absolute path of a module that the config names. */
export function resolveModule(app: App, module: string): string {
  return path.resolve(app.paths.root, module);
}
