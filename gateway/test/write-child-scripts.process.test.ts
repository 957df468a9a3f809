import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createChildScripts } from '../src/platform/runtime/child-scripts.ts';
import { hydrationScripts } from '../src/releasing/admission/hydration/hydrator.ts';
import { renderScripts } from '../src/serving/render/render-pool.ts';
import { testFolder } from './fixtures/test-database.ts';

test('a gateway finds all scripts of its child processes in the data folder', () => {
  const dataDir = testFolder();
  execFileSync(process.execPath, [path.join(import.meta.dirname, '../src/write-child-scripts.ts'), dataDir]);
  const files = (): Record<string, number> =>
    Object.fromEntries(
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => [
        name,
        statSync(path.join(dataDir, name)).ino,
      ]),
    );
  const written = files();
  const prepare = createChildScripts(dataDir);
  for (const { paths } of [renderScripts(prepare), hydrationScripts(prepare)])
    for (const script of paths) expect(written).toHaveProperty([path.relative(dataDir, script)]);
  expect(files()).toEqual(written);
});
