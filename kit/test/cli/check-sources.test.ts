import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRelease } from '@voltframe/kit/packaging/release-folder';
import { readSources, writeSourceRecord } from '@voltframe/kit/packaging/source-record';
import { checkSources } from '../../src/cli/check-sources.ts';
import { describeRelease, sampleFiles, writeReleaseFolder } from '../packaging/fixtures/releases.ts';
import { temporaryFolder, writeFiles } from '../temporary-folders.ts';

/** @returns the folder of an app with these sources, built. */
function app(sources: Record<string, string> = {}): string {
  const folder = writeReleaseFolder(temporaryFolder(), 'docs');
  writeFiles(folder, { 'mfe.config.ts': '', ...sources });
  writeSourceRecord(folder, describeRelease('docs').digest, readSources(folder));
  return folder;
}

const check = async (folder: string, cwd = folder, signal = new AbortController().signal) =>
  checkSources([await openRelease(folder)], { cwd, tell: () => {}, signal });
const tsconfig = JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] });

test('passes an app that matches its build and its types', async () => {
  const folder = app({ 'tsconfig.json': tsconfig, 'src/home.ts': 'export const home: string = "home";' });
  await expect(check(folder)).resolves.toBeUndefined();
});

test('passes a release folder without an app', async () => {
  await expect(check(path.join(app(), 'dist'))).resolves.toBeUndefined();
});

test.each([
  ['in its own folder', (folder: string) => folder, () => 'mfe build'],
  ['in the folder above', path.dirname, (folder: string) => `mfe build ${path.basename(folder)}`],
])(
  'rejects an app that has changed, with the file and the build command as it is typed %s',
  async (_, from, typed) => {
    const folder = app({ 'src/home.ts': '' });
    writeFileSync(path.join(folder, 'src/home.ts'), '// other');
    await expect(check(folder, from(folder))).rejects.toMatchObject({
      code: 'CLI_BUILD_STALE',
      message: 'src/home.ts has changed since docs was built',
      fix: `Build it again: ${typed(folder)}.`,
    });
  },
);

test('rejects type errors with file and line', async () => {
  const folder = app({ 'tsconfig.json': tsconfig, 'src/home.ts': '\nexport const home: string = 1;' });
  await expect(check(folder)).rejects.toMatchObject({
    code: 'CLI_TYPES',
    message: expect.stringMatching(/^docs has type errors:\nsrc\/home\.ts\(2,14\): error TS2322: /),
  });
});

test('names the nearest page and mfe sync for a dead link', async () => {
  const types = "declare module 'x' {\n  interface SiteTypes {\n    page: \n      | '/about';\n  }\n}";
  const home = "type SiteTarget = '/about' | `#${string}`;\nexport const to: SiteTarget = '/abuot';";
  const folder = app({ 'tsconfig.json': tsconfig, 'mfe-env.d.ts': types, 'src/home.ts': home });
  await expect(check(folder)).rejects.toMatchObject({
    code: 'CLI_TYPES',
    message: expect.stringMatching(
      /src\/home\.ts\(2,14\): error TS\d+: The site has no page "\/abuot"\. Did you mean \/about\? .*mfe sync/,
    ),
  });
});

test('reports an interrupted type check instead of the exit of the compiler', async () => {
  const folder = app({ 'tsconfig.json': tsconfig, 'src/home.ts': '\nexport const home: string = 1;' });
  await expect(check(folder, folder, AbortSignal.abort())).rejects.toMatchObject({
    code: 'CLI_INTERRUPTED',
    message: 'Interrupted while the types of docs were checked; nothing was sent',
  });
});

test('rejects a development build', async () => {
  const folder = app();
  const release = describeRelease('docs', sampleFiles('docs'), { development: true });
  writeFileSync(path.join(folder, 'dist/release.json'), JSON.stringify(release));
  await expect(check(folder)).rejects.toMatchObject({ code: 'CLI_DEVELOPMENT_BUILD' });
});

test.each([
  [
    'in the source',
    { 'src/prices.ts': `\nexport const KEY = '${'AKIA' + 'Q2'.repeat(8)}';\n` },
    'src/prices.ts of docs, line 2',
  ],
  ['in the built file when no source contains it', {}, 'server/server.cjs of docs, line 1'],
])('reports the place of a secret %s', async (_, sources, place) => {
  const folder = app(sources);
  const files = {
    ...sampleFiles('docs'),
    'server/server.cjs': `exports.key = '${'AKIA' + 'Q2'.repeat(8)}';\n`,
  };
  writeReleaseFolder(path.dirname(folder), 'docs', files);
  await expect(check(folder)).rejects.toMatchObject({
    code: 'CLI_SECRET',
    message: expect.stringMatching(new RegExp(`^Secret in ${place}: an AWS access key, AKIAQ2…$`)),
  });
});
