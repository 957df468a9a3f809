import { createRequire } from 'node:module';
import path from 'node:path';
import { compileOnce } from '@voltframe/kit/build/compile';
import { writeEntries } from '@voltframe/kit/build/generated-entries';
import { loadApp } from '@voltframe/kit/build/load-config';
import { clientConfig } from '@voltframe/kit/build/webpack-config';
import { EditedRelease } from './edited-release.ts';
import { root } from './server-process.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Replaces React in a release of the shell by the previous minor version. The other scripts stay unchanged, because
 * they name modules of packages without versions.
 * @param folder folder of the release
 */
export async function putEarlierReact(folder: string): Promise<void> {
  const release = new EditedRelease(folder);
  release.replaceScript(reactScript(release), await compileEarlier());
  release.publish();
}

/** @returns the script of the shell that contains only React. */
export function reactScript({ release }: EditedRelease): string {
  return Object.keys(release.files).find((name) => /^client\/react\.[0-9a-f]+\.js$/.test(name))!;
}

async function compileEarlier(): Promise<string> {
  const shell = await loadApp(path.join(root, 'shell'));
  const config = clientConfig(shell, writeEntries(shell, {}), { mode: 'production' });
  const alias = {
    ...config.resolve!.alias,
    react: path.dirname(resolve('react-before/package.json')),
    'react-dom': path.dirname(resolve('react-dom-before/package.json')),
  };
  const { files } = await compileOnce(shell, { ...config, resolve: { ...config.resolve, alias } });
  return files.get('react.js')!.toString();
}
