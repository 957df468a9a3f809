import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appPaths } from '../../src/build/app-paths.ts';
import { buildAtChanges } from '../../src/build/watch-app.ts';
import { appOf } from './fixtures/sample-app.ts';
import { temporaryFolder } from '../temporary-folders.ts';

it('builds immediately and after each change, and reports each failed build', async () => {
  const root = temporaryFolder();
  let next = Promise.withResolvers<unknown>();
  const events = { released: () => {}, failed: (error: Error) => next.resolve(error) };
  const options = { mode: 'production' } as const;
  const stop = buildAtChanges({ ...appOf({}), paths: appPaths(root) }, options, events);
  expect(await next.promise).toMatchObject({ code: 'BUILD_CONFIG_MISSING' });
  next = Promise.withResolvers();
  writeFileSync(path.join(root, 'mfe.config.ts'), 'export const nothing = 1;');
  expect(await next.promise).toMatchObject({ code: 'BUILD_CONFIG_INVALID' });
  await stop();
});
