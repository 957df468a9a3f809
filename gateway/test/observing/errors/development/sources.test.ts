import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createAppSources } from '../../../../src/observing/errors/development/sources.ts';
import { shared } from '../../../fixtures/shared.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const start = shared(async () => {
  const apps = testFolder();
  for (const [file, text] of Object.entries({
    'blog/src/list.tsx': 'list',
    'blog/src/large.tsx': 'x'.repeat(1024 * 1024 + 1),
    'blog/content/posts/a.md': 'a',
    'blog/mfe.config.ts': 'config',
    'blog/dist/release.json': 'built',
    'blog/.env': 'secret',
    'secret.ts': 'secret',
  })) {
    mkdirSync(path.dirname(path.join(apps, file)), { recursive: true });
    writeFileSync(path.join(apps, file), text);
  }
  symlinkSync(path.join(apps, 'secret.ts'), path.join(apps, 'blog/src/link.tsx'));

  const sources = createAppSources([
    { app: 'blog', type: 'folder', folder: path.join(apps, 'blog') },
    { app: 'legal', type: 'origin', url: 'http://legal' },
  ]);
  return { sources };
});

test.each([
  ['src/list.tsx', 'list'],
  ['content/posts/a.md', 'a'],
  ['mfe.config.ts', 'config'],
])('finds the source %s', async (file, text) => {
  const { sources } = await start();
  expect(await sources.read('blog', file)).toBe(text);
});

test.each([
  ['a missing file', 'blog', 'src/gone.tsx'],
  ['a folder', 'blog', 'src'],
  ['a path that leaves the folder', 'blog', 'src/../../secret.ts'],
  ['a symbolic link that leaves the folder', 'blog', 'src/link.tsx'],
  ['an absolute path', 'blog', import.meta.filename],
  ['a file of more than a megabyte', 'blog', 'src/large.tsx'],
  ['a build output', 'blog', 'dist/release.json'],
  ['a hidden file', 'blog', '.env'],
  ['a name with characters of a shell', 'blog', 'src/a;b.tsx'],
  ['a name with a line number', 'blog', 'src/list.tsx:1'],
  ['a path of 1,000 characters', 'blog', `src/${'a'.repeat(1_000)}.tsx`],
  ['a source of an app of an origin', 'legal', 'src/list.tsx'],
  ['a source of an unknown app', 'nobody', 'src/list.tsx'],
])('finds no source for %s', async (_, app, file) => {
  const { sources } = await start();
  expect(await sources.read(app, file)).toBeUndefined();
});
