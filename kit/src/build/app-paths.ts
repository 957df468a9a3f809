import path from 'node:path';
import type { MfeConfig, MfeResource } from '../contract/release/mfe-config.ts';

/** @param root folder of the app's `mfe.config.ts`. @returns the folders of the app. */
export function appPaths(root: string) {
  return {
    root,
    /** The release folder. */
    dist: path.join(root, 'dist'),
    /** Generated entries; not part of a release. */
    generated: path.join(root, '.cache', 'entries'),
  };
}

/** An app's config with its folders, the input of every step of the build. */
export interface App {
  config: MfeConfig;
  kind: 'shell' | 'remote';
  paths: ReturnType<typeof appPaths>;
}

/** @returns the absolute path of a module that the config names. */
export function resolveModule(app: App, module: string): string {
  return path.resolve(app.paths.root, module);
}

/** @returns the module of a resource, in the form of the config. */
export function resourceModule(resource: MfeResource): string {
  return typeof resource === 'string' ? resource : resource.module;
}
