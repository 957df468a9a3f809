import { expect, test } from 'vitest';
import { checkStyles } from '../../src/admission/check-styles.ts';
import { remoteRelease, sha256, shellRelease } from '../fixtures/fixture-release.ts';

const HOSTILE = 'header { display: none } h1 { color: red }';

async function check(name: string, css: string) {
  const { release, files } = remoteRelease({ client: { [name]: css } });
  const bodies = new Map([...files.values()].map((body) => [sha256(body), body]));
  return checkStyles(release, { get: async (hash) => bodies.get(hash)! });
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
  expect(await checkStyles(release, { get })).toEqual([]);
});
