import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchSources } from '../../../src/build/watching/watch-sources.ts';

/** An app with a folder of sources. */
function watchedApp() {
  const root = mkdtempSync(path.join(tmpdir(), 'watched-'));
  for (const folder of ['src/pages', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
  let next = Promise.withResolvers<string>();
  let last = '';
  const stop = watchSources([root], async () => next.resolve(last));
  onTestFinished(() => {
    stop();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    write: (file: string) => writeFileSync(path.join(root, file), (last = file)),
    /** The file that was written last when the next change is told of. */
    async told() {
      const file = await next.promise;
      next = Promise.withResolvers();
      return file;
    },
  };
}

it('tells of a change of the config, and of what lies below src', async () => {
  const { write, told } = watchedApp();
  write('mfe.config.ts');
  expect(await told()).toBe('mfe.config.ts');
  write('src/pages/home.tsx');
  expect(await told()).toBe('src/pages/home.tsx');
});
