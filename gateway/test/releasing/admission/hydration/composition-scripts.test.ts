import { expect, test } from 'vitest';
import { readScripts } from '../../../../src/releasing/admission/hydration/composition-scripts.ts';
import { version } from '../../../fixtures/fixture-release.ts';

test('the scripts for browsers of each release are read, with the names that stacks call them by', async () => {
  const { release } = version('one');
  const own = Object.keys(release.files).filter((file) => /^client\/.+\.js$/.test(file));
  const { scripts, sources } = await readScripts([release], {
    get: async (name) => Buffer.from(`body of ${name}`),
  });
  expect(scripts.map(({ name }) => name)).toEqual(
    own.map((file) => `docs@${release.digest.slice(0, 12)}/${file}`),
  );
  expect(sources.map(String)).toEqual(own.map((file) => `body of ${release.files[file]!.sha256}`));
  expect(scripts.map(({ bytes }) => bytes)).toEqual(sources.map(({ length }) => length));
});

test('a file that the store lacks is an empty script', async () => {
  const { scripts } = await readScripts([version('one').release], { get: async () => undefined });
  expect(scripts.every(({ bytes }) => bytes === 0)).toBe(true);
});
