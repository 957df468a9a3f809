import { checkStylesheet } from '@voltframe/kit/packaging/check-stylesheet';
import { expect, test } from 'vitest';
import { checkStyles } from '../../../src/releasing/admission/check-client.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

const HOSTILE = 'header { display: none } h1 { color: red }';

const parser = { styles: async (css: string, app: string) => checkStylesheet(css, { app, stage: 'built' }) };
const { signal } = new AbortController();

async function check(name: string, css: string) {
  const { release, files } = remoteRelease({ client: { [name]: css } });
  const bodies = new Map([...files.values()].map((body) => [sha256(body), body]));
  return checkStyles(release, { blobs: { get: async (hash) => bodies.get(hash)! }, parser, signal });
}

test.each(['page.0000000003.css', 'page.0000000003.CSS'])(
  'styles for the elements of others are refused in %s, by file and line',
  async (name) => {
    expect(await check(name, `@layer remotes.docs {\n${HOSTILE}\n}`)).toMatchObject([
      {
        app: 'docs',
        code: 'ADMISSION_STYLES',
        reason: expect.stringContaining(`client/${name}, line 2: the selector header`),
      },
      { reason: expect.stringContaining('the selector h1') },
    ]);
  },
);

test('styles of its own are taken in', async () => {
  expect(await check('page.0000000003.css', '@layer remotes.docs { .docs_a { color: red } }')).toEqual([]);
});

test("the shell's are for every page", async () => {
  const { release } = shellRelease();
  const get = () => Promise.reject(new Error('not read'));
  expect(await checkStyles(release, { blobs: { get }, parser, signal })).toEqual([]);
});

test('nothing more is read once the admission has ended', async () => {
  const { release } = remoteRelease({ client: { 'page.0000000003.css': HOSTILE } });
  const blobs = { get: () => Promise.reject(new Error('not read')) };
  expect(await checkStyles(release, { blobs, parser, signal: AbortSignal.abort() })).toEqual([]);
});
